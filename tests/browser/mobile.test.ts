/** Behavior 9: the sidebar on narrow screens. */

import { describe, expect, test } from "vitest";
import { mobile, type ReaderOptions, read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const main = await site("main");
const empty = await site("files", {
  replace: { '[[navbar.items]]\ntype = "docSidebar"\nsidebar_id = "docs"\nlabel = "Docs"\nposition = "left"\n': "" },
});

async function opened(path = "/docs/start/", options: ReaderOptions = {}) {
  const reader = await read(main, { viewport: mobile, reducedMotion: "reduce", ...options });
  await reader.open(path);
  await reader.page.click(".navbar-toggle");
  const panel = reader.page.getByRole("dialog");
  await panel.waitFor();
  const closed = async () => {
    await panel.waitFor({ state: "detached" });
    await expect.poll(() => reader.page.getAttribute("html", "data-mobile-sidebar")).toBe(null);
  };
  return { ...reader, panel, closed };
}

describe("9.1", () => {
  test("9.1 the hamburger button announces what it is and whether it's open", async () => {
    const { page, open } = await read(main, { viewport: mobile });
    await open("/docs/start/");
    const toggle = page.getByRole("button", { name: "Toggle navigation bar" });
    expect(await toggle.getAttribute("aria-expanded")).toBe("false");
    await toggle.click();
    expect(await page.getAttribute(".navbar-toggle", "aria-expanded")).toBe("true");
  });

  test("9.1 there's no button if there's nothing to show", async () => {
    const { page, open, follow } = await read(empty, { viewport: mobile });
    await open("/");
    expect(await page.locator(".navbar-toggle").count()).toBe(0);
    await follow(page.locator(".prose a"), "Start");
    expect(await page.locator(".navbar-toggle").count()).toBe(1);
  });
});

describe("9.2", () => {
  test("9.2 opening locks the page, shows a backdrop, and moves focus into the panel", async () => {
    const { page, panel } = await opened("/docs/long/");
    expect(await page.getAttribute("html", "data-mobile-sidebar")).toBe("open");
    expect(await page.locator("[role=presentation].mobile-sidebar-backdrop").isVisible()).toBe(true);
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
    await page.mouse.move(380, 500);
    await page.mouse.wheel(0, 400);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await page.evaluate(() => scrollY)).toBe(0);
    for (const name of ["Close navigation bar", /^Switch between dark and light mode/]) {
      expect(await panel.getByRole("button", { name }).isVisible()).toBe(true);
    }
    expect(await panel.locator(".mobile-sidebar-header .navbar-brand").isVisible()).toBe(true);
  });

  test("9.2 focus stays inside", async () => {
    const { page } = await opened();
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press("Tab");
      const inside = await page.evaluate(() => {
        const { activeElement: active } = document;
        return active === document.body || active?.closest("[role=dialog]") !== null;
      });
      expect(inside).toBe(true);
    }
  });

  test("9.2 Escape closes the panel, and focus returns to the hamburger button", async () => {
    const { page, closed } = await opened();
    await page.keyboard.press("Escape");
    await closed();
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("navbar-toggle");
    expect(await page.locator("[inert]").count()).toBe(0);
  });
});

