/** Adding optional parts to a request, removing them, and choosing the variant of a field. */

import { describe, expect, test } from "vitest";
import { describe as describeRequest } from "../../src/islands/request/describe.ts";
import type {
  BodyModel,
  FieldModel,
  ParameterModel,
  RequestModel,
  RequestValues,
} from "../../src/islands/request/model.ts";
import {
  bodyOf,
  chosenIn,
  isSent,
  partsOf,
  withParts,
  withVariant,
} from "../../src/islands/request/optional/changes.ts";
import { add, remove, replace } from "../../src/islands/request/optional/jsonEdit.ts";

const model = (bodies: BodyModel[], parameters: ParameterModel[] = []): RequestModel => ({
  ...{ document: "api", method: "POST", path: "/a", servers: [], parameters, bodies, bodyRequired: true, security: [] },
  ...{ schemes: {}, accepts: [], samples: [], console: true },
});

const json = (text: string, changes: Partial<BodyModel> = {}): BodyModel => ({
  mediaType: "application/json",
  examples: [{ name: "generated", title: "", text }],
  ...changes,
});

const parameter = (name: string, required: boolean, example?: string): ParameterModel => ({
  ...{ name, in: "query", required, style: "form", explode: true, input: { type: "any" } },
  ...(example !== undefined && { example }),
});

/** Applies changes as the store does. */
function applied(values: RequestValues, changes: object): RequestValues {
  return Object.fromEntries(Object.entries({ ...values, ...changes }).filter(([, value]) => value !== undefined));
}

/** Sets all parts, or only those with this path. */
function set(of: RequestModel, values: RequestValues, isWanted: boolean, only?: string): RequestValues {
  const parts = partsOf(of, bodyOf(of, values));
  const named = parts.filter((part) => only === undefined || ("in" in part ? part.name : part.join(".")) === only);
  return applied(
    values,
    withParts(
      of,
      values,
      named.map((part) => [part, isWanted]),
    ),
  );
}

describe("JSON text", () => {
  const text = '{\n  "a": 1.10,\n  "b": {\n    "c": "x, }"\n  }\n}';

  test("members are added in order, in the style of the text", () => {
    expect(add(text, ["b", "d"], '{"e":[]}', ["c", "d"])).toBe(
      '{\n  "a": 1.10,\n  "b": {\n    "c": "x, }",\n    "d": {\n      "e": []\n    }\n  }\n}',
    );
    expect(add(text, ["first"], "true", ["first", "a", "b"])).toBe(text.replace("{\n", '{\n  "first": true,\n'));
    expect(add('{"a":1}', ["b"], "2", [])).toBe('{"a":1, "b": 2}');
    expect(add("{}", ["b"], "2", [])).toBe('{\n  "b": 2\n}');
    expect(add('[{"a":1},{"a":2,"b":0}]', [0, "b"], "3", [])).toBe('[{"a":1, "b": 3},{"a":2,"b":0}]');
    expect(add(text, ["a"], "2", [])).toBe(text);
    expect(add(text, ["missing", "d"], "2", [])).toBe(text);
  });

  test("members are removed with their comma", () => {
    expect(remove(text, ["a"])).toBe('{\n  "b": {\n    "c": "x, }"\n  }\n}');
    expect(remove(text, ["b"])).toBe('{\n  "a": 1.10\n}');
    expect(remove(text, ["b", "c"])).toBe('{\n  "a": 1.10,\n  "b": {}\n}');
    expect(remove('[{"a":1},{"b":2}]', [0, "a"])).toBe('[{},{"b":2}]');
    expect(remove(text, ["missing"])).toBe(text);
  });

  test("values are replaced with their indent", () => {
    expect(replace(text, ["b"], '{"d":1}')).toBe('{\n  "a": 1.10,\n  "b": {\n    "d": 1\n  }\n}');
  });
});

describe("fields of JSON", () => {
  const body = json('{\n  "id": "a",\n  "note": "n",\n  "items": [\n    {\n      "sku": "x"\n    }\n  ]\n}', {
    optional: [
      [["note"], ""],
      [["size"], '{"width": 1, "unit": "m"}'],
      [["size", "unit"], ""],
      [["items", 0, "sku"], ""],
      [["items", 0, "count"], "1"],
    ],
  });
  const of = model([body]);

  test("the example shows some of the optional fields", () => {
    const sent = partsOf(of, bodyOf(of, {})).map((part) => isSent(part, {}, bodyOf(of, {})));
    expect(sent).toEqual([true, false, false, true, false]);
  });

  test("a field is added and removed again", () => {
    const added = set(of, {}, true, "size");
    expect(JSON.parse(added.text ?? "").size).toEqual({ width: 1, unit: "m" });
    expect(set(of, added, false, "size")).toEqual({});
    const items = set(of, {}, true, "items.0.count");
    expect(JSON.parse(items.text ?? "").items).toEqual([{ sku: "x", count: 1 }]);
  });

  test("a nested field brings the fields around it, without their other optional fields", () => {
    const wide = model([
      json("{}", {
        optional: [
          [["a"], '{"b": {"c": 1, "d": 2}, "e": 3}'],
          [["a", "b"], ""],
          [["a", "b", "c"], ""],
          [["a", "e"], ""],
        ],
      }),
    ]);
    expect(JSON.parse(set(wide, {}, true, "a.b.c").text ?? "")).toEqual({ a: { b: { c: 1, d: 2 } } });
  });

  test("all optional fields can be removed and added", () => {
    const small = set(of, {}, false);
    expect(JSON.parse(small.text ?? "")).toEqual({ id: "a", items: [{}] });
    const large = set(of, small, true);
    expect(JSON.parse(large.text ?? "")).toEqual({
      ...{ id: "a", note: "n", items: [{ sku: "x", count: 1 }], size: { width: 1, unit: "m" } },
    });
    expect(Object.keys(JSON.parse(large.text ?? ""))).toEqual(["id", "note", "items", "size"]);
  });

  test("what the reader typed stays, and text that isn't JSON doesn't change", () => {
    const typed = { text: '{ "id": 9007199254740993, "note": "mine" }' };
    expect(set(of, typed, true, "size").text).toContain('"id": 9007199254740993, "note": "mine", "size": {');
    expect(set(of, { text: "{ nothing" }, true)).toEqual({ text: "{ nothing" });
  });
});

