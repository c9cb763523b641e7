import { beforeAll, describe, expect, test, vi } from "vitest";
import { canonicalPath, chunkUrl, isRoute, normalizePath, withBase } from "../src/site.ts";

const folders = { baseUrl: "/", trailingSlash: true };
const files = { baseUrl: "/x/", trailingSlash: false };

test.each([
  ["/docs/a/index.html", "/docs/a"],
  ["/docs/a.html", "/docs/a"],
  [" /docs/a ", "/docs/a"],
  ["/index.html", "/"],
  ["", "/"],
  ["/docs/index.html.html", "/docs/index.html"],
  ["/docs/a/", "/docs/a/"],
])("normalizePath(%j) is %j", (path, normal) => {
  expect(normalizePath(path)).toBe(normal);
});

test.each([
  [folders, "/docs/a", "/docs/a/", "/docs/a/index.json"],
  [folders, "/docs/a/index.html", "/docs/a/", "/docs/a/index.json"],
  [folders, "/", "/", "/index.json"],
  [files, "/x/docs/a/", "/x/docs/a", "/x/docs/a.json"],
  [files, "/x/docs/a.html", "/x/docs/a", "/x/docs/a.json"],
  [files, "/x", "/x/", "/x/index.json"],
  [files, "/x/", "/x/", "/x/index.json"],
])("with %j, %s is %s and its chunk %s", (addresses, path, canonical, chunk) => {
  expect(canonicalPath(path, addresses)).toBe(canonical);
  expect(chunkUrl(canonical, addresses)).toBe(chunk);
});

test.each([
  ["/docs/a", "/x/docs/a"],
  ["/x/docs/a", "/x/docs/a"],
  ["#a", "#a"],
  ["//example.org/a", "//example.org/a"],
  ["mailto:a@example.org", "mailto:a@example.org"],
  ["a/b", "a/b"],
])("withBase(%j) is %j", (href, based) => {
  expect(withBase(href, files)).toBe(based);
});

describe("isRoute", () => {
  beforeAll(() => {
    vi.stubGlobal("location", new URL("https://site.example/x/docs/a"));
  });

  test.each([
    ["/x/docs/b", true],
    ["/x", true],
    ["/x/docs/b.html", true],
    ["/x/docs/v1.2", true],
    ["/x/docs/b.md", false],
    ["/x/files/report.pdf", false],
    ["/y/docs/b", false],
    ["https://other.example/x/docs/b", false],
  ])("%s: %s", (href, route) => {
    expect(isRoute(new URL(href, location.href), files)).toBe(route);
  });
});
