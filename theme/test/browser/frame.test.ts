/** The frame and the body's behaviour in the browser: sections 5 to 10 and 15 of the behaviour. */

import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { launch, saveData, type Visit, visit } from "./browser.ts";
import { buildSite, type SiteServer, serveSite } from "./site.ts";

let browser: Browser;
let built: Awaited<ReturnType<typeof buildSite>>;
let server: SiteServer;
let reader: Visit;

beforeAll(async () => {
  [browser, built] = await Promise.all([launch(), buildSite()]);
  server = await serveSite(built.dist);
});

afterAll(async () => {
  await browser.close();
  server.close();
  await built.remove();
});

beforeEach(async () => {
  reader = await visit(browser, { permissions: ["clipboard-read", "clipboard-write"] });
});

afterEach(() => reader.close());

const open = (path: string) => reader.open(server.url + path);
const root = (name: string) => reader.page.getAttribute("html", name);
const attribute = (selector: string, name: string) => reader.page.locator(selector).first().getAttribute(name);

describe("the colour mode", () => {
  const toggle = ".navbar .color-toggle";

  test("goes from system to light to dark and back, says so, and is kept", async () => {
    await open("/docs/a/");
    const seen: unknown[] = [];
    for (let step = 0; step < 4; step += 1) {
      seen.push([
        await root("data-theme-choice"),
        await attribute(toggle, "title"),
        await reader.page.evaluate(() => localStorage.getItem("theme")),
      ]);
      await reader.page.click(toggle);
    }
    expect(seen).toEqual([
      ["system", "system mode", null],
      ["light", "light mode", "light"],
      ["dark", "dark mode", "dark"],
      ["system", "system mode", null],
    ]);
    expect(await attribute(toggle, "aria-label")).toBe("Switch between dark and light mode (currently light mode)");
  });

  test("is set before the first paint, and follows other tabs and the system", async () => {
    await open("/docs/a/");
    await reader.page.click(toggle);
    await reader.page.click(toggle);
    const other = await reader.page.context().newPage();
    await other.route("**/_docgen/**", (route) => route.abort());
    await other.goto(`${server.url}/docs/a/`);
    expect(await other.getAttribute("html", "data-theme")).toBe("dark");
    await other.evaluate(() => localStorage.setItem("theme", "light"));
    await expect.poll(() => root("data-theme")).toBe("light");
    await other.evaluate(() => localStorage.removeItem("theme"));
    await expect.poll(() => root("data-theme-choice")).toBe("system");
    // A tab in the background is not told of the system's change.
    await other.close();
    await reader.page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => root("data-theme")).toBe("dark");
    expect(await reader.page.evaluate(() => localStorage.getItem("theme"))).toBeNull();
  });

  test("works without storage, with one warning", async () => {
    await reader.page.addInitScript(saveData);
    await reader.page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new Error("denied");
        },
      });
    });
    await open("/docs/a/");
    await reader.page.click(toggle);
    expect(await root("data-theme-choice")).toBe("light");
    await reader.page.click(".announcement .close");
    expect(await reader.page.$(".announcement")).toBeNull();
    expect(reader.messages).toEqual(["warning: docgen: storage is unavailable; choices will not be kept."]);
  });
});

describe("the announcement", () => {
  test("stays away once closed, until there is another", async () => {
    await open("/docs/a/");
    expect(await root("data-announcement-bar-initially-dismissed")).toBe("false");
    await reader.page.getByRole("button", { name: "Close", exact: true }).click();
    expect(await reader.page.$(".announcement")).toBeNull();
    await open("/docs/b/");
    expect(await root("data-announcement-bar-initially-dismissed")).toBe("true");
    expect(await reader.page.$(".announcement")).toBeNull();
    await reader.page.evaluate(() => localStorage.setItem("docgen.announcement.id", "older"));
    await open("/docs/a/");
    expect(await reader.page.isVisible(".announcement")).toBe(true);
    expect(await reader.page.evaluate(() => localStorage.getItem("docgen.announcement.dismiss"))).toBe("false");
  });
});

