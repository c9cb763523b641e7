import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import * as React from "react";
import * as runtime from "react/jsx-runtime";
import * as ReactDOM from "react-dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import english from "../messages/en.json";

interface Client {
  start: string;
  modules: Record<string, string>;
  files: string[];
}

interface Manifest {
  build: string;
  js: string;
  css: string;
  lateCss: string;
  search: string;
  app: string[];
  assets: string[];
  fixed: string[];
  preload: { font: string };
  islands: Record<string, string>;
  early: string;
  client: Client;
  dev: Client;
}

const run = promisify(execFile);
const kilobyte = 1000;
let folder: string;
let manifest: Manifest;

const build = (out: string) => run("node", ["build/build.mjs", path.join(folder, out)]);
const read = (...parts: string[]) => readFile(path.join(folder, ...parts));

async function gzipped(names: string[]): Promise<number> {
  const contents = await Promise.all(names.map((name) => read("a", "assets", name)));
  return contents.reduce((total, content) => total + gzipSync(content, { level: 9 }).length, 0);
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "docgen-theme-"));
  await Promise.all([build("a"), build("b")]);
  manifest = JSON.parse(String(await read("a", "manifest.json"))) as Manifest;
}, 60_000);

afterAll(() => rm(folder, { recursive: true }));

test("the same sources produce the same bytes", async () => {
  const files = (await readdir(path.join(folder, "a"), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(folder, "a"), path.join(entry.parentPath, entry.name)));
  expect(files.length).toBeGreaterThan(manifest.assets.length);
  for (const file of files) expect((await read("a", file)).equals(await read("b", file)), file).toBe(true);
});

test("the manifest lists the existing files", async () => {
  const assets = (await readdir(path.join(folder, "a", "assets"))).sort();
  expect([...manifest.assets, ...manifest.fixed].sort()).toEqual(assets);
  const hashed = /[.-][0-9A-Za-z]{8}\.(?:js|css|woff2)$/;
  expect(manifest.assets.filter((name) => !hashed.test(name))).toEqual([]);
  expect(manifest.fixed.filter((name) => hashed.test(name))).toEqual([]);
  expect(assets).toEqual(
    expect.arrayContaining([
      manifest.js,
      manifest.css,
      manifest.lateCss,
      manifest.search,
      manifest.preload.font,
      ...manifest.app,
      ...Object.values(manifest.islands),
    ]),
  );
  expect(Object.keys(manifest.islands)).toEqual(["diagram", "feedback", "request", "search"]);
});

test("the files for docgen itself never reach a browser", async () => {
  // For each file, a string that occurs in the file.
  const texts = {
    "component.js": "pages are rendered without a clock",
    "icons.txt": "rocket\t<path",
    "math.js": "temml-error",
    "mcp.js": "There's no docgen site at",
    "search.js": "the search index doesn't contain the file",
  };
  expect(await readdir(path.join(folder, "a", "engine"))).toEqual(Object.keys(texts));
  const shipped = await Promise.all(manifest.assets.map(async (name) => String(await read("a", "assets", name))));
  for (const [name, text] of Object.entries(texts)) {
    expect(String(await read("a", "engine", name))).toContain(text);
    expect(shipped.some((asset) => asset.includes(text))).toBe(false);
  }
});

/** Returns the names that a script exports. */
function exportsOf(code: string): string[] {
  const [, list = ""] = /export\s*\{([^}]*)\}/.exec(code) ?? [];
  return list.split(",").map((one) => one.split(" as ").at(-1)?.trim() ?? "");
}

test("interactive components share the app's React, and get all of it", async () => {
  const { client, app, js } = manifest;
  const own = await Promise.all(client.files.map(async (name) => String(await read("a", "assets", name))));
  // The files contain neither a copy of React nor anything that a first load needs.
  expect(own.join("").length).toBeLessThan(12 * kilobyte);
  expect(client.files.filter((name) => [js, ...app].includes(name))).toEqual([]);
  expect(await gzipped([manifest.early])).toBeLessThanOrEqual(0.6 * kilobyte);
  expect(await gzipped([client.start, ...Object.values(client.modules)])).toBeLessThanOrEqual(4.5 * kilobyte);
  for (const [name, module] of [
    ["react", React],
    ["react-dom", ReactDOM],
    ["react/jsx-runtime", runtime],
  ] as const) {
    const isPublic = (key: string) =>
      !/^(?:unstable_(?!batched)|experimental_|__|captureOwnerStack$|act$|default$|module\.exports$)/.test(key);
    const expected = Object.keys(module).filter(isPublic);
    const code = String(await read("a", "assets", client.modules[name] ?? ""));
    expect(exportsOf(code), name).toEqual(expect.arrayContaining(expected));
  }
});

test("only the development server has React's checks", async () => {
  const { dev, assets } = manifest;
  expect((await readdir(path.join(folder, "a", "dev"))).sort()).toEqual(dev.files);
  expect(dev.files.filter((name) => assets.includes(name))).toEqual([]);
  const code = String(await read("a", "dev", dev.start));
  expect(code).toContain("A tree hydrated but");
  expect(Object.keys(dev.modules)).toEqual(Object.keys(manifest.client.modules));
});

