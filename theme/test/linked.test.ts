/** Linked reading: the values in examples, their fields, and the places of a request's parts in samples. */

import { describe, expect, test } from "vitest";
import { type Field, match, type Rule } from "../src/body/linked/match.ts";
import { align, parametersIn, partsIn } from "../src/body/linked/sample.ts";
import { scanJson, scanPairs, scanXml, type Value } from "../src/body/linked/values.ts";
import type { RequestDescriptor } from "../src/islands/request/model.ts";
import { plain } from "../src/islands/request/samples/code.ts";
import { LANGUAGES, loadGenerator } from "../src/islands/request/samples/languages.ts";

/** Returns the path and the 1-based line of each named value. */
function paths(text: string, values: readonly Value[], above: readonly string[] = []): string[] {
  return values.flatMap(({ name, start, children }) => {
    const path = name === null ? above : [...above, name];
    const line = text.slice(0, start).split("\n").length;
    return [...(name === null ? [] : [`${path.join(".")}:${line}`]), ...paths(text, children, path)];
  });
}

describe("scanners", () => {
  test("JSON: nested objects and lists", () => {
    const text = '{\n  "a": {\n    "b\\"c": 1\n  },\n  "d": [\n    { "e": "{x: [1]}" },\n    2\n  ]\n}';
    expect(paths(text, scanJson(text))).toEqual(["a:2", 'a.b"c:3', "d:5", "d.e:6"]);
  });

  test("JSON: lines, and text that is cut", () => {
    expect(paths('{"a":1}\n{"a":2}', scanJson('{"a":1}\n{"a":2}'))).toEqual(["a:1", "a:2"]);
    const cut = '{\n  "a": [\n    {\n      "b": tr\n…';
    expect(paths(cut, scanJson(cut))).toEqual(["a:2", "a.b:4"]);
    expect(scanJson("")).toEqual([]);
    expect(scanJson("]}")).toEqual([]);
  });

  test("XML: elements, attributes, and namespaces", () => {
    const text =
      '<?xml version="1.0"?>\n<order id="7">\n  <!-- <no/> -->\n  <x:tea>\n    <kind/>\n  </x:tea>\n  <t>1</t>\n</order>';
    expect(paths(text, scanXml(text))).toEqual(["id:2", "tea:4", "tea.kind:5", "t:7"]);
    const [root] = scanXml("<a><b>1</b></a>");
    expect(root?.children[0]).toMatchObject({ name: "b", kind: "scalar", text: "1", start: 3, end: 11 });
  });

  test("pairs", () => {
    const [root] = scanPairs("a=1&filter%5Bb%5D=x+y");
    expect(root?.children).toMatchObject([
      { name: "a", text: "1", start: 0, end: 3 },
      { name: "filter", text: "x y", start: 4, end: 21 },
    ]);
  });
});

type Own = Field<string>;

function field(target: string, rule: Rule, nested: Partial<Own> = {}): Own {
  return { target, rule, isShown: true, rows: [], choices: [], allows: () => undefined, ...nested };
}

const named = (name: string, nested: Partial<Own> = {}): Own => field(name, { kind: "name", name }, nested);

function schema(nested: Partial<Own>): Own {
  const { target: _, ...own } = field("", { kind: "same" }, nested);
  return own;
}

/** Returns the field and the text of each link to a field's own value. */
const links = (text: string, of: Own, scan = scanJson) =>
  scan(text)
    .flatMap((value) => match(value, of))
    .filter(({ isOwn }) => isOwn)
    .map(({ target, start, end }) => `${target} ${text.slice(start, end)}`);

describe("matching", () => {
  test("items of a list share the list's fields", () => {
    const of = schema({ rows: [named("all", { rows: [named("id")] })] });
    expect(links('{"all": [{"id": 1}, [{"id": 2}]]}', of)).toEqual([
      'all "all": [{"id": 1}, [{"id": 2}]]',
      'id "id": 1',
      'id "id": 2',
    ]);
  });

  test("a list at the root, and items with their own fields", () => {
    const of = schema({ rows: [field("first", { kind: "item", at: 0 }), field("rest", { kind: "item" })] });
    expect(links("[1, 2]", of)).toEqual(["first 1", "rest 2"]);
  });

  test("other members belong to a pattern or to additional properties", () => {
    const other = field("other", { kind: "any" }, { rows: [named("x")] });
    const pattern = field("pattern", { kind: "pattern", pattern: "^x-" });
    const of = schema({ rows: [named("a"), other, pattern] });
    expect(links('{"a": 1, "x-b": 2, "c": {"x": 3}}', of)).toEqual([
      'a "a": 1',
      'pattern "x-b": 2',
      'other "c": {"x": 3}',
      'x "x": 3',
    ]);
  });

  test("an unknown member has no field, and neither has anything in it", () => {
    expect(links('{"b": {"a": 1}}', schema({ rows: [named("a")] }))).toEqual([]);
  });

  const variant = (isShown: boolean, ...rows: Own[]) => schema({ isShown, rows });
  const kind = (target: string) =>
    field(target, { kind: "name", name: "kind" }, { allows: (text) => target.endsWith(text) });

  test("the variant is the one that has the members", () => {
    const of = schema({ choices: [[variant(true, named("card")), variant(false, named("iban"))]] });
    expect(links('{"iban": 1}', of)).toEqual(['iban "iban": 1']);
    expect(links('{"other": 1}', of)).toEqual([]);
  });

  test("the variant is the one that allows the values", () => {
    const same = [variant(true, kind("kind-of-a")), variant(false, kind("kind-of-b"))];
    expect(links('{"kind": "b"}', schema({ choices: [same] }))).toEqual(['kind-of-b "kind": "b"']);
    expect(links('{"kind": "c"}', schema({ choices: [same] }))).toEqual([]);
  });

  test("the shown variant wins among equal ones", () => {
    const first = field("first", { kind: "name", name: "a" });
    const second = field("second", { kind: "name", name: "a" });
    const of = schema({ choices: [[variant(false, first), variant(true, second)]] });
    expect(links('{"a": 1}', of)).toEqual(['second "a": 1']);
  });

  test("each item of a list has its own variant", () => {
    const of = schema({ choices: [[variant(true, named("a")), variant(false, named("b"))]] });
    expect(links('[{"a": 1}, {"b": 2}]', of)).toEqual(['a "a": 1', 'b "b": 2']);
  });

  test("in XML, a list can be wrapped or repeated", () => {
    const of = schema({ rows: [named("tags"), named("tea", { rows: [named("kind")] })] });
    const text = "<o><tags><tag>1</tag></tags><tea><kind>a</kind></tea><tea><kind>b</kind></tea></o>";
    expect(links(text, of, scanXml)).toEqual([
      "tags <tags><tag>1</tag></tags>",
      "tea <tea><kind>a</kind></tea>",
      "kind <kind>a</kind>",
      "tea <tea><kind>b</kind></tea>",
      "kind <kind>b</kind>",
    ]);
    const wrapped = schema({ rows: [named("teas", { rows: [named("kind")] })] });
    expect(links("<o><teas><tea><kind>a</kind></tea></teas></o>", wrapped, scanXml)).toEqual([
      "teas <teas><tea><kind>a</kind></tea></teas>",
      "kind <kind>a</kind>",
    ]);
  });
});

