import { describe, expect, test } from "vitest";
import { readJson } from "../../src/islands/request/json.ts";
import { validate } from "../../src/islands/request/schema/validate.ts";

/** Returns the problems with a value as `path: what`. Both arguments are JSON text so that numbers stay as written. */
function check(schema: string, value: string): string[] {
  const [rules, given] = [readJson(schema), readJson(value)];
  if (!rules || !given) throw new Error("not JSON");
  return validate(rules, given).map(({ what, path }) => (path.length > 0 ? `${path.join("/")}: ${what}` : what));
}

/** Valid values and invalid values for a schema, and the problems with each invalid value. */
interface Case {
  schema: string;
  good: string[];
  bad: [value: string, ...said: string[]][];
}

const cases: Record<string, Case> = {
  "true and false": {
    schema: '{"properties": {"a": true, "b": false}}',
    good: ['{"a": 1}'],
    bad: [['{"b": 1}', "b: additional"]],
  },
  type: {
    schema: '{"type": "integer"}',
    good: ["1", "-3", "1.0", "1e2", "9007199254740993"],
    bad: [
      ["1.5", "type"],
      ['"1"', "type"],
      ["true", "type"],
      ["null", "type"],
      ["[]", "type"],
    ],
  },
  "several types": {
    schema: '{"type": ["string", "null"]}',
    good: ['""', "null"],
    bad: [
      ["0", "type"],
      ["{}", "type"],
    ],
  },
  "type: number": { schema: '{"type": "number"}', good: ["1", "1.5"], bad: [['"1"', "type"]] },
  "type: boolean": {
    schema: '{"type": "boolean"}',
    good: ["true", "false"],
    bad: [
      ["0", "type"],
      ['"true"', "type"],
    ],
  },
  enum: {
    schema: '{"enum": ["a", 1, null, {"b": [1.0]}]}',
    good: ['"a"', "1.0", "null", '{"b":[1]}'],
    bad: [
      ['"b"', "enum"],
      ['"1"', "enum"],
    ],
  },
  const: { schema: '{"const": 9007199254740993}', good: ["9007199254740993"], bad: [["9007199254740992", "const"]] },
  minimum: {
    schema: '{"minimum": 9007199254740993}',
    good: ["9007199254740993"],
    bad: [["9007199254740992", "least"]],
  },
  maximum: { schema: '{"maximum": 3}', good: ["3", "3.0"], bad: [["3.0000000000000000001", "most"]] },
  exclusiveMinimum: {
    schema: '{"exclusiveMinimum": 0}',
    good: ["0.1", '"text"'],
    bad: [
      ["0", "above"],
      ["-0", "above"],
    ],
  },
  exclusiveMaximum: { schema: '{"exclusiveMaximum": 1e3}', good: ["999.9"], bad: [["1000", "below"]] },
  multipleOf: { schema: '{"multipleOf": 0.01}', good: ["0.07", "19.99", "4"], bad: [["0.075", "multiple"]] },
  minLength: { schema: '{"minLength": 2}', good: ['"ab"'], bad: [['"💥"', "size_least"]] },
  maxLength: { schema: '{"maxLength": 2}', good: ['"💥💥"'], bad: [['"abc"', "size_most"]] },
  pattern: { schema: '{"pattern": "^[a-z]+\\\\d$"}', good: ['"ab1"', "5"], bad: [['"1"', "pattern"]] },
  minItems: { schema: '{"minItems": 1}', good: ["[0]"], bad: [["[]", "size_least"]] },
  maxItems: { schema: '{"maxItems": 1}', good: ["[0]"], bad: [["[0,1]", "size_most"]] },
  uniqueItems: {
    schema: '{"uniqueItems": true}',
    good: ['[1, "1"]'],
    bad: [['[{"a":1,"b":2},{"b":2,"a":1.0}]', "unique"]],
  },
  minProperties: { schema: '{"minProperties": 1}', good: ['{"a":1}'], bad: [["{}", "size_least"]] },
  maxProperties: { schema: '{"maxProperties": 0}', good: ["{}"], bad: [['{"a":1}', "size_most"]] },
  required: {
    schema: '{"required": ["a", "b"]}',
    good: ['{"a":null,"b":0}', "[]"],
    bad: [
      ['{"a":1}', "required"],
      ["{}", "required", "required"],
    ],
  },
  dependentRequired: {
    schema: '{"dependentRequired": {"a": ["b"]}}',
    good: ['{"b":1}', '{"a":1,"b":1}'],
    bad: [['{"a":1}', "required"]],
  },
  properties: {
    schema: '{"properties": {"a": {"type": "string"}, "__proto__": {"type": "string"}}}',
    good: ['{"a":"", "z": 1}'],
    bad: [
      ['{"a":1}', "a: type"],
      ['{"__proto__":1}', "__proto__: type"],
    ],
  },
  patternProperties: {
    schema: '{"patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": false}',
    good: ['{"x-a":"1"}'],
    bad: [
      ['{"x-a":1}', "x-a: type"],
      ['{"y":1}', "y: additional"],
    ],
  },
  additionalProperties: {
    schema: '{"properties": {"a": {}}, "additionalProperties": {"type": "integer"}}',
    good: ['{"a":"", "b": 1}'],
    bad: [['{"b":""}', "b: type"]],
  },
  propertyNames: {
    schema: '{"propertyNames": {"maxLength": 2}}',
    good: ['{"ab":1}'],
    bad: [['{"abc":1}', "abc: size_most"]],
  },
  items: { schema: '{"items": {"type": "integer"}}', good: ["[1,2]"], bad: [['[1,"2",{}]', "1: type", "2: type"]] },
  prefixItems: {
    schema: '{"prefixItems": [{"type": "string"}], "items": {"type": "integer"}}',
    good: ['["a",1]', "[]"],
    bad: [['[1,"a"]', "0: type", "1: type"]],
  },
  contains: {
    schema: '{"contains": {"const": 1}, "maxContains": 1}',
    good: ["[0,1]"],
    bad: [
      ["[0]", "contains"],
      ["[1,1]", "contains_most"],
    ],
  },
  minContains: { schema: '{"contains": {"const": 1}, "minContains": 0}', good: ["[]"], bad: [] },
  allOf: {
    schema: '{"allOf": [{"required": ["a"]}, {"properties": {"a": {"type": "string"}}}]}',
    good: ['{"a":""}'],
    bad: [
      ['{"a":1}', "a: type"],
      ["{}", "required"],
    ],
  },
  anyOf: {
    schema: '{"anyOf": [{"type": "string"}, {"minimum": 3, "type": "integer"}]}',
    good: ['""', "3"],
    bad: [
      ["2", "least"],
      ["null", "choice"],
    ],
  },
  oneOf: {
    schema: '{"oneOf": [{"multipleOf": 3}, {"multipleOf": 5}]}',
    good: ["3", "5"],
    bad: [
      ["15", "one_of"],
      ["2", "choice"],
    ],
  },
  "the alternative that was meant": {
    schema:
      '{"oneOf": [{"properties": {"kind": {"const": "card"}, "number": {"type": "string"}}, "required": ["kind", "number"]}, {"properties": {"kind": {"const": "bank"}, "iban": {"type": "string"}}, "required": ["kind", "iban"]}]}',
    good: ['{"kind":"bank","iban":"x"}'],
    bad: [['{"kind":"card","number":4}', "number: type"]],
  },
  discriminator: {
    schema:
      '{"oneOf": [{"$ref": "#/$defs/0"}, {"$ref": "#/$defs/1"}], "discriminator": {"propertyName": "kind", "mapping": {"card": "#/$defs/0", "bank": "#/$defs/1"}}, "$defs": {"0": {"required": ["number", "cvc", "year"]}, "1": {"required": ["iban"]}}}',
    good: ['{"iban":1}'],
    bad: [['{"kind":"card","cvc":1,"year":1}', "required"]],
  },
  not: { schema: '{"not": {"type": "string"}}', good: ["1"], bad: [['""', "not"]] },
  if: {
    schema:
      '{"if": {"properties": {"a": {"const": 1}}, "required": ["a"]}, "then": {"required": ["b"]}, "else": {"required": ["c"]}}',
    good: ['{"a":1,"b":1}', '{"c":1}'],
    bad: [
      ['{"a":1}', "required"],
      ['{"a":2}', "required"],
    ],
  },
  dependentSchemas: {
    schema: '{"dependentSchemas": {"a": {"required": ["b"]}}}',
    good: ["{}"],
    bad: [['{"a":1}', "required"]],
  },
  unevaluatedProperties: {
    schema:
      '{"allOf": [{"properties": {"a": {}}}], "anyOf": [{"properties": {"b": {"type": "string"}}}, true], "unevaluatedProperties": false}',
    good: ['{"a":1,"b":""}'],
    bad: [['{"a":1,"c":1}', "c: additional"]],
  },
  unevaluatedItems: {
    schema: '{"prefixItems": [{}], "contains": {"const": 7}, "unevaluatedItems": {"type": "string"}}',
    good: ['[1,7,"a"]'],
    bad: [["[1,7,2]", "2: type"]],
  },
  $ref: {
    schema: '{"$defs": {"a/b": {"type": "string"}}, "properties": {"x": {"$ref": "#/$defs/a~1b", "minLength": 1}}}',
    good: ['{"x":"1"}'],
    bad: [
      ['{"x":1}', "x: type"],
      ['{"x":""}', "x: size_least"],
    ],
  },
  "a reference to nothing": { schema: '{"$ref": "#/$defs/none"}', good: ["1", "null"], bad: [] },
  recursion: {
    schema: '{"properties": {"next": {"$ref": "#"}, "n": {"type": "integer"}}}',
    good: ['{"next":{"next":{"n":1}}}'],
    bad: [['{"next":{"next":{"n":""}}}', "next/next/n: type"]],
  },
};