describe("the sidebar", () => {
  const caret = ".sidebar .sidebar-caret";
  const deep = ".sidebar .sidebar-toggle";

  test("opens and closes by its buttons and keys", async () => {
    await open("/docs/a/");
    expect(await reader.page.locator(".sidebar a[href='/docs/g/inner/']").count()).toBe(0);
    await reader.page.getByRole("button", { name: "Expand sidebar category 'Group'" }).click();
    expect(await reader.page.isVisible(".sidebar a[href='/docs/g/inner/']")).toBe(true);
    expect(await attribute(caret, "aria-label")).toBe("Collapse sidebar category 'Group'");
    await reader.page.focus(deep);
    await reader.page.keyboard.press("Space");
    expect(await attribute(deep, "aria-expanded")).toBe("true");
    await reader.page.keyboard.press("Enter");
    expect(await attribute(deep, "aria-expanded")).toBe("false");
    expect(await reader.at()).toBe("/docs/a/");
    await reader.page
      .locator(".sidebar a.sidebar-link[href='/docs/g/deep/leaf/']:not([role])")
      .waitFor({ state: "hidden" });
  });

  test("a category's link leads to its page and opens it; there it toggles", async () => {
    await open("/docs/a/");
    const link = reader.page.locator(".sidebar a[href='/docs/g/']");
    await link.click();
    await reader.page.waitForFunction(() => document.title === "g | Fixture");
    expect(await attribute(caret, "aria-expanded")).toBe("true");
    expect(await link.getAttribute("aria-current")).toBe("page");
    await link.click();
    await expect.poll(() => attribute(caret, "aria-expanded")).toBe("false");
    expect(await reader.at()).toBe("/docs/g/");
  });

  test("follows the reader to another page", async () => {
    await open("/docs/a/");
    await reader.page.click(".navbar .dropdown-trigger");
    await reader.page.click(".dropdown-menu a[href='/docs/g/inner/']");
    await reader.page.waitForFunction(() => document.title === "inner | Fixture");
    expect(await reader.page.textContent(".sidebar [aria-current=page]")).toBe("GETInner");
  });
});

describe("a dropdown", () => {
  const trigger = ".dropdown-trigger";

  test("opens on hover and by keys, closes on Escape and when focus leaves", async () => {
    await open("/docs/a/");
    const expanded = () => attribute(trigger, "aria-expanded");
    await reader.page.hover(trigger);
    expect(await expanded()).toBe("true");
    await reader.page.mouse.move(600, 600);
    await expect.poll(expanded).toBe("false");
    await reader.page.focus(trigger);
    for (const key of ["Enter", "Space"]) {
      await reader.page.keyboard.press(key);
      expect(await expanded()).toBe("true");
      await reader.page.keyboard.press("Escape");
      expect(await expanded()).toBe("false");
      expect(await reader.page.evaluate(() => document.activeElement?.className)).toContain("dropdown-trigger");
    }
    await reader.page.keyboard.press("Enter");
    await reader.page.focus(".navbar-brand");
    expect(await expanded()).toBe("false");
  });
});

describe("the mobile sidebar", () => {
  const panel = ".mobile-sidebar";

  beforeEach(async () => {
    await reader.page.setViewportSize({ width: 390, height: 800 });
    await open("/docs/g/deep/leaf/");
    await reader.page.getByRole("button", { name: "Toggle navigation bar" }).click();
    await reader.page.waitForSelector(panel);
  });

  const closed = async () => {
    await reader.page.waitForSelector(panel, { state: "detached" });
    expect(await root("data-mobile-sidebar")).toBeNull();
  };

  test("shows the page's sidebar first, and the main menu behind it", async () => {
    expect(await root("data-mobile-sidebar")).toBe("open");
    const panels = reader.page.locator(".mobile-sidebar-panel");
    expect(await panels.evaluateAll((all) => all.map((one) => (one as HTMLElement).inert))).toEqual([true, false]);
    await reader.page.getByRole("button", { name: "← Back to main menu" }).click();
    expect(await panels.evaluateAll((all) => all.map((one) => (one as HTMLElement).inert))).toEqual([false, true]);
    expect(await reader.page.isVisible(`${panel} >> text=Languages`)).toBe(true);
    await reader.page.getByRole("button", { name: "Expand the dropdown" }).first().click();
    expect(await reader.page.isVisible(`${panel} >> text=Nested`)).toBe(true);
  });

  test("holds the focus, and gives it back on Escape", async () => {
    expect(await reader.page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
      "Close navigation bar",
    );
    expect(await reader.page.evaluate(() => document.querySelector<HTMLElement>(".layout")?.inert)).toBe(true);
    await reader.page.keyboard.press("Escape");
    await closed();
    expect(await reader.page.evaluate(() => document.activeElement?.className)).toBe("navbar-toggle");
  });

  test("closes on a leaf, not on a category without a page", async () => {
    await reader.page.click(`${panel} .sidebar-toggle`);
    expect(await reader.page.$(panel)).not.toBeNull();
    await reader.page.click(`${panel} .sidebar-collapse a[href='/docs/g/inner/'] >> visible=true`);
    await closed();
    expect(await reader.at()).toBe("/docs/g/inner/");
  });

  test("closes on the backdrop, the button and widening", async () => {
    await reader.page.mouse.click(380, 400);
    await closed();
    await reader.page.click(".navbar-toggle");
    await reader.page.getByRole("button", { name: "Close navigation bar" }).click();
    await closed();
    await reader.page.click(".navbar-toggle");
    await reader.page.setViewportSize({ width: 1100, height: 800 });
    await closed();
  });

  test("takes the browser's way back for itself", async () => {
    await reader.page.click(`${panel} .sidebar-collapse a[href='/docs/g/inner/'] >> visible=true`);
    await closed();
    await reader.page.click(".navbar-toggle");
    await reader.page.goBack();
    await closed();
    expect(await reader.at()).toBe("/docs/g/inner/");
    await reader.page.goBack();
    await expect.poll(reader.at).toBe("/docs/g/deep/leaf/");
  });
});

