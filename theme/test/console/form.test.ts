import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  climbers,
  listItems,
  listText,
  missing,
  plainText,
  typedJson,
  unchosen,
} from "../../src/islands/request/console/form.ts";
import { bodyProblems, parameterProblems, readSchemas } from "../../src/islands/request/console/problems.ts";
import { describe } from "../../src/islands/request/describe.ts";
import type { RequestModel } from "../../src/islands/request/model.ts";

const model: RequestModel = {
  document: "api",
  method: "POST",
  path: "/a/{id}",
  servers: [{ url: "https://api.example", variables: [] }],
  parameters: [
    { name: "id", in: "path", required: true, style: "simple", explode: false, input: { type: "string" } },
    { name: "n", in: "query", required: true, style: "form", explode: true, input: { type: "integer" } },
    { name: "q", in: "query", required: false, style: "form", explode: true, input: { type: "string" } },
  ],
  bodies: [
    { mediaType: "application/json", examples: [{ name: "a", title: "", text: '{"n": 1}' }] },
    {
      mediaType: "multipart/form-data",
      examples: [],
      fields: [
        { name: "title", required: true, style: "form", explode: true, input: { type: "string" } },
        { name: "file", required: false, style: "form", explode: true, input: { type: "file" } },
      ],
    },
    { mediaType: "application/octet-stream", examples: [], file: true },
  ],
  bodyRequired: true,
  security: [],
  schemes: {},
  accepts: [],
  samples: [],
  console: true,
};

test("missing inputs are listed in the order of the form", () => {
  expect(missing(model, {})).toEqual(["path:id", "query:n"]);
  const filled = { parameters: { "path:id": "1", "query:n": "0" } };
  expect(missing(model, filled)).toEqual([]);
  expect(missing(model, { ...filled, text: " \n" })).toEqual(["body"]);
  expect(missing({ ...model, bodyRequired: false }, { ...filled, text: "" })).toEqual([]);
  expect(missing(model, { ...filled, body: 1 })).toEqual(["field:title"]);
  expect(missing(model, { ...filled, body: 1, fields: { title: "x" } })).toEqual([]);
  expect(missing({ ...model, bodyRequired: false }, { ...filled, body: 1 })).toEqual([]);
  expect(missing(model, { ...filled, body: 2, file: null })).toEqual(["body"]);
  expect(missing(model, { ...filled, body: 2, file: { name: "a", type: "" } })).toEqual([]);
  for (const baseUrl of ["", "api.example", "javascript:alert(1)", "ftp://a"]) {
    expect(missing(model, { ...filled, baseUrl }), baseUrl).toEqual(["base-url"]);
  }
  expect(missing(model, { ...filled, baseUrl: " https://own.example " })).toEqual([]);
});

test("a form is complete with its example, except for the files", () => {
  const [, form] = model.bodies;
  const examples = [{ name: "generated", title: "", text: '{"title":"T","file":"a.png"}' }];
  const own: RequestModel = { ...model, bodies: [{ ...form, mediaType: "multipart/form-data", examples }] };
  const filled = { parameters: { "path:id": "1", "query:n": "0" } };
  expect(missing(own, filled)).toEqual([]);
  expect(unchosen(own, filled)).toEqual(["field:file"]);
  expect(unchosen(own, { ...filled, fields: { title: "T" } })).toEqual([]);
  const file = [{ name: "b.png", type: "", blob: new Blob(["b"]) }];
  expect(unchosen(own, { ...filled, fields: { title: "T", file } })).toEqual([]);
  expect(unchosen(model, { ...filled, body: 2 })).toEqual(["body"]);
  expect(unchosen(model, { ...filled, body: 2, file: null })).toEqual([]);
});

test("an input that can be empty isn't missing, and is sent empty", () => {
  const [id, n] = model.parameters;
  if (!id || !n) throw new Error("there are two");
  const empty = { ...model, parameters: [{ ...n, allowEmpty: true }] };
  expect(missing({ ...empty, bodyRequired: false }, {})).toEqual([]);
  const url = (purpose: "sample" | "send") => describe({ ...empty, path: "/a" }, {}, purpose).url;
  expect(url("send")).toBe("https://api.example/a?n=");
  expect(url("sample")).toBe("https://api.example/a?n=%3An");
});

test("values that a path would lose are listed", () => {
  const [id] = model.parameters;
  if (!id) throw new Error("there is one");
  const paths: [path: string, values: string[], told: string[]][] = [
    ["/a/{x}", [".."], ["path:x"]],
    ["/a/{x}/b", ["."], ["path:x"]],
    ["/a/{x}{y}", [".", "."], ["path:x", "path:y"]],
    ["/a/{x}{y}", [".", ".a"], []],
    ["/a/.{x}", ["."], ["path:x"]],
    ["/a/%2e{x}", ["."], ["path:x"]],
    ["/a/{x}", ["%2e"], []],
    ["/a/{x}", ["..."], []],
    ["/a/{x}?b={y}", ["a", ".."], []],
    ["/{x}/b/{y}", ["a", ".."], ["path:y"]],
  ];
  for (const [path, values, told] of paths) {
    const parameters = ["x", "y"].map((name) => ({ ...id, name }));
    const typed = Object.fromEntries(values.map((value, at) => [`path:${"xy"[at]}`, value]));
    expect(climbers({ ...model, path, parameters }, { parameters: typed }), path).toEqual(told);
  }
  const label = { ...id, style: "label" as const };
  expect(climbers({ ...model, parameters: [label] }, { parameters: { "path:id": "." } })).toEqual(["path:id"]);
  const kept = { ...id, allowReserved: true };
  expect(climbers({ ...model, parameters: [kept] }, { parameters: { "path:id": "%2E." } })).toEqual(["path:id"]);
});

