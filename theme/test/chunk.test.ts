import { describe, expect, test } from "vitest";
import { parseChunk, parseNavTree, parseSite, parseSiteIndex } from "../src/chunk.ts";
import { pages, site, tree } from "./fixtures/site.ts";

/** JSON has no `undefined`, so a key with that value is omitted. */
const wire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("parseChunk", () => {
  test.each(Object.entries(pages))("accepts the %s page", (_, page) => {
    expect(parseChunk(wire(page))).toEqual(page);
  });

  test("accepts the inlined copy, which has no html", () => {
    expect(parseChunk(wire({ ...pages.doc, html: undefined })).html).toBeUndefined();
  });

  test.each([
    ["build", 1, "chunk.build: expected a string"],
    ["path", undefined, "chunk.path: expected a string"],
    ["kind", null, "chunk.kind: expected a string"],
    ["title", [], "chunk.title: expected a string"],
    ["head", "x", "chunk.head: expected a list"],
    ["navbar", {}, "chunk.navbar: expected a list"],
    ["toc", null, "chunk.toc: expected a list"],
    ["html", 3, "chunk.html: expected a string"],
    ["sidebar", undefined, "chunk.sidebar: expected an object"],
    ["sidebar", { id: "docs" }, "chunk.sidebar.trail: expected a list"],
  ])("refuses a %s of %j", (key, value, message) => {
    expect(() => parseChunk(wire({ ...pages.doc, [key]: value }))).toThrow(new TypeError(message));
  });

  test.each([[null], [[]], ["<!doctype html>"]])("rejects %j", (value) => {
    expect(() => parseChunk(value)).toThrow("chunk: expected an object");
  });
});

test("the site's data, its index, and a tree are checked on arrival", () => {
  expect(parseSite(wire(site))).toEqual(site);
  expect(() => parseSite({ ...site, navbar: { items: {} } })).toThrow("site.navbar.items: expected a list");
  expect(parseNavTree(wire(tree))).toEqual(tree);
  expect(() => parseNavTree({ id: "docs" })).toThrow("navigation.items: expected a list");
  expect(() => parseSiteIndex({ build: "b1", nav: [] })).toThrow("site index.nav: expected an object");
});
