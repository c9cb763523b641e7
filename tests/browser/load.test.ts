/**
 * How a page loads: everything that the first paint needs loads first, and the rest loads later. The page also works
 * without scripts.
 */

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const text = "Set *aside* and `kept`. A **bold** word, an *italic one*, and `code`.";
const main = await site("main", {
  files: {
    "content/docs/plain-letters.md": `---\ntitle: Plain letters\n---\n\n${text}\n`,
    "content/docs/further-letters.md": "---\ntitle: Further letters\n---\n\nDéjà vu.\n",
  },
});

const fonts = (kind: string) => main.requests.filter((path) => new RegExp(`docgen-${kind}\\.`).test(path)).length;
const late = /_docgen\/immutable\/late\..*\.css$/;
const painted = (page: Page) => page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint")[0]);

/** Returns the height of each run of text. */
const heights = (page: Page) =>
  page.$$eval(".prose p, .prose em, .prose code", (all) =>
    all.map((element) => [element.textContent, Math.round(element.getBoundingClientRect().height)]),
  );

test("a page is painted and hydrated without the late styles", async () => {
  const { page, open } = await read(main);
  const gate = main.hold(late);
  await open("/docs/plain-letters/");
  await painted(page);
  await gate.arrived;
  await expect.poll(() => fonts("sans")).toBe(1);
  expect(fonts("mono") + fonts("sans-italic")).toBe(0);
  gate.release();
  await expect.poll(() => fonts("mono")).toBe(1);
  await expect.poll(() => fonts("sans-italic")).toBe(1);
});

test("the app and the late styles are requested when the page is painted", async () => {
  // After three seconds, the script starts without waiting for the paint. Disable this timeout, so that the script
  // waits for the paint.
  const patient = () => {
    const plain = setTimeout as (work: () => void, wait?: number) => number;
    Object.assign(window, { setTimeout: (work: () => void, wait?: number) => (wait === 3000 ? 0 : plain(work, wait)) });
  };
  const { page, open, until } = await read(main, { before: [patient] });
  await open("/docs/plain-letters/");
  await painted(page);
  // The performance entries don't include pending requests, so wait.
  await until(() =>
    performance.getEntriesByType("resource").some(({ name }) => /_docgen\/immutable\/late\..*\.css$/.test(name)),
  );
  const [paint, ...others] = await page.evaluate(() => [
    performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    ...performance
      .getEntriesByType("resource")
      .filter(({ name }) => /_docgen\/immutable\/(main-.*\.js|late\..*\.css)$/.test(name))
      .map(({ startTime }) => startTime),
  ]);
  expect(others).toHaveLength(2);
  for (const start of others) expect(start).toBeGreaterThanOrEqual(paint ?? Number.NaN);
});

test("without scripts, all styles and fonts are loaded", async () => {
  const { page, visit } = await read(main, { javaScriptEnabled: false });
  await visit("/docs/plain-letters/");
  await expect.poll(() => ["sans", "sans-italic", "mono"].map(fonts)).toEqual([1, 1, 1]);
  expect(await page.locator("link[rel=stylesheet]").count()).toBeGreaterThan(1);
});

test("the lines keep their height when the late fonts load", async () => {
  const { page, open } = await read(main);
  const gate = main.hold(late);
  await open("/docs/plain-letters/");
  await page.evaluate(() => document.fonts.ready);
  const before = await heights(page);
  expect(before.length).toBeGreaterThan(3);
  gate.release();
  await expect.poll(() => fonts("sans-italic")).toBe(1);
  await page.waitForFunction(() =>
    [...document.fonts].some(
      ({ style, status, unicodeRange }) => style === "italic" && status === "loaded" && unicodeRange !== "U+0-10FFFF",
    ),
  );
  expect(await heights(page)).toEqual(before);
});

test("fonts for other letters are fetched only by pages that contain them", async () => {
  const { page, open } = await read(main);
  await open("/docs/plain-letters/");
  await page.waitForLoadState("networkidle");
  expect(fonts("sans-extended")).toBe(0);
  await open("/docs/further-letters/");
  await expect.poll(() => fonts("sans-extended")).toBe(1);
});
