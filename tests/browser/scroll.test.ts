/** Behavior 3: scroll position and focus. */

import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { mobile, read, settled } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const main = await site("main");
const scrolled = () => scrollY > 0;
/** Returns an element's distance from the lower edge of the bars at the top. */
const below = (id: string) => {
  const bars = [...document.querySelectorAll(".navbar, .toc-bar")];
  const edge = Math.max(...bars.map((bar) => bar.getBoundingClientRect().bottom));
  return (document.getElementById(id)?.getBoundingClientRect().top ?? 0) - edge;
};

/**
 * Returns the distance by which a jump to an element missed the target position, which is half a rem below the bars.
 */
const missed = (page: Page, id: string) => async () => Math.abs((await page.evaluate(below, id)) - 8);

describe("3.1", () => {
  test("3.1 the browser scrolls on a first load with a hash", async () => {
    const { page, open, until } = await read(main, {
      before: [
        () => {
          const plain = window.scrollTo;
          Object.assign(window, { calls: 0 });
          window.scrollTo = ((given: ScrollToOptions) => {
            (window as unknown as { calls: number }).calls += 1;
            (plain as (options: ScrollToOptions) => void).call(window, given);
          }) as typeof scrollTo;
        },
      ],
    });
    await open("/docs/long/#second-part");
    await until(scrolled);
    await expect.poll(missed(page, "second-part")).toBeLessThan(2);
    expect(await page.evaluate(() => (window as unknown as { calls: number }).calls)).toBe(0);
    expect(await page.evaluate(() => history.scrollRestoration)).toBe("auto");
  });

  test("3.1 a reload keeps the position", async () => {
    const { page, open, scrollTo } = await read(main);
    await open("/docs/long/");
    await scrollTo(900);
    await page.reload();
    await page.waitForFunction(settled);
    await page.waitForFunction(() => scrollY === 900);
  });

  test("3.1 a reload after navigating also keeps the position", async () => {
    const { page, open, scrollTo, follow } = await read(main);
    await open("/docs/start/");
    await follow(page.locator(".sidebar a[href='/docs/long/']"), "Long");
    await scrollTo(900);
    await page.reload();
    await page.waitForFunction(settled);
    await page.waitForFunction(() => scrollY === 900);
  });
});

