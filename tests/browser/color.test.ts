/** Behavior 6: light and dark mode. */

import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { read, settled } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const main = await site("main");
const withoutSystem = await site("main", {
  replace: { "respect_prefers_color_scheme = true": "respect_prefers_color_scheme = false" },
});
const darkAtFirst = await site("main", {
  replace: { "respect_prefers_color_scheme = true": 'respect_prefers_color_scheme = false\ndefault_mode = "dark"' },
});
const withoutSwitch = await site("main", {
  replace: { "respect_prefers_color_scheme = true": "disable_switch = true" },
});

const state = (page: Page) =>
  page.evaluate(() => [document.documentElement.dataset.theme, document.documentElement.dataset.themeChoice]);
const stored = (page: Page) => page.evaluate(() => localStorage.getItem("theme"));
const keep = (value: string) => `try { localStorage.setItem("theme", ${JSON.stringify(value)}) } catch {}`;

describe("6.1", () => {
  const cases = [
    ["nothing stored, a light system", main, null, "light", ["light", "system"]],
    ["nothing stored, a dark system", main, null, "dark", ["dark", "system"]],
    ["light stored, a dark system", main, "light", "dark", ["light", "light"]],
    ["dark stored, a light system", main, "dark", "light", ["dark", "dark"]],
    ["nonsense stored, a dark system", main, "blue", "dark", ["light", "light"]],
    ["a system that does not count", withoutSystem, null, "dark", ["light", "light"]],
    ["a dark default", darkAtFirst, null, "light", ["dark", "dark"]],
    ["light stored, a dark default", darkAtFirst, "light", "light", ["light", "light"]],
  ] as const;
  for (const [what, host, value, colorScheme, wanted] of cases) {
    test(`6.1 the mode is set before the first paint: ${what}`, async () => {
      const { page, open } = await read(host, { colorScheme });
      if (value) await page.addInitScript(keep(value));
      // Record the mode when the parser reaches the body, before any of the body is painted.
      await page.addInitScript(() => {
        new MutationObserver((_, observer) => {
          if (!document.body) return;
          const { theme, themeChoice } = document.documentElement.dataset;
          Object.assign(window, { early: [theme, themeChoice] });
          observer.disconnect();
        }).observe(document, { childList: true, subtree: true });
      });
      await open("/docs/start/");
      expect(await page.evaluate(() => (window as unknown as { early: string[] }).early)).toEqual(wanted);
      expect(await state(page)).toEqual(wanted);
    });
  }

  test("6.1 the two modes look different", async () => {
    const { page, open } = await read(main, { colorScheme: "dark" });
    await open("/docs/start/");
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const dark = await ground();
    await page.emulateMedia({ colorScheme: "light" });
    await page.waitForFunction(() => document.documentElement.dataset.theme === "light");
    expect(await ground()).not.toBe(dark);
  });
});

describe("6.2", () => {
  test("6.2 the toggle cycles through system, light, and dark, and announces the mode", async () => {
    const { page, open } = await read(main, { colorScheme: "dark" });
    await open("/docs/start/");
    const toggle = page.locator("nav .color-toggle");
    const said = async () => [await toggle.getAttribute("aria-label"), await toggle.getAttribute("title")];
    const label = (mode: string) => [`Switch between dark and light mode (currently ${mode} mode)`, `${mode} mode`];
    const icon = () => toggle.locator("svg:visible").getAttribute("data-icon");
    for (const [mode, theme, kept] of [
      ["system", "dark", null],
      ["light", "light", "light"],
      ["dark", "dark", "dark"],
      ["system", "dark", null],
    ] as const) {
      expect(await said()).toEqual(label(mode));
      expect(await state(page)).toEqual([theme, mode]);
      expect(await stored(page)).toBe(kept);
      expect(await icon()).toBe(mode);
      await toggle.click();
    }
    expect(await toggle.locator("svg").count()).toBe(3);
    expect(await toggle.locator("svg:not([aria-hidden=true])").count()).toBe(0);
  });

  test("6.2 without the system preference, it alternates", async () => {
    const { page, open } = await read(withoutSystem, { colorScheme: "dark" });
    await open("/docs/start/");
    const seen: unknown[] = [];
    for (let click = 0; click < 4; click += 1) {
      seen.push(await state(page));
      await page.click("nav .color-toggle");
    }
    expect(seen).toEqual([
      ["light", "light"],
      ["dark", "dark"],
      ["light", "light"],
      ["dark", "dark"],
    ]);
  });
});

