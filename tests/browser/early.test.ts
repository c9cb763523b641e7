/**
 * Tests pages before the app has started, for example on a slow network. Every control either works immediately, or
 * shows that it has been used and works when the app starts.
 */

import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { announced } from "./harness/kinds.ts";
import { copied, copying, mobile, type ReaderOptions, read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const host = await site("main", announced);
const api = await site("api");

/** The scripts that arrive late: only the app, or also the first script. */
const scripts = {
  "the app": /_docgen\/immutable\/main-[^/]*\.js$/,
  "the first script": /_docgen\/immutable\/app\.[^/]*\.js$/,
};
type Late = keyof typeof scripts;

/** Opens a page on which a script arrives only when `arrive` is called. */
async function early(late: Late, path: string, options: ReaderOptions = {}, of = host) {
  const reader = await read(of, options);
  const gate = of.hold(scripts[late]);
  const { page } = reader;
  await page.goto(path, { waitUntil: "commit" });
  await page.locator("#docgen-page").waitFor({ state: "attached" });
  await gate.arrived;
  const isHydrated = () => document.documentElement.dataset.hasHydrated === "true";
  expect(await page.evaluate(isHydrated)).toBe(false);
  const arrive = async () => {
    gate.release();
    await page.waitForFunction(isHydrated);
  };
  return { ...reader, arrive };
}

const field = (page: Page) => page.getByRole("dialog", { name: "Search" }).locator("input");
const mode = (page: Page) => page.evaluate(() => document.documentElement.dataset.themeChoice);

const openers: Record<string, { act(page: Page): Promise<unknown>; text: string }> = {
  "a click": { act: (page) => page.click(".search-button"), text: "zebra 7" },
  "Ctrl+K": { act: (page) => page.keyboard.press("Control+k"), text: "zebra 7" },
  "a slash": { act: (page) => page.keyboard.press("/"), text: "zebra 7" },
  "a letter on the button": {
    async act(page) {
      await page.focus(".search-button");
      await page.keyboard.press("z");
    },
    text: "ebra 7",
  },
};

for (const late of Object.keys(scripts) as Late[]) {
  describe(`before ${late}`, () => {
    for (const [how, { act, text }] of Object.entries(openers)) {
      test(`${how} opens the search, which keeps the text`, async () => {
        const { page, arrive } = await early(late, "/docs/start/");
        await act(page);
        if (late === "the app") await field(page).waitFor();
        await page.keyboard.type(text);
        await arrive();
        await page.locator(".DocSearch-Modal input").waitFor();
        expect(await page.locator(".DocSearch-Modal input").inputValue()).toBe("zebra 7");
        expect(await page.getByRole("dialog").count()).toBe(1);
      });
    }

    test("the color mode changes and stays", async () => {
      const { page, arrive } = await early(late, "/docs/start/", { colorScheme: "light" });
      await page.click("nav .color-toggle");
      if (late === "the app") expect(await mode(page)).toBe("light");
      await page.click("nav .color-toggle");
      if (late === "the app") expect(await mode(page)).toBe("dark");
      await arrive();
      await expect.poll(() => mode(page)).toBe("dark");
      expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
      expect(await page.locator("nav .color-toggle").getAttribute("title")).toBe("dark mode");
    });

    test("a tab is selected, in its group and for later", async () => {
      const { page, arrive } = await early(late, "/docs/tabs/");
      await page.getByRole("tab", { name: "Two" }).first().click();
      if (late === "the app") expect(await page.getByText("The first of two.").isVisible()).toBe(true);
      await arrive();
      await expect.poll(() => page.getByText("The second of two.").isVisible()).toBe(true);
      expect(await page.getByText("The first of two.").isVisible()).toBe(true);
      expect(await page.evaluate(() => localStorage.getItem("docgen.tab.lang"))).toBe("two");
    });

    test("the menu opens on a narrow screen", async () => {
      const { page, arrive } = await early(late, "/docs/start/", { viewport: mobile });
      await page.click(".navbar-toggle");
      if (late === "the app") {
        // Until the app starts, the prerendered sidebar is in the menu's place, and its links work.
        expect(await page.locator(".layout > .sidebar").isVisible()).toBe(true);
        const box = await page.locator(".layout > .sidebar").boundingBox();
        expect(box).toMatchObject({ x: 0 });
      }
      await arrive();
      await page.getByRole("dialog", { name: "Main" }).waitFor();
      expect(await page.locator("[data-held]").count()).toBe(0);
    });

    test("a dropdown opens, with a mouse and with the keyboard", async () => {
      const { page, arrive, at } = await early(late, "/docs/start/");
      const trigger = page.locator(".dropdown-trigger").first();
      await trigger.hover();
      expect(await page.locator(".dropdown-menu").first().isVisible()).toBe(true);
      await page.mouse.move(600, 600);
      expect(await page.locator(".dropdown-menu").first().isVisible()).toBe(false);
      await trigger.focus();
      expect(await page.locator(".dropdown-menu").first().isVisible()).toBe(true);
      await page.keyboard.press("Enter");
      await arrive();
      await expect.poll(() => trigger.getAttribute("aria-expanded")).toBe("true");
      expect(await at()).toBe("/docs/start/");
    });

    test("code is copied", async () => {
      const { page, arrive } = await early(late, "/docs/code/", copying);
      await page.locator(".code").first().hover();
      await page.locator(".code-copy").first().click();
      if (late === "the app") expect(await page.locator(".code-copy[data-held]").count()).toBe(1);
      await arrive();
      await expect.poll(() => page.evaluate(copied)).toBe('echo "hello"');
      await expect.poll(() => page.locator("[data-held]").count()).toBe(0);
    });

    test("the page is copied", async () => {
      const { page, arrive } = await early(late, "/docs/code/", copying);
      await page.getByRole("button", { name: "Copy page" }).click();
      await arrive();
      await expect.poll(() => page.evaluate(copied)).toContain("# Code");
    });

    test("the contents open on a narrow screen", async () => {
      const { page, arrive } = await early(late, "/docs/long/", { viewport: mobile });
      await page.locator(".toc-toggle").click();
      await expect.poll(() => page.locator(".toc > .toc-list").isVisible()).toBe(true);
      await arrive();
      expect(await page.locator(".toc-bar").getAttribute("open")).not.toBeNull();
    });

    test("the announcement closes", async () => {
      const { page, arrive } = await early(late, "/docs/start/");
      await page.locator(".announcement .close").click();
      await arrive();
      await expect.poll(() => page.locator(".announcement").count()).toBe(0);
    });

    test("a path of an API is copied", async () => {
      const { page, arrive } = await early(late, "/api/place-order/", copying, api);
      await page.locator(".api-copy").first().click();
      await arrive();
      await expect.poll(() => page.evaluate(copied)).toContain("/orders");
    });
  });
}

test("a category of the sidebar opens as soon as the sidebar can", async () => {
  const { page, visit } = await read(host);
  const gate = host.hold(/_docgen\/immutable\/nav\//);
  await visit("/docs/start/");
  await page.waitForSelector("html[data-has-hydrated]");
  const caret = page.locator(".sidebar .sidebar-caret").first();
  await caret.click();
  expect(await caret.getAttribute("data-held")).toBe("");
  gate.release();
  await expect.poll(() => caret.getAttribute("aria-expanded")).toBe("true");
});

test("Escape and Cancel close the early field, and the search doesn't open later", async () => {
  for (const close of [
    (page: Page) => page.keyboard.press("Escape"),
    (page: Page) => page.getByRole("button", { name: "Cancel" }).click(),
    (page: Page) => page.keyboard.press("Control+k"),
  ]) {
    const { page, arrive } = await early("the app", "/docs/start/");
    await page.keyboard.press("Control+k");
    await field(page).waitFor();
    await close(page);
    expect(await page.getByRole("dialog").count()).toBe(0);
    await arrive();
    await page.waitForLoadState("networkidle");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.keyboard.press("/");
    await page.locator(".DocSearch-Modal input").waitFor();
  }
});

test("if the app can't be loaded, controls aren't dimmed forever, and links work", async () => {
  const { page, said, at } = await read(host);
  host.rule(scripts["the app"], { abort: true });
  await page.goto("/docs/start/");
  await page.getByRole("alert").waitFor();
  await page.locator(".dropdown-trigger").first().click();
  expect(await page.locator("[data-held]").count()).toBe(0);
  expect(await at()).not.toBe("/docs/start/");
  said();
});

test("before the app, the button of the request form has its text, and the search page shows that it loads", async () => {
  const request = await early("the app", "/api/place-order/", {}, api);
  const text = (element: Element) => getComputedStyle(element, "::after").content;
  expect(await request.page.locator("[data-console]").evaluate(text)).toBe('"Try it"');
  await request.arrive();
  const search = await early("the app", "/search/?q=start");
  const spins = (element: Element) => getComputedStyle(element, "::after").animationName;
  expect(await search.page.locator(".search-page[data-fallback]").evaluate(spins)).toContain("spin");
  await search.arrive();
  await search.page.locator(".search-page[data-fallback]").waitFor({ state: "detached" });
});