const body =
  '{\n  "name": "Oak \\"1\\"\\n$x",\n  "tags": [\n    "a",\n    "b"\n  ],\n  "legs": {\n    "count": 4\n  }\n}';
const request: RequestDescriptor & { path: string } = {
  method: "POST",
  path: "/benches/{id}/legs",
  url: "https://api.example.com/v1/benches/b-17/legs?limit=10&filter%5Bx%5D=a%20b",
  headers: [
    ["Accept", "application/json"],
    ["X-Trace", "t-1"],
    ["Cookie", "session=s1; theme=dark"],
    ["Content-Type", "application/json"],
  ],
  body: { kind: "text", text: body },
};

const lineOf = (text: string, offset: number) => text.slice(0, offset).split("\n").length - 1;

describe.each(LANGUAGES.map(({ id }) => id))("samples in %s", (id) => {
  test("have the parameters where their values are", async () => {
    const text = plain((await loadGenerator(id))(request));
    const lines = text.split("\n");
    const found = parametersIn(text, request);
    const at = (place: string, name: string) => found.filter((spot) => spot.place === place && spot.name === name);
    for (const [place, name, value] of [
      ["path", "id", "b-17"],
      ["query", "limit", "limit=10"],
      ["query", "filter", "filter%5Bx%5D=a%20b"],
    ] as const) {
      const [spot, ...others] = at(place, name);
      expect(others, name).toEqual([]);
      expect(text.slice(spot?.start, spot?.end).replace(/["'`\\]+$/, ""), name).toBe(value);
    }
    for (const [name, value] of [
      ["x-trace", "t-1"],
      ["accept", "application/json"],
    ] as const) {
      for (const spot of at("header", name)) {
        expect(lines[lineOf(text, spot.start)]?.toLowerCase()).toContain(name);
        expect(text.slice(spot.start, spot.end)).toContain(value);
      }
    }
    expect(at("header", "x-trace")).toHaveLength(1);
    const [theme] = at("cookie", "theme");
    if (theme) expect(text.slice(theme.start, theme.end)).toContain("theme=dark");
  });

  test("have each line of the body where it is, or nothing", async () => {
    const text = plain((await loadGenerator(id))(request));
    const at = align(text, body);
    for (const name of ["name", "tags", "legs", "count"]) {
      const start = body.indexOf(`"${name}"`);
      const range = at?.({ start, end: start + name.length + 2 });
      if (range) expect(text.slice(range.start, range.end).replace(/["'`\\]/g, "")).toBe(name);
    }
    const legible = body.replace('\\"1\\"\\n$x', "1");
    const other = plain((await loadGenerator(id))({ ...request, body: { kind: "text", text: legible } }));
    expect(align(other, legible), id).not.toBeNull();
  });

  test("have no other body", async () => {
    const text = plain((await loadGenerator(id))(request));
    expect(align(text, body.replace("count", "number"))).toBeNull();
  });

  test("have the parts of a form", async () => {
    const parts = [
      { name: "note", text: "x" },
      { name: "photo", file: { name: "photo.png", type: "" } },
    ];
    const text = plain((await loadGenerator(id))({ ...request, headers: [], body: { kind: "multipart", parts } }));
    const found = partsIn(text, parts);
    expect(found.map(({ name }) => name)).toEqual(["note", "photo"]);
    for (const { name, start, end } of found) expect(text.slice(start, end)).toContain(name);
    expect(partsIn(text, [{ name: "missing" }])).toEqual([]);
  });
});

test("a text that occurs twice has no place", () => {
  expect(align("a: 12, b: 12", "12")).toBeNull();
  expect(align("a: 12", "")).toBeNull();
});