test("the bundle contains the licenses of everything in it", async () => {
  expect(manifest.fixed).toContain("licenses.txt");
  const text = String(await read("a", "assets", "licenses.txt"));
  const works = [
    /^react \d/m,
    /^react-dom \d/m,
    /^react-router \d/m,
    /^lucide-static \d/m,
    /^mermaid \d/m,
    /^@docsearch\/react \d/m,
    /^algoliasearch \d/m,
    /^SIL OPEN FONT LICENSE Version 1\.1/m,
  ];
  for (const work of works) expect(text).toMatch(work);
});

test("a page's first load has at most 119 KB of scripts and 15 KB of styles", async () => {
  expect(await gzipped([manifest.js, ...manifest.app])).toBeLessThanOrEqual(119 * kilobyte);
  expect(await gzipped([manifest.css, manifest.lateCss])).toBeLessThanOrEqual(15 * kilobyte);
});

test("each file that the first paint waits for fits into one flight of packets", async () => {
  expect(await gzipped([manifest.css])).toBeLessThanOrEqual(13 * kilobyte);
  expect((await read("a", "assets", manifest.preload.font)).length).toBeLessThanOrEqual(13 * kilobyte);
});

test("the scripts that every page waits for, or contains, are small", async () => {
  expect(await gzipped([manifest.js])).toBeLessThanOrEqual(3.5 * kilobyte);
  expect(gzipSync(await read("a", "head.js"), { level: 9 }).length).toBeLessThanOrEqual(0.9 * kilobyte);
});

test("the late styles contain no rules for the first paint", async () => {
  const [first, late] = await Promise.all(
    [manifest.css, manifest.lateCss].map(async (name) => String(await read("a", "assets", name))),
  );
  for (const face of ["docgen-sans-italic", "docgen-mono"]) {
    expect(first).not.toContain(`${face}.`);
    expect(late).toContain(`${face}.`);
  }
  expect(late).not.toMatch(/docgen-sans\.|docgen-sans-extended\./);
  expect(first).not.toContain("@media print");
});

test("texts reach a browser with the code that shows them, and those that docgen writes into pages never do", async () => {
  const app = (await Promise.all([manifest.js, ...manifest.app].map((name) => read("a", "assets", name)))).join("");
  expect(app.includes(english.try_again)).toBe(true);
  expect(app.includes("request_send")).toBe(false);
  const scripts = manifest.assets.filter((name) => name.endsWith(".js"));
  const all = (await Promise.all(scripts.map((name) => read("a", "assets", name)))).join("");
  expect(all.includes(english.request_send)).toBe(true);
  expect(app.includes(english.search_no_recent)).toBe(false);
  expect(all.includes(english.search_no_recent)).toBe(true);
  const own = Object.keys(english).filter((key) => /^(?:api|admonition|not|pager|tag)_/.test(key));
  expect(own.length).toBeGreaterThan(10);
  expect(own.filter((key) => all.includes(`${key}:`))).toEqual([]);
});

test("an authorization server redirects to a page with a fixed name, whose script works under the site's policy", async () => {
  const page = String(await read("a", "assets", "oauth.html"));
  const scripts = [...page.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)];
  expect(scripts).toHaveLength(1);
  const [, attributes = "", inside] = scripts[0] ?? [];
  expect(inside).toBe("");
  const [, source = ""] = /src="immutable\/(oauth\.[0-9a-f]{8}\.js)"/.exec(attributes) ?? [];
  expect(manifest.assets).toContain(source);
  expect(String(await read("a", "assets", source))).not.toMatch(/^import|\bimport\(/);
});

test("inlined data can't end its script", async () => {
  for (const name of ["head.js", "banner.js"]) expect(String(await read("a", name))).not.toMatch(/<\/script|<!--/i);
});

test("the bundle needs no generated code, which the site's policy forbids", async () => {
  const app = await Promise.all([manifest.js, ...manifest.app].map((name) => read("a", "assets", name)));
  expect(app.join("")).not.toMatch(/\beval\(|new Function\(/);
});

test("the search has its own parts: none of them is in a first load, and the embedded one contains no code of other providers", async () => {
  const scripts = manifest.assets.filter((name) => name.endsWith(".js"));
  const texts = new Map(
    await Promise.all(scripts.map(async (name) => [name, String(await read("a", "assets", name))] as const)),
  );
  const named = (pattern: RegExp) => scripts.filter((name) => pattern.test(name));
  const [modal = "", embedded = "", hosted = ""] = [/^open-/, /^embedded-/, /^algolia-/].map((name) => named(name)[0]);
  expect(texts.get(modal)).toContain("DocSearch-Modal");
  for (const name of [manifest.js, ...manifest.app]) {
    expect(texts.get(name), name).not.toMatch(/DocSearch-|algolia/);
    expect([modal, embedded, hosted]).not.toContain(name);
  }
  expect(texts.get(embedded)).not.toContain("algolia");
  expect(texts.get(hosted)).toContain("algolia.net");
  expect(await gzipped([modal])).toBeLessThanOrEqual(32 * kilobyte);
  expect(await gzipped([manifest.search])).toBeLessThanOrEqual(4 * kilobyte);
});