describe("the body", () => {
  test("tabs of a group change together, in place, and are remembered and shown in the address", async () => {
    await open("/docs/b/");
    await reader.page.locator("#tab-2-1").scrollIntoViewIfNeeded();
    const top = () => reader.page.locator("#tab-2-2").evaluate((tab) => Math.round(tab.getBoundingClientRect().top));
    await reader.page.evaluate(() => scrollTo({ top: 40, behavior: "instant" }));
    const before = await top();
    await reader.page.click("#tab-2-2");
    expect(await top()).toBe(before);
    expect(await reader.page.isVisible("#panel-1-2")).toBe(true);
    expect(await reader.page.isVisible("#panel-1-1")).toBe(false);
    expect(await attribute("#tab-1-2", "tabindex")).toBe("0");
    expect(await reader.at()).toBe("/docs/b/?lang=rust");
    await open("/docs/b/");
    expect(await attribute("#tab-1-2", "aria-selected")).toBe("true");
    await open("/docs/b/?lang=python");
    expect(await attribute("#tab-1-1", "aria-selected")).toBe("true");
  });

  test("arrows move between tabs and wrap, Enter selects", async () => {
    await open("/docs/b/");
    await reader.page.focus("#tab-1-1");
    const focused = () => reader.page.evaluate(() => document.activeElement?.id);
    await reader.page.keyboard.press("ArrowLeft");
    expect(await focused()).toBe("tab-1-2");
    expect(await attribute("#tab-1-1", "aria-selected")).toBe("true");
    await reader.page.keyboard.press("Enter");
    expect(await attribute("#tab-1-2", "aria-selected")).toBe("true");
    await reader.page.keyboard.press("ArrowRight");
    expect(await focused()).toBe("tab-1-1");
  });

  test("code is copied, and says so for a second", async () => {
    await open("/docs/b/");
    const button = reader.page.locator(".code-copy").nth(1);
    await button.click();
    await expect.poll(() => button.getAttribute("aria-label")).toBe("Copied");
    expect(await reader.page.evaluate(() => navigator.clipboard.readText())).toBe("short");
    await expect.poll(() => button.getAttribute("aria-label")).toBe("Copy code to clipboard");
  });

  test("word wrap is offered where code overflows, and only there", async () => {
    await open("/docs/b/");
    const buttons = reader.page.locator(".code-wrap");
    await expect
      .poll(() => buttons.evaluateAll((all) => all.map((one) => (one as HTMLElement).hidden)))
      .toEqual([false, true]);
    await buttons.first().click();
    expect(await attribute(".code-wrap", "aria-pressed")).toBe("true");
    expect(
      await reader.page
        .locator(".code pre")
        .first()
        .evaluate((pre) => pre.scrollWidth <= pre.clientWidth),
    ).toBe(true);
  });

  test("the page and the address of a heading are copied", async () => {
    await open("/docs/a/");
    await reader.page.click("[data-copy-page]");
    await reader.page.waitForSelector("[data-copy-page]:has-text('Copied')");
    expect(await reader.page.evaluate(() => navigator.clipboard.readText())).toBe("# A\n");
    await reader.page.locator(".hash-link").click({ force: true });
    await reader.page.waitForSelector(".hash-link[data-copied]");
    expect(await reader.page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}/docs/a/#one`);
  });

  test("diagrams take the place of their source, in the colours of the mode; a bad one says why", async () => {
    await open("/docs/b/");
    const svg = reader.page.locator(".diagram svg");
    await svg.waitFor();
    await reader.page.waitForSelector(".diagram-error[role=alert]");
    expect(await reader.page.locator("[data-fallback]").count()).toBe(0);
    expect(await reader.page.textContent(".diagram-error")).toContain("Parse error on line 2");
    const style = () => svg.locator("style").first().textContent();
    const light = await style();
    await reader.page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(style).not.toBe(light);
  });
});

describe("back to the top", () => {
  test("is offered on the way up, far enough down", async () => {
    await open("/docs/a/");
    const shown = () => attribute(".back-to-top", "data-visible");
    await reader.page.evaluate(() => scrollTo({ top: 1200, behavior: "instant" }));
    await reader.page.waitForTimeout(100);
    expect(await shown()).toBe("false");
    await reader.page.evaluate(() => scrollTo({ top: 900, behavior: "instant" }));
    await expect.poll(shown).toBe("true");
    await reader.page.evaluate(() => scrollTo({ top: 250, behavior: "instant" }));
    await expect.poll(shown).toBe("false");
  });
});
