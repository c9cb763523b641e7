/** Hydration keeps every node, moves nothing, and logs nothing. Pages also work without hydration. */

import { describe, expect, test } from "vitest";
import { announced, apiKinds, kinds } from "./harness/kinds.ts";
import { desktop, mobile, read, settled } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const main = await site("main", announced);
const versions = await site("versions");
const locales = await site("locales");
const subpath = await site("subpath");
const files = await site("files");
const api = await site("api");

/** Records every node in the shell and every layout shift. */
function watch(): void {
  const shifts: unknown[] = [];
  Object.assign(window, { shifts });
  document.addEventListener("DOMContentLoaded", () => {
    Object.assign(window, { prerendered: [...document.querySelectorAll("#docgen-root *")] });
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node?: Element }[] };
      // When a font loads late, lines of text become a fraction of a pixel longer. Ignore such small shifts.
      if (value > 0.0005) shifts.push([value, sources.map(({ node }) => node?.outerHTML?.slice(0, 80))]);
    }
  }).observe({ type: "layout-shift", buffered: true });
}

interface Watched {
  shifts: unknown[];
  prerendered: Element[];
}

const lost = () =>
  (window as unknown as Watched).prerendered
    .filter((node) => !node.isConnected && !node.closest("[data-fallback]"))
    .map((node) => node.outerHTML.slice(0, 80));
const shifts = () => (window as unknown as Watched).shifts;
const quiet = () => document.querySelector("[data-island] [data-fallback]") === null;

const places = [
  ...Object.entries(kinds).map(([kind, path]) => [kind, main, path] as const),
  ["version", versions, "/docs/v1/start/"] as const,
  ["language", locales, "/fr/docs/start/"] as const,
  ["site below a path", subpath, "/below/docs/start/"] as const,
  ["site of files", files, "/docs/guide/first"] as const,
  ...Object.entries(apiKinds).map(([kind, path]) => [kind, api, path] as const),
];

describe("hydration", () => {
  for (const [kind, host, path] of places) {
    test(`1.1 ${kind}: no node is lost, nothing moves, nothing is logged`, async () => {
      const { page, open, until } = await read(host, { before: [watch] });
      await open(path);
      await page.waitForLoadState("networkidle");
      // A diagram is drawn when the reader scrolls near it.
      if (kind.includes("diagram")) await page.locator("[data-island]").last().scrollIntoViewIfNeeded();
      await until(quiet);
      expect(await page.evaluate(() => (window as unknown as Watched).prerendered.length)).toBeGreaterThan(20);
      expect(await page.evaluate(lost)).toEqual([]);
      // A diagram replaces its source, which has a different size. Everything else stays in place.
      if (!kind.includes("diagram")) expect(await page.evaluate(shifts)).toEqual([]);
    });
  }

  for (const [name, options] of Object.entries({
    "on a narrow screen": { viewport: mobile },
    "in the dark": { colorScheme: "dark" as const },
  })) {
    test(`1.1 ${name}: no node is lost, nothing moves, nothing is logged`, async () => {
      const { page, open } = await read(main, { viewport: desktop, ...options, before: [watch] });
      await page.addInitScript(() => localStorage.setItem("docgen.tab.lang", "one"));
      for (const path of ["/docs/guide/deep/one/", "/docs/tabs/", "/"]) {
        await open(path);
        await page.waitForLoadState("networkidle");
        expect(await page.evaluate(lost), path).toEqual([]);
        expect(await page.evaluate(shifts), path).toEqual([]);
      }
    });
  }

  test("1.1 with a slow navigation tree, the sidebar's nodes stay before and after it loads", async () => {
    const { page, visit, until } = await read(main, { before: [watch] });
    const gate = main.hold(/_docgen\/immutable\/nav\//);
    await visit("/docs/guide/deep/one/");
    await page.waitForSelector("html[data-has-hydrated]");
    await gate.arrived;
    // Updates of other parts must not reach the sidebar.
    await page.click("nav .color-toggle");
    await page.getByRole("button", { name: "Close", exact: true }).click();
    expect(await page.locator(".sidebar a", { hasText: "Deep two" }).isVisible()).toBe(true);
    gate.release();
    await until(settled);
    await page.getByRole("button", { name: "Collapse sidebar category 'Guide'" }).click();
    await page.locator(".sidebar a", { hasText: "Deep two" }).waitFor({ state: "hidden" });
    const gone = await page.evaluate(lost);
    expect(gone.filter((node) => !node.includes("announcement") && !/News|close|<b|short|svg|path/.test(node))).toEqual(
      [],
    );
  });

  test("1.1 these checks can fail: a shell that doesn't match is noticed", async () => {
    const { page, visit, said } = await read(main, { before: [watch] });
    main.rule("/docs/start/", {
      body: (shell) => shell.replace('<bdi class="navbar-title">Harness', '<bdi class="navbar-title">Another'),
    });
    await visit("/docs/start/");
    await page.locator(".navbar-title", { hasText: "Harness" }).waitFor();
    await expect.poll(() => said().join("\n")).toMatch(/418|hydrat/i);
    expect((await page.evaluate(lost)).length).toBeGreaterThan(20);
  });

  test("1.1 these checks can fail: a shift is noticed", async () => {
    const { page, open } = await read(main, { before: [watch] });
    await open("/docs/start/");
    await page.evaluate(() =>
      document.querySelector("main")?.prepend(Object.assign(document.createElement("div"), { style: "height:200px" })),
    );
    await expect.poll(async () => (await page.evaluate(shifts)).length).toBeGreaterThan(0);
  });
});

test("deep link, refresh, back: each shows the page of its URL", async () => {
  const { page, open, follow, at } = await read(main);
  await open("/docs/guide/deep/one/?a=1#about-deep-one");
  expect(await page.textContent("h1")).toBe("Deep one");
  await follow(page.locator(".sidebar a", { hasText: "Deep two" }), "Deep two");
  await page.reload();
  await page.waitForFunction(settled);
  expect(await page.textContent("h1")).toBe("Deep two");
  await page.goBack();
  await page.locator("h1", { hasText: "Deep one" }).waitFor();
  expect(await at()).toBe("/docs/guide/deep/one/?a=1#about-deep-one");
  await page.goForward();
  await page.locator("h1", { hasText: "Deep two" }).waitFor();
});

test("without JavaScript, every page can be read and left", async () => {
  const { page, visit } = await read(main, { javaScriptEnabled: false });
  for (const [kind, path] of Object.entries(kinds)) {
    await visit(path);
    expect(await page.locator("h1").count(), kind).toBe(1);
    expect(await page.locator("main .article").isVisible(), kind).toBe(true);
    expect((await page.locator("main").innerText()).length, kind).toBeGreaterThan(15);
  }
  await visit("/docs/start/");
  await page.getByText("long page", { exact: true }).click();
  await page.locator("h1", { hasText: "Long" }).waitFor();
  await page.locator(".pager a", { hasText: "Next" }).click();
  await page.locator("h1", { hasText: "Guide" }).waitFor();
  await page.setViewportSize(mobile);
  await page.locator(".sidebar a", { hasText: "Long" }).click();
  await page.locator("h1", { hasText: "Long" }).waitFor();
});