test("lists are JSON, and their numbers keep their digits", () => {
  expect(listItems("")).toEqual([]);
  expect(listItems('["a", 9007199254740993, true]')).toEqual(["a", "9007199254740993", "true"]);
  expect(listItems('[{"a":1}]')).toBeNull();
  expect(listItems("a,b")).toBeNull();
  expect(listText([], { type: "string" })).toBe("");
  expect(listText(["1", 'a"'], { type: "string" })).toBe('["1","a\\""]');
  expect(listText(["9007199254740993", "x"], { type: "integer" })).toBe('[9007199254740993,"x"]');
  expect(plainText('"a"')).toBe("a");
  expect(plainText("1.10")).toBe("1.10");
  expect(plainText(undefined)).toBe("");
});

test("the type determines the value of typed text", () => {
  expect(typedJson("12", { type: "string" }).source).toBe('"12"');
  expect(typedJson("12", { type: "integer" }).source).toBe("12");
  expect(typedJson("x", { type: "integer" }).source).toBe('"x"');
  expect(typedJson('"12"', { type: "integer" }).source).toBe('"\\"12\\""');
  expect(typedJson("[1]", { type: "array" }).kind).toBe("array");
});

test("input is checked against the schemas of the request, if there are any", () => {
  const schemas = readSchemas(
    '{"parameters": {"query:n": {"maximum": 9007199254740992}}, "bodies": [{"$ref": "#/$defs/b"}], "$defs": {"b": {"properties": {"n": {"type": "string"}}, "required": ["m"]}}}',
  );
  const values = { parameters: { "query:n": "9007199254740993" } };
  expect(parameterProblems(model, values, schemas)).toEqual({ "query:n": "must be at most 9007199254740992" });
  expect(parameterProblems(model, values, null)).toEqual({});
  expect(bodyProblems(model, {}, schemas)).toEqual([
    { where: "", message: "“m” is missing", line: 1, place: 0 },
    { where: "n", message: "must be of type string", line: 1, place: 6 },
  ]);
  expect(bodyProblems(model, { text: "{\n  1}" }, null)).toEqual([
    { where: "", message: "Invalid JSON starting at “1”", line: 2, place: 4 },
  ]);
  expect(bodyProblems(model, { text: "{" }, null)).toMatchObject([{ message: "Unexpected end of JSON" }]);
  expect(bodyProblems(model, { body: 1, text: "{" }, schemas)).toEqual([]);
});

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("credentials are for one document and one origin, and are kept only on request", async () => {
  const { credentialsOf } = await import("../../src/islands/request/credentials.ts");
  const mine = credentialsOf("api", "https://api.example/v1");
  mine.change({ secrets: { key: "secret" } });
  expect(kept.size).toBe(0);
  expect(credentialsOf("api", "https://api.example/v2").cell.get().secrets).toEqual({ key: "secret" });
  for (const [document, address] of [
    ["api", "https://other.example/v1"],
    ["api", "http://api.example/v1"],
    ["api", "https://api.example:8443/v1"],
    ["other", "https://api.example/v1"],
  ] as const) {
    expect(credentialsOf(document, address).cell.get().secrets).toEqual({});
  }
  mine.change({ kept: true });
  expect([...kept]).toEqual([
    ["docgen.credentials.api.https://api.example", '{"secrets":{"key":"secret"},"inputs":{},"renewals":{}}'],
  ]);
  vi.resetModules();
  const again = await import("../../src/islands/request/credentials.ts");
  expect(again.credentialsOf("api", "https://api.example").cell.get()).toEqual({
    kept: true,
    shown: false,
    secrets: { key: "secret" },
    inputs: {},
    renewals: {},
  });
  again.credentialsOf("api", "https://api.example").change({ kept: false });
  expect(kept.size).toBe(0);
});

test("a stored server can be outdated or invalid", async () => {
  const { parseServerChoice, serverChoiceOf, chooseServer } = await import("../../src/islands/request/store.ts");
  const first = { server: 0, variables: {} };
  for (const text of [null, "", "{", "1", "[]", '{"server":"1","variables":[1]}']) {
    expect(parseServerChoice(text), String(text)).toEqual(first);
  }
  chooseServer("api", { server: 1, variables: { region: "eu" }, baseUrl: "https://own.example" });
  expect(kept.has("docgen.server.api")).toBe(true);
  expect(serverChoiceOf("api").get()).toEqual({
    server: 1,
    variables: { region: "eu" },
    baseUrl: "https://own.example",
  });
  expect(parseServerChoice(kept.get("docgen.server.api") ?? null)).toEqual(serverChoiceOf("api").get());
  expect(serverChoiceOf("other").get()).toEqual(first);
});

test("denied storage stores nothing", async () => {
  vi.stubGlobal("sessionStorage", {
    getItem() {
      throw new Error("denied");
    },
    setItem() {
      throw new Error("denied");
    },
  });
  const { credentialsOf } = await import("../../src/islands/request/credentials.ts");
  const mine = credentialsOf("api", "https://api.example");
  mine.change({ kept: true, secrets: { a: "b" } });
  expect(mine.cell.get().secrets).toEqual({ a: "b" });
});
