/** Tests request descriptions: OpenAPI's table of style examples, and cases that the golden requests don't cover. */

import { expect, describe as group, test } from "vitest";
import { describe } from "../src/islands/request/describe.ts";
import { readJson } from "../src/islands/request/json.ts";
import type { FieldModel, ParameterModel, RequestModel, RequestValues } from "../src/islands/request/model.ts";

const model = (over: Partial<RequestModel>): RequestModel => ({
  document: "shop",
  method: "GET",
  path: "/",
  servers: [{ url: "https://x", variables: [] }],
  parameters: [],
  bodies: [],
  bodyRequired: false,
  security: [],
  schemes: {},
  accepts: [],
  samples: [],
  console: true,
  ...over,
});

const color = (place: ParameterModel["in"], style: ParameterModel["style"], explode: boolean, value: unknown) =>
  model({
    path: place === "path" ? "/{color}" : "/",
    parameters: [
      {
        name: "color",
        in: place,
        required: true,
        style,
        explode,
        input: { type: "any" },
        example: JSON.stringify(value),
        given: true,
      },
    ],
  });

const ARRAY = ["blue", "black", "brown"];
const OBJECT = { R: 100, G: 200, B: 150 };

type Row = [
  style: ParameterModel["style"],
  explode: boolean,
  empty: string,
  text: string,
  array: string,
  object: string,
];

