/** Behavior 7: the announcement bar. */

import { describe, expect, test } from "vitest";
import { read, settled } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const bar = (more: string) => ({
  append: `[announcement_bar]\ncontent = 'Big <b>news</b>: <a href="/docs/short/">read it</a>'\n${more}\n`,
});
const plain = await site("main", bar(""));
const first = await site("main", bar('id = "first"\nbackground_color = "#102030"\ntext_color = "rgb(250, 250, 240)"'));
const second = await site("main", bar('id = "second"'));
const fixed = await site("main", bar("is_closeable = false"));
const shown = ".announcement[role=banner]";
const kept = () => [
  localStorage.getItem("docgen.announcement.id"),
  localStorage.getItem("docgen.announcement.dismiss"),
];

describe("7.1", () => {
  test("7.1 every shell has the bar, with its HTML and colors", async () => {
    const { page, visit } = await read(first, { javaScriptEnabled: false });
    for (const path of ["/", "/docs/start/", "/glossary/", "/404.html"]) {
      await visit(path);
      const look = await page.locator(shown).evaluate((element) => {
        const { color, backgroundColor } = getComputedStyle(element);
        return [element.querySelector("b")?.textContent, color, backgroundColor];
      });
      expect(look, path).toEqual(["news", "rgb(250, 250, 240)", "rgb(16, 32, 48)"]);
    }
  });

  test("7.1 a dismissed bar is hidden before hydration", async () => {
    const { page, open, visit } = await read(first);
    await open("/docs/start/");
    expect(await page.getAttribute("html", "data-announcement-bar-initially-dismissed")).toBe("false");
    await page.getByRole("button", { name: "Close", exact: true }).click();
    first.rule(/\/_docgen\/.*\.js$/, { hold: new Promise(() => {}) });
    await page.goto("/docs/short/", { waitUntil: "commit" });
    await page.locator("h1", { hasText: "Short" }).waitFor();
    expect(await page.getAttribute("html", "data-announcement-bar-initially-dismissed")).toBe("true");
    // The styles might load after the text does.
    await expect.poll(() => page.locator(shown).isVisible()).toBe(false);
    first.reset();
    await visit("/docs/short/");
    await page.waitForFunction(settled);
    expect(await page.locator(shown).count()).toBe(0);
  });

  test("7.1 the bar moves nothing", async () => {
    const { page, open } = await read(first, {
      before: [
        () => {
          const shifts: number[] = [];
          Object.assign(window, { shifts });
          new PerformanceObserver((list) =>
            shifts.push(...list.getEntries().map((entry) => (entry as PerformanceEntry & { value: number }).value)),
          ).observe({ type: "layout-shift", buffered: true });
        },
      ],
    });
    await open("/docs/start/");
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await open("/docs/short/");
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
  });
});

describe("7.2", () => {
  test("7.2 the bar is above the navbar, and closing it is remembered", async () => {
    const { page, open, follow } = await read(plain);
    await open("/docs/start/");
    const order = await page.evaluate(() => {
      const bar = document.querySelector(".announcement") as Element;
      const nav = document.querySelector("nav[aria-label=Main]") as Element;
      return [
        (bar.compareDocumentPosition(nav) & Node.DOCUMENT_POSITION_FOLLOWING) > 0,
        bar.getBoundingClientRect().bottom <= nav.getBoundingClientRect().top,
      ];
    });
    expect(order).toEqual([true, true]);
    await page.locator(shown).getByRole("button", { name: "Close", exact: true }).click();
    expect(await page.locator(shown).count()).toBe(0);
    expect(await page.evaluate(kept)).toEqual(["announcement-bar", "true"]);
    await follow(page.locator(".sidebar a[href='/docs/short/']"), "Short");
    expect(await page.locator(shown).count()).toBe(0);
  });

  test("7.2 a bar that can't be closed has no button, and the app handles its links", async () => {
    const { page, open, follow } = await read(fixed);
    await open("/docs/start/");
    expect(await page.locator(shown).locator("button").count()).toBe(0);
    await page.evaluate(() => Object.assign(window, { same: true }));
    await follow(page.locator(shown).getByText("read it"), "Short");
    expect(await page.evaluate(() => "same" in window)).toBe(true);
  });
});

describe("7.3", () => {
  test("7.3 another id shows the bar again", async () => {
    const { page, open } = await read(first);
    await open("/docs/start/");
    expect(await page.evaluate(kept)).toEqual(["first", "false"]);
    await page.getByRole("button", { name: "Close", exact: true }).click();
    expect(await page.evaluate(kept)).toEqual(["first", "true"]);
    // Simulate another deployment at the same URL.
    await page.route(`${first.url}/**`, async (route) => {
      const url = route.request().url().replace(first.url, second.url);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    await open("/docs/start/");
    expect(await page.locator(shown).isVisible()).toBe(true);
    expect(await page.evaluate(kept)).toEqual(["second", "false"]);
    expect(await page.getAttribute("html", "data-announcement-bar-initially-dismissed")).toBe("false");
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await open("/docs/long/");
    expect(await page.locator(shown).count()).toBe(0);
    // Let pending requests finish before the page closes.
    await page.unrouteAll({ behavior: "wait" });
  });

  test("7.3 the default id is announcement-bar", async () => {
    const { page, open } = await read(plain);
    await open("/docs/start/");
    expect(await page.evaluate(kept)).toEqual(["announcement-bar", "false"]);
  });
});