for (const [name, { schema, good, bad }] of Object.entries(cases)) {
  test(name, () => {
    for (const value of good) expect(check(schema, value), value).toEqual([]);
    for (const [value, ...said] of bad) expect(check(schema, value), value).toEqual(said);
  });
}

const formats: Record<string, [good: string[], bad: string[]]> = {
  date: [["2024-02-29"], ["2023-02-29", "2024-13-01", "24-01-01"]],
  time: [
    ["23:59:60Z", "01:02:03.5+02:00"],
    ["24:00:00Z", "01:02:03"],
  ],
  "date-time": [
    ["2024-01-31T00:00:00Z", "2024-01-31t00:00:00.123-05:00"],
    ["2024-01-31", "2024-01-32T00:00:00Z"],
  ],
  duration: [
    ["P1Y2M3DT4H5M6.7S", "P2W", "PT0S"],
    ["P", "PT", "1D"],
  ],
  email: [
    ["a@b.example", '"a b"@c.example'],
    ["a", "a@", "@b", "a b@c.example", "a..b@c.example"],
  ],
  hostname: [["a.b-c.example"], ["-a.example", "a_b", ""]],
  ipv4: [["127.0.0.1"], ["256.0.0.1", "1.2.3", "1.2.3.4.5"]],
  ipv6: [
    ["::1", "2001:db8::ff00:42:8329"],
    ["1.2.3.4", ":::", "12345::"],
  ],
  uri: [
    ["https://a.example/b?c#d", "urn:isbn:1"],
    ["/a", "a b", "https://a.example/{b}"],
  ],
  "uri-reference": [
    ["/a", "a#b", ""],
    ["a b", "%zz"],
  ],
  uuid: [["3f0c1a9e-0000-4000-8000-0123456789ab"], ["3f0c1a9e", "3f0c1a9e-0000-4000-8000-0123456789ag"]],
  byte: [
    ["YWI=", "YWI", ""],
    ["Y", "a*b="],
  ],
  "json-pointer": [
    ["", "/a~1b/~0"],
    ["a", "/~2"],
  ],
  "a format of its own": [["anything"], []],
};