describe("3.2", () => {
  test("3.2 a new page starts at its top", async () => {
    const { page, open, scrollTo, follow } = await read(main);
    await open("/docs/long/");
    await scrollTo(1200);
    await follow(page.locator(".prose a", { hasText: "start" }), "Start");
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  for (const [name, id] of [
    ["a heading of the long page", "second-part"],
    ["a heading with an accent", "größe"],
  ] as const) {
    test(`3.2 a new page with a hash starts at its target: ${id}`, async () => {
      const { page, open, follow } = await read(main);
      await open("/docs/start/");
      await follow(page.getByText(name), "Long");
      await expect.poll(missed(page, id)).toBeLessThan(2);
    });
  }

  test("3.2 a change of only the query doesn't scroll", async () => {
    const { page, open, scrollTo } = await read(main);
    await open("/docs/long/");
    await page.evaluate(() => {
      const link = Object.assign(document.createElement("a"), { href: "?a=1", textContent: "query" });
      link.style.cssText = "position:fixed;top:50%;left:50%;z-index:99";
      document.querySelector(".prose")?.append(link);
    });
    await scrollTo(700);
    await page.getByText("query").click();
    await page.waitForURL("**/?a=1");
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    expect(await page.evaluate(() => scrollY)).toBe(700);
  });

  test("3.2 back and forward restore the position of each entry", async () => {
    const { page, open, scrollTo } = await read(main);
    // A click by the driver can scroll the page before the app saves the position.
    const leave = async (link: Locator, title: string) => {
      const left = await link.evaluate((element: HTMLElement) => {
        element.click();
        return scrollY;
      });
      await page.locator("h1", { hasText: title }).waitFor();
      return left;
    };
    await open("/docs/long/");
    await scrollTo(800);
    const left = await leave(page.locator(".prose a", { hasText: "start" }), "Start");
    expect(left).toBe(800);
    await leave(page.locator(".sidebar a:not([role])[href='/docs/tabs/']"), "Tabs");
    await scrollTo(300);
    await page.goBack();
    await page.locator("h1", { hasText: "Start" }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await page.locator("h1", { hasText: "Long" }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(left);
    await page.goForward();
    await page.goForward();
    await page.locator("h1", { hasText: "Tabs" }).waitFor();
    await page.waitForFunction(() => scrollY === 300);
    await page.goBack();
    await page.goBack();
    await page.locator("h1", { hasText: "Long" }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(left);
  });

  test("3.2 the position before a jump within the page is restored", async () => {
    const { page, open, scrollTo, until } = await read(main, { reducedMotion: "reduce" });
    await open("/docs/long/");
    await scrollTo(400);
    await page.locator(".toc a", { hasText: "Last part" }).click();
    await until(() => scrollY > 600);
    await page.goBack();
    await until(() => scrollY === 400);
  });

  test("3.2 going back to an entry with a hash scrolls to its target", async () => {
    const { page, open, scrollTo, follow } = await read(main);
    await open("/docs/long/#second-part");
    await scrollTo(100);
    await follow(page.locator(".sidebar a[href='/docs/short/']"), "Short");
    await page.goBack();
    await page.locator("h1", { hasText: "Long" }).waitFor();
    await expect.poll(missed(page, "second-part")).toBeLessThan(2);
  });
});

for (const [name, viewport] of [
  ["wide", { width: 1280, height: 800 }],
  ["narrow", mobile],
] as const) {
  test(`3.3 the bars at the top don't cover the target of a jump, on ${name} screens`, async () => {
    const { page, open, until } = await read(main, { viewport, reducedMotion: "reduce" });
    await open("/docs/long/#third-part");
    await until(scrolled);
    await expect.poll(missed(page, "third-part")).toBeLessThan(2);
    const margin = await page.evaluate(() => {
      const heading = document.getElementById("third-part") as HTMLElement;
      const bars = [...document.querySelectorAll<HTMLElement>(".navbar, .toc-bar")];
      const covered = bars.reduce((total, bar) => total + bar.offsetHeight, 0);
      return Number.parseFloat(getComputedStyle(heading).scrollMarginTop) - covered;
    });
    expect(Math.abs(margin - 8)).toBeLessThan(1.5);
  });
}

describe("3.4", () => {
  test("3.4 the skip link comes first, is visible when focused, and leads to the content", async () => {
    const { page, open } = await read(main);
    await open("/docs/start/");
    const region = page.getByRole("region", { name: "Skip to main content" });
    const link = region.getByRole("link", { name: "Skip to main content" });
    const shown = () =>
      link.evaluate((element) => {
        const { top, height, left } = element.getBoundingClientRect();
        return getComputedStyle(element).clipPath === "none" && top >= 0 && left >= 0 && height > 10;
      });
    expect(await shown()).toBe(false);
    await page.keyboard.press("Tab");
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(shown).toBe(true);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("MAIN");
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
    expect(await page.evaluate(() => document.querySelector("main")?.hasAttribute("tabindex"))).toBe(false);
  });

  test("3.4 without JavaScript, the skip link leads to the layout", async () => {
    const { page, visit } = await read(main, { javaScriptEnabled: false });
    await visit("/docs/start/");
    expect(await page.locator(".skip-link").getAttribute("href")).toBe("#__docgen_skipToContent_fallback");
    expect(await page.locator("#__docgen_skipToContent_fallback main").count()).toBe(1);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/#__docgen_skipToContent_fallback");
  });
});

describe("3.5", () => {
  test("3.5 after a navigation, Tab goes to the skip link", async () => {
    const { page, open, follow } = await read(main);
    await open("/docs/start/");
    await follow(page.locator(".sidebar a[href='/docs/short/']"), "Short");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("skip-region");
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("skip-link");
  });

  test("3.5 but with a hash, the target has the focus, and going back doesn't move it", async () => {
    const { page, open, follow, at } = await read(main);
    await open("/docs/start/");
    const active = () => page.evaluate(() => document.activeElement?.id);
    await follow(page.getByText("a heading of the long page"), "Long");
    expect(`#${await active()}`).toBe((await at()).replace(/.*(?=#)/, ""));
    await page.goBack();
    await page.locator("h1", { hasText: "Start" }).waitFor();
    expect(await active()).not.toBe("skip-region");
  });

  test("3.5 a new page is announced", async () => {
    const { page, open, follow } = await read(main);
    await open("/docs/start/");
    const live = page.locator("[aria-live=polite]");
    expect(await live.textContent()).toBe("");
    await follow(page.locator(".sidebar a[href='/docs/short/']"), "Short");
    expect(await live.textContent()).toBe("Short | Harness");
  });
});