/** The rows of the style example table. Undefined cases are `-`. */
const ROWS: Row[] = [
  ["matrix", false, ";color", ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"],
  ["matrix", true, ";color", ";color=blue", ";color=blue;color=black;color=brown", ";R=100;G=200;B=150"],
  ["label", false, "%2E", ".blue", ".blue,black,brown", ".R,100,G,200,B,150"],
  ["label", true, "%2E", ".blue", ".blue.black.brown", ".R=100.G=200.B=150"],
  ["simple", false, "", "blue", "blue,black,brown", "R,100,G,200,B,150"],
  ["simple", true, "", "blue", "blue,black,brown", "R=100,G=200,B=150"],
  ["form", false, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"],
  ["form", true, "color=", "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"],
  ["spaceDelimited", false, "-", "-", "color=blue%20black%20brown", "color=R%20100%20G%20200%20B%20150"],
  ["pipeDelimited", false, "-", "-", "color=blue%7Cblack%7Cbrown", "color=R%7C100%7CG%7C200%7CB%7C150"],
  ["deepObject", true, "-", "-", "-", "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"],
  ["cookie", false, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"],
  ["cookie", true, "color=", "color=blue", "color=blue; color=black; color=brown", "R=100; G=200; B=150"],
];

const placeOf = (style: ParameterModel["style"]) =>
  style === "cookie" ? "cookie" : /^(?:matrix|label|simple)$/.test(style) ? "path" : "query";

group("styles", () => {
  test.each(ROWS)("%s, exploded: %s", (style, explode, ...expected) => {
    const place = placeOf(style);
    for (const [index, value] of ["", "blue", ARRAY, OBJECT].entries()) {
      if (expected[index] === "-") continue;
      const { url, headers } = describe(color(place, style, explode, value), {});
      const written = place === "cookie" ? headers[0]?.[1] : url.slice("https://x/".length).replace(/^\?/, "");
      expect(written).toBe(expected[index]);
    }
  });

  test("nothing is encoded in a header", () => {
    const { headers } = describe(color("header", "simple", true, { "a b": "50%/ü" }), {});
    expect(headers).toEqual([["color", "a b=50%/%C3%BC"]]);
  });
});

test("a line break in a value doesn't start a header", () => {
  const values: RequestValues = { parameters: { "header:color": "a\r\nX-Other: b\0" } };
  const { headers } = describe(color("header", "simple", false, ""), values);
  expect(headers).toEqual([["color", "a%0D%0AX-Other: b%00"]]);
});

test("the sent request contains only what the reader has typed", () => {
  const asked = model({
    path: "/{id}",
    parameters: color("query", "form", true, "blue").parameters,
    bodies: [{ mediaType: "application/json", examples: [{ name: "a", title: "A", text: "{}" }] }],
    security: [[{ scheme: "key", scopes: [] }]],
    schemes: { key: { type: "http", scheme: "bearer" } },
  });
  const sample = describe(asked, {});
  expect(sample.url).toBe("https://x/:id?color=blue");
  expect(sample.headers).toContainEqual(["Authorization", "Bearer <token>"]);
  const sent = describe(asked, {}, "send");
  expect(sent).toEqual({
    method: "GET",
    url: "https://x/:id",
    headers: [["Content-Type", "application/json"]],
    body: { kind: "text", text: "{}" },
  });
});

group("a form", () => {
  const field = (name: string, required: boolean, file = false): FieldModel => ({
    ...{ name, required, style: "form", explode: true, input: { type: file ? "file" : "string" } },
  });
  const form = (fields: FieldModel[], example: object, bodyRequired = false) =>
    model({
      bodies: [
        {
          mediaType: fields.some(({ input }) => input.type === "file")
            ? "multipart/form-data"
            : "application/x-www-form-urlencoded",
          examples: [{ name: "generated", title: "", text: JSON.stringify(example) }],
          fields,
        },
      ],
      bodyRequired,
    });
  const bodies = (of: RequestModel, values: RequestValues) =>
    (["sample", "send"] as const).map((purpose) => describe(of, values, purpose).body);
  const text = (content: string) => ({ kind: "text", text: content });

  test("is sent as the sample shows it", () => {
    const of = form([field("name", false), field("age", false)], { name: "Ann", age: 1, extra: "x" });
    for (const body of bodies(of, {})) expect(body).toEqual(text("name=Ann&age=1&extra=x"));
    for (const body of bodies(of, { fields: { name: "Bo", age: "" } })) expect(body).toEqual(text("name=Bo"));
    for (const body of bodies(of, { fields: { name: "", age: "" } })) expect(body).toBeUndefined();
  });

  test("shows required fields that are empty only in the sample", () => {
    const of = form([field("name", true), field("age", false)], { name: "Ann", age: 1 });
    expect(bodies(of, { fields: { name: "", age: "2" } })).toEqual([text("name=Ann&age=2"), text("age=2")]);
    for (const body of bodies(of, { fields: { name: "" } })) expect(body).toBeUndefined();
    const whole = form([field("name", true)], { name: "Ann" }, true);
    expect(bodies(whole, { fields: { name: "" } })).toEqual([text("name=Ann"), undefined]);
  });

  test("shows the file of an example only in the sample", () => {
    const of = form([field("name", false), field("photo", false, true)], { name: "Ann", photo: "a.png" });
    const name = { name: "name", text: "Ann" };
    const photo = { name: "photo", contentType: "application/octet-stream", file: { name: "a.png", type: "" } };
    const multipart = (...parts: object[]) => ({ kind: "multipart", parts });
    expect(bodies(of, {})).toEqual([multipart(name, photo), multipart(name)]);
    for (const body of bodies(of, { fields: { name: "Ann" } })) expect(body).toEqual(multipart(name));
  });
});

group("JSON", () => {
  test("keeps digits, escapes, and order, but not whitespace", () => {
    const text = '{ "b" : [ 9007199254740993 , 1.10, -0, 1e400 ],\n"a\\u0041": "x y\\n", "c": { } , "d": [] }';
    expect(readJson(text)?.source).toBe('{"b":[9007199254740993,1.10,-0,1e400],"a\\u0041":"x y\\n","c":{},"d":[]}');
  });

  test.each(["", "{", "[1,]", "{a:1}", "01", "'a'", '"a\nb"', "[1] 2", "NaN", `${"[".repeat(200)}`, '"\\x"'])(
    "%j is not JSON",
    (text) => expect(readJson(text)).toBeUndefined(),
  );
});