describe("6.3", () => {
  test("6.3 a change of the system preference applies immediately while the choice is system, and isn't stored", async () => {
    const { page, open } = await read(main, { colorScheme: "light" });
    await open("/docs/start/");
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => state(page)).toEqual(["dark", "system"]);
    expect(await stored(page)).toBe(null);
    await page.click("nav .color-toggle");
    expect(await state(page)).toEqual(["light", "light"]);
    await page.emulateMedia({ colorScheme: "light" });
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await state(page)).toEqual(["light", "light"]);
  });

  test("6.3 a choice applies immediately in other tabs", async () => {
    const { page, open } = await read(main, { colorScheme: "light" });
    await open("/docs/start/");
    const other = await page.context().newPage();
    await other.goto("/docs/long/");
    await other.waitForFunction(settled);
    await page.click("nav .color-toggle");
    await page.click("nav .color-toggle");
    await expect.poll(() => state(other)).toEqual(["dark", "dark"]);
    await expect.poll(() => other.locator("nav .color-toggle").getAttribute("title")).toBe("dark mode");
    await page.click("nav .color-toggle");
    await expect.poll(() => state(other)).toEqual(["light", "system"]);
  });

  test("6.3 the browser's interface has the color of the page", async () => {
    const host = await site("main", {
      files: { "overrides/custom.css": ":root[data-theme=dark] { --color-bg: #102030 }" },
    });
    const { page, open } = await read(host, { colorScheme: "light" });
    await open("/docs/start/");
    const colors = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")]
          .filter(({ media }) => matchMedia(media || "all").matches)
          .map(({ content }) => content),
      );
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(await colors()).toEqual([await ground()]);
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(colors).toEqual(["rgb(16, 32, 48)"]);
    await page.click("nav .color-toggle");
    await expect.poll(colors).toEqual([await ground()]);
    expect(await colors()).not.toEqual(["rgb(16, 32, 48)"]);
  });

  test("6.3 a choice outlives the page", async () => {
    const { page, open } = await read(main, { colorScheme: "dark" });
    await open("/docs/start/");
    await page.click("nav .color-toggle");
    await open("/glossary/");
    expect(await state(page)).toEqual(["light", "light"]);
    expect(await page.locator("nav .color-toggle").getAttribute("title")).toBe("light mode");
  });

  test("6.3 disable_switch removes the toggle and the stored choice", async () => {
    const { page, open } = await read(withoutSwitch, { colorScheme: "light" });
    await open("/docs/start/");
    await page.evaluate(() => localStorage.setItem("theme", "dark"));
    await page.reload();
    await page.waitForFunction(settled);
    expect(await page.locator(".color-toggle").count()).toBe(0);
    expect(await stored(page)).toBe(null);
    expect((await state(page))[0]).toBe("light");
  });
});

test("the colors of methods don't depend on the accent", async () => {
  const colors = async (accent: string) => {
    const css = `:root { --docgen-accent: ${accent} }`;
    const { page, open } = await read(await site("api", { files: { "overrides/custom.css": css } }));
    await open("/api/place-order/");
    return page.$$eval(".sidebar-nav .badge", (all) => all.map((badge) => getComputedStyle(badge).color));
  };
  const red = await colors("oklch(0.52 0.18 25)");
  expect(red.length).toBeGreaterThan(1);
  expect(await colors("oklch(0.52 0.18 150)")).toEqual(red);
});