describe("formats", () => {
  test.each(Object.entries(formats))("%s", (format, [good, bad]) => {
    const schema = JSON.stringify({ format });
    for (const text of good) expect(check(schema, JSON.stringify(text)), text).toEqual([]);
    for (const text of bad) expect(check(schema, JSON.stringify(text)), text).toEqual(["format"]);
  });

  test("of numbers", () => {
    expect(check('{"format": "int64"}', "9223372036854775807")).toEqual([]);
    expect(check('{"format": "int64"}', "9223372036854775808")).toEqual(["format"]);
    expect(check('{"format": "int32"}', "2147483648")).toEqual(["format"]);
  });
});

describe("limits", () => {
  test("a schema that refers to itself for the same value terminates", () => {
    expect(check('{"$ref": "#"}', "1")).toEqual([]);
    expect(check('{"anyOf": [{"$ref": "#"}, {"$ref": "#"}], "type": "string"}', "1")).toEqual(["type", "choice"]);
  });

  test("circular references add nothing, and the rest still applies", () => {
    const circle = '{"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a", "type": "integer"}}';
    expect(
      check(`${circle}, "properties": {"x": {"$ref": "#/$defs/a"}, "y": {"$ref": "#/$defs/a"}}}`, '{"x":"","y":""}'),
    ).toEqual(["x: type", "y: type"]);
  });

  test("nested alternatives terminate", () => {
    const node = (depth: number): unknown =>
      depth === 0 ? { type: "string" } : { anyOf: [node(depth - 1), node(depth - 1)] };
    expect(check(JSON.stringify({ ...(node(11) as object), minimum: 2 }), "1")).toContain("least");
  });

  test("at most twenty problems are reported", () => {
    expect(
      check('{"items": {"type": "string"}}', JSON.stringify(Array.from({ length: 500 }, (_, at) => at))),
    ).toHaveLength(20);
  });

  test("all patterns together do limited work", () => {
    const hard = "a".repeat(60);
    const again = JSON.stringify({ items: { pattern: "^(a+)+\\1!$" } });
    expect(check(again, JSON.stringify([hard, "b"]))).toEqual(["1: pattern"]);
    expect(check(again, JSON.stringify([...Array.from({ length: 100 }, () => hard), "b"]))).toEqual([]);
  });

  test("invalid regular expressions aren't applied", () => {
    expect(check('{"pattern": "(?<a"}', '"x"')).toEqual([]);
    expect(check('{"pattern": "^\\\\_$"}', '"x"')).toEqual(["pattern"]);
  });

  test("numbers of any size are compared with limited work", () => {
    expect(check('{"maximum": 1e400}', "1e999999999")).toEqual([]);
    expect(check('{"multipleOf": 1e-300}', "1e300")).toEqual([]);
  });
});
