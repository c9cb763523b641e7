/**
 * This repository's site: pages don't scroll horizontally, nothing is logged, no link is broken, and no file is too
 * large.
 */

import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { read } from "./harness/reader.ts";
import { ownSite } from "./harness/site.ts";

const own = await ownSite();

/** Scrolls to every island and waits until all islands have loaded. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const island of document.querySelectorAll("[data-island]")) {
      island.scrollIntoView();
      // An island that comes near the visible area is reported after the next frame.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
  });
  await page.waitForFunction(() => document.querySelector("[data-island] [data-fallback]") === null);
  await page.evaluate(() => document.fonts.ready);
}

const wide = () => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  return [...document.querySelectorAll("body *")]
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
    .map((element) => element.outerHTML.slice(0, 100));
};

const desktop = { width: 1280, height: 800 };
const narrow = { width: 320, height: 640 };

test("every page hydrates silently, has no broken links, and doesn't scroll sideways at 320 px", {
  timeout: 1_800_000,
}, async () => {
  const { page, open } = await read(own, { viewport: desktop });
  let width = desktop.width;
  const resize = async (size: typeof desktop) => {
    if (size.width !== width) await page.setViewportSize(size);
    width = size.width;
  };
  const known = new Set(own.pages());
  expect(known.size).toBeGreaterThan(100);
  for (const path of own.pages()) {
    await open(path);
    await drawn(page);
    const links = await page.$$eval("a[href^='/']", (all) =>
      all.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    );
    const missing = [];
    for (const link of new Set(links)) {
      if (known.has(link)) continue;
      if ((await page.request.get(own.url + link)).status() === 200) known.add(link);
      else missing.push(link);
    }
    expect(missing, path).toEqual([]);
    // Resize only once per page: open every second page on a narrow screen, and then widen the screen.
    if (width === narrow.width) expect(await page.evaluate(wide), path).toEqual([]);
    await resize(width === narrow.width ? desktop : narrow);
    if (width === narrow.width) expect(await page.evaluate(wide), path).toEqual([]);
  }
  await resize(narrow);
  await page.evaluate(() =>
    document
      .querySelector("main")
      ?.append(Object.assign(document.createElement("p"), { style: "width:400px", textContent: "wide" })),
  );
  expect((await page.evaluate(wide)).length, "this check can fail").toBeGreaterThan(0);
});

describe("size limits", () => {
  const kilobytes = (bodies: Buffer[]) =>
    bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1024;

  for (const path of ["/docs/quickstart/", "/"]) {
    test(`the first load of ${path} fetches at most 101 KB of JavaScript and 15 KB of CSS`, async () => {
      const { page, open } = await read(own);
      const bodies: Record<string, Promise<Buffer>[]> = { script: [], stylesheet: [] };
      page.on("response", (response) => bodies[response.request().resourceType()]?.push(response.body()));
      await open(path);
      await page.waitForLoadState("networkidle");
      const scripts = await Promise.all(bodies.script ?? []);
      expect(scripts.length).toBeGreaterThan(0);
      expect(kilobytes(scripts)).toBeLessThanOrEqual(101);
      expect(kilobytes(await Promise.all(bodies.stylesheet ?? []))).toBeLessThanOrEqual(15);
    });
  }
});