describe("variants of a field", () => {
  const card = '{\n  "pay": {\n    "kind": "card",\n    "number": "4"\n  }\n}';
  const of = model([
    json(card, {
      optional: [
        [["pay", "number"], ""],
        [["pay", "bic"], ""],
      ],
      choices: [[["pay"], ["", '{"kind": "bank", "iban": "NL", "bic": "B"}']]],
    }),
  ]);
  const chosen = (values: RequestValues) => {
    const body = bodyOf(of, values);
    return body && chosenIn(body);
  };

  test("a variant replaces the field, and the first variant restores it", () => {
    const bank = applied({}, withVariant(of, {}, 0, 1));
    expect(JSON.parse(bank.text ?? "")).toEqual({ pay: { kind: "bank", iban: "NL", bic: "B" } });
    expect([chosen({}), chosen(bank)]).toEqual([[0], [1]]);
    expect(partsOf(of, bodyOf(of, bank))).toEqual([["pay", "bic"]]);
    expect(applied(bank, withVariant(of, bank, 0, 0)).text).toBe(card);
  });

  test("a request with only required fields stays one", () => {
    const small = set(of, {}, false);
    expect(JSON.parse(applied(small, withVariant(of, small, 0, 1)).text ?? "")).toEqual({
      pay: { kind: "bank", iban: "NL" },
    });
  });
});

test("parameters without an example have no control, and the others start with their example", () => {
  const of = model(
    [],
    [
      parameter("id", true, '"x"'),
      parameter("limit", false, "10"),
      parameter("q", false),
      parameter("tags", false, '["a"]'),
    ],
  );
  expect(partsOf(of, null).map((part) => "name" in part && part.name)).toEqual(["limit", "tags"]);
  const all = set(of, { parameters: { "query:limit": "7" } }, true);
  expect(all.parameters).toEqual({ "query:limit": "7", "query:tags": '["a"]' });
  expect(set(of, all, false).parameters).toEqual({ "query:limit": "", "query:tags": "" });
});

test("fields of a form keep what the reader typed", () => {
  const field = (name: string, required: boolean): FieldModel => ({
    ...{ name, required, style: "form", explode: true, input: { type: "string" } },
  });
  const form: BodyModel = {
    mediaType: "application/x-www-form-urlencoded",
    examples: [{ name: "generated", title: "", text: '{"name":"Ada","depth":"3"}' }],
    fields: [field("name", true), field("depth", false), field("note", false)],
    optional: [
      [["depth"], ""],
      [["note"], '"n"'],
    ],
  };
  const of = model([form]);
  expect(set(of, {}, false).fields).toEqual({ name: "Ada" });
  expect(set(of, { fields: { name: "Bo" } }, true).fields).toEqual({ name: "Bo", depth: "3", note: "n" });
  // A form without required fields can be empty.
  const open = model([
    {
      ...form,
      fields: [field("depth", false)],
      examples: [{ name: "", title: "", text: '{"depth":"3"}' }],
      optional: [[["depth"], ""]],
    },
  ]);
  expect(describeRequest(open, {}).body).toEqual({ kind: "text", text: "depth=3" });
  const empty = set(open, {}, false);
  expect(describeRequest(open, empty).body).toBeUndefined();
  expect(describeRequest(open, { fields: { depth: "" } }).body).toBeUndefined();
  expect(set(open, empty, true).fields).toEqual({ depth: "3" });
});

test("a form contains the file of its example until the reader removes the field", () => {
  const form: BodyModel = {
    mediaType: "multipart/form-data",
    examples: [{ name: "generated", title: "", text: '{"title":"T","file":"a.png"}' }],
    fields: ["title", "file"].map((name) => ({
      ...{ name, required: false, style: "form", explode: true, input: { type: name === "file" ? "file" : "string" } },
    })),
    optional: [
      [["title"], ""],
      [["file"], ""],
    ],
  };
  const of = model([form]);
  const file = [{ name: "a.png", type: "" }];
  expect(set(of, {}, false, "title").fields).toEqual({ file });
  const bare = set(of, {}, false);
  expect(bare.fields).toEqual({});
  expect(set(of, bare, true).fields).toEqual({ title: "T", file });
  expect(set(of, { fields: { title: "", file: [] } }, true).fields).toEqual({ title: "T", file });
  const own = [{ name: "b.png", type: "", blob: new Blob(["b"]) }];
  expect(set(of, { fields: { file: own } }, true).fields).toEqual({ title: "T", file: own });
});
