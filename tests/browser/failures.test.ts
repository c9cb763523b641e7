/** Behavior 1.5, 1.6, and 4.1: pages that don't load. */

import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { pagesAmong, read, settled } from "./harness/reader.ts";
import type { Rule } from "./harness/server.ts";
import { site } from "./harness/site.ts";

const main = await site("main");
const long = "/docs/long/index.json";
const toLong = (page: Page) => page.locator(".sidebar a[href='/docs/long/']");
const warnings = (said: string[]) => said.filter((message) => message.startsWith("warning:"));
/** Returns the messages from the app itself. The browser reports failed requests separately. */
const own = (said: string[]) => said.filter((message) => !message.includes("Failed to load resource"));

const failures: Record<string, Rule> = {
  "a network error": { abort: true },
  "an answer of 500": { status: 500 },
  "a body that is no chunk": { body: () => '{"kind": "doc"}' },
  "a body that is no JSON": { body: (text) => text.slice(0, 40) },
};

describe("1.5", () => {
  for (const [what, rule] of Object.entries(failures)) {
    test(`1.5 after ${what}, the whole page is loaded`, async () => {
      const { page, open, said, at } = await read(main);
      await open("/docs/start/");
      main.rule(long, rule);
      await page.evaluate(() => Object.assign(window, { same: true }));
      await toLong(page).click();
      await page.locator("h1", { hasText: "Long" }).waitFor();
      expect(await at()).toBe("/docs/long/");
      expect(await page.evaluate(() => "same" in window)).toBe(false);
      expect(warnings(said())).toEqual([
        expect.stringContaining("docgen: /docs/long/ can't be loaded; loading the whole page"),
      ]);
      expect(own(said()).length).toBe(1);
    });
  }

  test("1.5 a module that can't be loaded causes a full load", async () => {
    const { page, open, said } = await read(main);
    await open("/docs/start/");
    main.rule(/_docgen\/immutable\/Diagram-.*\.js$/, { status: 500, times: 1 });
    await page.evaluate(() => Object.assign(window, { same: true }));
    const loaded = page.waitForEvent("load");
    await page.getByRole("link", { name: "Diagram", exact: true }).click();
    await loaded;
    await page.locator("h1", { hasText: "Diagram" }).waitFor();
    expect(await page.evaluate(() => "same" in window)).toBe(false);
    expect(warnings(said()).length).toBe(1);
  });

  test("1.5 a module that fails twice leaves only its own place empty", async () => {
    const { page, open, said } = await read(main);
    main.rule(/_docgen\/immutable\/Diagram-.*\.js$/, { status: 500 });
    const link = page.getByRole("link", { name: "Diagram", exact: true });
    for (const _ of [1, 2]) {
      await open("/docs/start/");
      await link.click();
      await page.getByRole("button", { name: "Retry" }).waitFor();
      expect(await page.textContent("h1")).toBe("Diagram");
      expect(await page.locator("[data-island=diagram] [data-fallback]").isVisible()).toBe(true);
      expect(await page.locator(".load-error, .crash").count()).toBe(0);
    }
    expect(warnings(said()).length).toBe(1);
  });

  test("1.5 query and hash survive the full load", async () => {
    const { page, open, said, at } = await read(main);
    await open("/docs/start/");
    main.rule("/docs/short/index.json", { status: 503 });
    await page.getByText("with a query").click();
    await page.locator("h1", { hasText: "Short" }).waitFor();
    expect(await at()).toBe("/docs/short/?a=1#end");
    said();
  });

  test("1.5 going back reloads the page", async () => {
    const { page, open, said, at } = await read(main);
    await open("/docs/start/");
    await toLong(page).click();
    await page.locator("h1", { hasText: "Long" }).waitFor();
    // The first page's data is cached, because the document contains the data. Reloading the long page clears that
    // cache.
    await page.reload();
    await page.waitForFunction(settled);
    main.rule("/docs/start/index.json", { status: 500 });
    await page.goBack();
    await page.locator("h1", { hasText: "Start" }).waitFor();
    expect(await at()).toBe("/docs/start/");
    await page.waitForFunction(settled);
    await page.goForward();
    await page.locator("h1", { hasText: "Long" }).waitFor();
    expect(await at()).toBe("/docs/long/");
    expect(warnings(said()).length).toBe(1);
  });

  test("1.5 no URL is fully loaded twice in a row: the red box is shown instead", async () => {
    const { page, open, said, at } = await read(main);
    await open("/docs/start/");
    main.rule(long, { status: 500 });
    await toLong(page).click();
    await page.locator("h1", { hasText: "Long" }).waitFor();
    await page.waitForFunction(settled);
    await page.locator(".sidebar a[href='/docs/start/']").click();
    await page.locator("h1", { hasText: "Start" }).waitFor();
    // The current document was loaded for the long page, so it contains that page's data. The document after the reload
    // doesn't contain the data.
    await page.reload();
    await page.waitForFunction(settled);
    const before = main.requests.length;
    await toLong(page).click();
    await page.getByRole("alert").waitFor();
    expect(await at()).toBe("/docs/long/");
    expect(pagesAmong(main.requests.slice(before))).toEqual([long]);
    expect(warnings(said()).length).toBe(1);
  });

  test("1.5 a URL that loaded in between can be fully loaded again", async () => {
    const { page, open, said } = await read(main);
    for (const round of [1, 2]) {
      await open("/docs/start/");
      const heal = main.rule(long, { status: 500 });
      await toLong(page).click();
      await page.locator("h1", { hasText: "Long" }).waitFor();
      heal();
      await open("/docs/start/");
      await toLong(page).click();
      await page.locator("h1", { hasText: "Long" }).waitFor();
      expect(warnings(said()).length).toBe(round);
    }
  });

  test("1.5 a page of another build is fully loaded", async () => {
    const { page, open } = await read(main);
    await open("/docs/start/");
    main.rule(long, { body: (text) => text.replace(/"build":"[^"]*"/, '"build":"another"') });
    await page.evaluate(() => Object.assign(window, { same: true }));
    await toLong(page).click();
    await page.locator("h1", { hasText: "Long" }).waitFor();
    expect(await page.evaluate(() => "same" in window)).toBe(false);
  });
});

/** Opens the long page, which fails to load and shows the red box. */
async function broken() {
  // The guard remembers a reload until the session ends, so pretend that the page has already been reloaded.
  const reader = await read(main, { before: [() => sessionStorage.setItem("docgen.reload", "/docs/long/")] });
  await reader.page.clock.install({ time: 0 });
  await reader.open("/docs/start/");
  const heal = main.rule(long, { status: 500 });
  await toLong(reader.page).click();
  await reader.page.getByRole("alert").waitFor();
  reader.said();
  return { ...reader, heal };
}

describe("4.1", () => {
  test("4.1 the red box shows the error and offers a retry", async () => {
    const { page } = await broken();
    const box = page.getByRole("alert");
    expect(await box.locator("p").textContent()).toBe(`LoadError: ${long} responded with status 500`);
    expect(await box.locator("button").getAttribute("type")).toBe("button");
    expect(await box.locator("button").textContent()).toBe("Retry");
    const look = await box.evaluate((element) => {
      const { backgroundColor, color } = getComputedStyle(element);
      const { left, right, width } = element.getBoundingClientRect();
      const parent = (element.parentElement as Element).getBoundingClientRect();
      const text = getComputedStyle(element.querySelector("p") as Element).color;
      return {
        backgroundColor,
        color,
        text,
        off: Math.abs(left - parent.left - (parent.right - right)),
        share: width / parent.width,
      };
    });
    expect(look).toMatchObject({
      backgroundColor: "rgb(200, 30, 30)",
      color: "rgb(255, 255, 255)",
      text: "rgb(255, 255, 255)",
    });
    expect(look.off).toBeLessThan(2);
    expect(look.share).toBeLessThanOrEqual(0.5);
    expect(await page.locator("nav[aria-label=Main], footer").count()).toBe(2);
  });

  test("4.1 Retry loads again, and again", async () => {
    const { page, heal } = await broken();
    const again = page.waitForResponse((response) => response.url().endsWith(long));
    await page.getByText("Retry").click();
    await again;
    await page.getByRole("alert").waitFor();
    heal();
    await page.getByText("Retry").click();
    await page.locator("h1", { hasText: "Long" }).waitFor();
    expect(await page.title()).toBe("Long | Harness");
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("4.1 other pages can be opened from the red box", async () => {
    const { page } = await broken();
    await page.locator(".footer a[href='/glossary/']").click();
    await page.locator("h1", { hasText: "Glossary" }).waitFor();
  });
});

describe("1.6", () => {
  test("1.6 after Retry, a spinner appears after 200 ms", async () => {
    const { page, heal, rest } = await broken();
    heal();
    const gate = main.hold(long);
    await page.clock.pauseAt(600_000);
    await page.getByText("Retry").click();
    await gate.arrived;
    const spinner = page.getByRole("status", { name: "Loading" });
    await spinner.waitFor({ state: "attached" });
    await rest();
    await page.clock.runFor(199);
    expect(await spinner.locator("svg").count()).toBe(0);
    await page.clock.runFor(2);
    await spinner.locator("svg").waitFor();
    const look = await spinner.evaluate((element) => {
      const box = element.getBoundingClientRect();
      const drawing = (element.querySelector("svg") as Element).getBoundingClientRect();
      const middle = (rect: DOMRect) => rect.left + rect.width / 2;
      const animated = (element.querySelector("svg") as Element).getAnimations().length;
      return { high: box.height / innerHeight, off: Math.abs(middle(box) - middle(drawing)), animated };
    });
    expect(look.high).toBe(1);
    expect(look.off).toBeLessThan(1);
    expect(look.animated).toBe(1);
    gate.release();
    await page.locator("h1", { hasText: "Long" }).waitFor();
    expect(await spinner.count()).toBe(0);
  });

  test("1.6 on the 404 page, a spinner is shown while the page is looked up", async () => {
    const { page, visit, said } = await read(main);
    const gate = main.hold("/docs/short/index.json");
    await visit("/docs/short.html");
    await gate.arrived;
    await page.getByRole("status", { name: "Loading" }).locator("svg").waitFor();
    gate.release();
    await page.locator("h1", { hasText: "Short" }).waitFor();
    expect(own(said())).toEqual([]);
  });
});