describe("9.3", () => {
  const back = "← Back to main menu";

  test("9.3 the page's sidebar is shown first, and the navbar's items behind it", async () => {
    const { page, panel, closed } = await opened();
    const inert = () =>
      panel.locator(".mobile-sidebar-panel").evaluateAll((panels) => panels.map((each) => (each as HTMLElement).inert));
    expect(await inert()).toEqual([true, false]);
    expect(await panel.getByRole("link", { name: "Long" }).isVisible()).toBe(true);
    expect(await panel.locator("a[aria-current=page]", { hasText: "Start" }).count()).toBe(1);
    await panel.getByText(back).click();
    expect(await inert()).toEqual([false, true]);
    await panel.getByRole("link", { name: "Apart" }).waitFor();
    await panel.getByRole("button", { name: "Close navigation bar" }).click();
    await closed();
    await page.click(".navbar-toggle");
    expect(await inert()).toEqual([true, false]);
  });

  test("9.3 the way back stays in view when the panel scrolls", async () => {
    const { page, panel } = await opened("/docs/start/", { viewport: { width: 390, height: 360 } });
    const button = panel.getByText(back);
    const before = await button.boundingBox();
    await panel
      .locator(".mobile-sidebar-panel")
      .last()
      .evaluate((element) => element.scrollTo(0, 10_000));
    expect(
      await panel
        .locator(".mobile-sidebar-panel")
        .last()
        .evaluate((element) => element.scrollTop),
    ).toBeGreaterThan(50);
    expect((await button.boundingBox())?.y).toBe(before?.y);
    const { x, y, width, height } = before ?? { x: 0, y: 0, width: 0, height: 0 };
    const onTop = await page.evaluate(
      ([left, top]) => document.elementFromPoint(left ?? 0, top ?? 0)?.className,
      [x + width / 2, y + height / 2],
    );
    expect(onTop).toBe("mobile-sidebar-back");
  });

  test("9.3 a page without a sidebar has only the navbar's items", async () => {
    const { panel } = await opened("/glossary/");
    expect(await panel.locator(".mobile-sidebar-panel").count()).toBe(1);
    expect(await panel.getByText(back).count()).toBe(0);
    expect(await panel.getByRole("link", { name: "Docs" }).isVisible()).toBe(true);
  });
});

describe("9.4", () => {
  test("9.4 selecting a page closes the panel", async () => {
    const { panel, closed, page } = await opened();
    await panel.getByRole("link", { name: "Long" }).click();
    await closed();
    await page.locator("h1", { hasText: "Long" }).waitFor();
  });

  test("9.4 selecting a navbar item closes the panel", async () => {
    const { panel, closed, page } = await opened("/glossary/");
    await panel.getByRole("link", { name: "Apart" }).click();
    await closed();
    await page.locator("h1", { hasText: "Apart" }).waitFor();
  });

  test("9.4 the backdrop closes the panel", async () => {
    const { page, closed } = await opened();
    await page.mouse.click(386, 500);
    await closed();
  });

  test("9.4 widening past 996 px closes the panel", async () => {
    const { page, panel, closed } = await opened();
    await page.setViewportSize({ width: 996, height: 800 });
    expect(await panel.count()).toBe(1);
    await page.setViewportSize({ width: 997, height: 800 });
    await closed();
  });

  test("9.4 going back closes the panel instead of leaving the page", async () => {
    const { page, panel, open, closed, at, follow } = await opened();
    await page.keyboard.press("Escape");
    await closed();
    await open("/docs/start/");
    await follow(page.getByText("long page", { exact: true }), "Long");
    await page.click(".navbar-toggle");
    await panel.waitFor();
    await page.evaluate(() => history.back());
    await closed();
    // The browser has already gone back, and the app makes the browser go forward again.
    await expect.poll(at).toBe("/docs/long/");
    expect(await page.textContent("h1")).toBe("Long");
    await page.evaluate(() => history.back());
    await page.locator("h1", { hasText: "Start" }).waitFor();
  });

  test("9.4 a category without a page expands and leaves the panel open", async () => {
    const { panel, at } = await opened();
    await panel.getByRole("button", { name: "Unlinked" }).click();
    await panel.getByRole("link", { name: "Alpha" }).waitFor();
    expect(await at()).toBe("/docs/start/");
    expect(await panel.count()).toBe(1);
  });
});

describe("9.5", () => {
  test("9.5 dropdowns are lists that expand and collapse", async () => {
    const { panel } = await opened("/");
    const item = panel.getByRole("link", { name: "Glossary" });
    expect(await item.isVisible()).toBe(false);
    await panel.getByRole("button", { name: "Expand the dropdown" }).first().click();
    await item.waitFor();
    await panel.getByRole("button", { name: "Collapse the dropdown" }).first().click();
    await item.waitFor({ state: "hidden" });
  });

  test("9.5 a dropdown that contains the page is expanded", async () => {
    const { panel } = await opened("/glossary/");
    await panel.locator(".sidebar-link[aria-current=page]", { hasText: "Glossary" }).waitFor();
  });

  test("9.5 and 8.6 the list of locales is called Languages", async () => {
    const { panel } = await opened("/");
    expect(await panel.getByText("Languages").isVisible()).toBe(true);
  });
});
