/** Checks how lines of the source match places on the page, and what the development server's panel offers. */
import { expect, test } from "vitest";
import type { Chunk, SiteData } from "../src/chunk.ts";
import { bounded, lineAt, ordered, topOf } from "../src/live/lines.ts";
import { choicesOf, countWords } from "../src/live/tools.ts";

const points = [
  { line: 5, top: 100 },
  { line: 7, top: 200 },
  { line: 20, top: 300 },
];

test("lines and places lead to each other, in proportion between two blocks", () => {
  expect([0, 100, 150, 250, 300, 900].map((top) => lineAt(points, top))).toEqual([5, 5, 6, 13.5, 20, 20]);
  expect([1, 5, 6, 13.5, 20, 99].map((line) => topOf(points, line))).toEqual([100, 100, 150, 250, 300, 300]);
  expect([lineAt([], 10), topOf([], 10)]).toEqual([0, 0]);
});

test("a page and its text reach their beginning and their end together", () => {
  const known = bounded(points, 280, 12);
  expect([0, 50, 200, 280].map((top) => lineAt(known, top))).toEqual([1, 3, 7, 12]);
  expect([1, 7, 12, 20].map((line) => topOf(known, line))).toEqual([0, 200, 280, 280]);
  const unknown = bounded(points, 280);
  expect([0, 200, 250].map((top) => lineAt(unknown, top))).toEqual([1, 7, 13.5]);
  expect(topOf(unknown, 20)).toBe(300);
});

test("blocks that the page shows in another order than the source are left out", () => {
  const mixed = [points[2], { line: 2, top: 250 }, points[0], points[1], { line: 6, top: 200 }];
  expect(ordered(mixed.filter((point) => point !== undefined))).toEqual([points[0], { line: 6, top: 200 }, points[2]]);
});

test("words are counted in every script", () => {
  expect(countWords("It's two words: a, b.", "en")).toBe(5);
  expect(countWords("", "en")).toBe(0);
  expect(countWords("これは本です", "ja")).toBeGreaterThan(1);
});

test("the page in other versions and languages can be chosen, or their start if it doesn't exist there", () => {
  const locale = (code: string) => ({ code, label: code.toUpperCase(), href: `/${code}/`, lang: code });
  const versions = ["2.0", "1.0"].map((name) => ({ name, label: `v${name}`, href: `/docs/${name}/` }));
  const site = {
    locale: locale("en"),
    locales: [locale("en"), locale("de")],
    docs: { autoCollapse: [], versions },
  } as unknown as SiteData;
  const page = { version: "2.0", versions: { "2.0": "/docs/a/" }, locales: { de: "/de/docs/a/" } } as unknown as Chunk;
  expect(choicesOf(site, page)).toEqual({
    versions: [
      { label: "v2.0", value: "/docs/a/", current: true },
      { label: "v1.0", value: "/docs/1.0/", current: false },
    ],
    locales: [
      { label: "EN", value: "/en/", current: true },
      { label: "DE", value: "/de/docs/a/", current: false },
    ],
  });
  expect(choicesOf(site, {} as Chunk).versions).toEqual([]);
});
