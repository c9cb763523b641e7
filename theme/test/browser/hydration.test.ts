/** Every page of a site in the browser: hydrated without a loss or a word, and accessible. */

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, saveData, visit } from "./browser.ts";
import { buildSite, type SiteServer, serveSite } from "./site.ts";

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** A built site to look at instead of the fixtures. */
const given = process.env.DOCGEN_DIST;
let browser: Browser;
let server: SiteServer;
let dist: string;
let remove = async () => {};

/** The addresses of all pages; redirects and the site's own files are none. */
function addresses(): string[] {
  return readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".html") && readFileSync(`${dist}/${file}`, "utf8").includes('id="docgen-page"'))
    .map((file) => `/${file.replace(/index\.html$/, "")}`)
    .sort();
}

beforeAll(async () => {
  if (given) dist = given;
  else ({ dist, remove } = await buildSite());
  [browser, server] = await Promise.all([launch(), serveSite(dist)]);
});

afterAll(async () => {
  await browser.close();
  server.close();
  await remove();
});

test("every node is kept, and nothing is said", { timeout: 120_000 }, async () => {
  const { page, messages, open, close } = await visit(browser);
  await page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => {
      Object.assign(window, { before: [...document.querySelectorAll("#docgen-root *")] });
    });
  });
  // What the pages' links lead to is not what is tested; a missing one would be heard on the console.
  await page.addInitScript(saveData);
  const paths = addresses();
  expect(paths.length).toBeGreaterThan(4);
  for (const path of paths) {
    await open(server.url + path);
    await page.waitForTimeout(250);
    const lost = await page.evaluate(() => {
      const { before } = window as unknown as { before: Element[] };
      const gone = before.filter((node) => !document.contains(node) && !node.closest("[data-fallback]"));
      return { of: before.length, gone: gone.map((node) => node.outerHTML.slice(0, 80)) };
    });
    expect(lost.of, path).toBeGreaterThan(20);
    expect(lost.gone, path).toEqual([]);
    expect(messages, path).toEqual([]);
  }
  await close();
});

describe.each([
  [390, "light"],
  [390, "dark"],
  [1280, "light"],
  [1280, "dark"],
] as const)("at %d px in %s mode", (width, colorScheme) => {
  test("no page violates a rule of accessibility", { timeout: 300_000 }, async () => {
    const options = { viewport: { width, height: 800 }, colorScheme, reducedMotion: "reduce" } as const;
    const { page, open, close } = await visit(browser, options);
    const check = async (what: string) => {
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => (window as unknown as { axe: Axe }).axe.run());
      expect(violations.map(({ id, nodes }) => `${what} ${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)).toEqual(
        [],
      );
    };
    for (const path of addresses()) {
      await open(server.url + path);
      // Diagrams take their time.
      await page.waitForFunction(() => !document.querySelector("[data-island=diagram] > [data-fallback]"));
      await check(path);
    }
    if (width < 997) {
      await page.click(".navbar-toggle");
      await check("the open mobile sidebar");
    }
    await close();
  });
});
