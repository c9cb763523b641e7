/** Behavior 5: what the browser stores for the reader. */

import { describe, expect, test } from "vitest";
import { read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const main = await site("main", { append: '[announcement_bar]\ncontent = "News"\n' });
const warning = "warning: docgen: storage is unavailable, so choices won't be saved.";
const toggle = "button.color-toggle";

test("5.1 and 5.4 each choice has its key, and nothing else is stored", async () => {
  const { page, open } = await read(main);
  await open("/docs/tabs/");
  await page.click(toggle);
  await page.getByRole("tab", { name: "Two" }).first().click();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  const kept = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage).sort()));
  expect(kept).toEqual({
    "docgen.announcement.dismiss": "true",
    "docgen.announcement.id": "announcement-bar",
    "docgen.tab.lang": "two",
    theme: "light",
  });
});

describe("5.2", () => {
  test("5.2 denied storage is reported once, and everything works", async () => {
    const { page, open, said, follow } = await read(main, {
      before: [
        () =>
          Object.defineProperty(window, "localStorage", {
            get() {
              throw new DOMException("denied", "SecurityError");
            },
          }),
      ],
    });
    await open("/docs/tabs/");
    await page.click(toggle);
    expect(await page.getAttribute("html", "data-theme-choice")).toBe("light");
    await page.click(toggle);
    expect(await page.getAttribute("html", "data-theme")).toBe("dark");
    await page.getByRole("tab", { name: "Two" }).first().click();
    expect(await page.getByText("The second of two.").isVisible()).toBe(true);
    await page.getByRole("button", { name: "Close", exact: true }).click();
    expect(await page.locator(".announcement").count()).toBe(0);
    await follow(page.locator(".sidebar a[href='/docs/code/']"), "Code");
    expect(await page.locator(".announcement").count()).toBe(0);
    expect(said()).toEqual([warning]);
  });

  test("5.2 a single operation that fails only logs an error on the console", async () => {
    const { page, open, said } = await read(main);
    await open("/docs/tabs/");
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
    await page.getByRole("tab", { name: "Two" }).first().click();
    expect(await page.getByText("The second of two.").isVisible()).toBe(true);
    expect(said()).toEqual([expect.stringMatching(/^error: docgen: .*full/)]);
  });
});

test("5.3 a change also notifies this window, and setting the same value doesn't", async () => {
  const { page, open } = await read(main);
  await open("/docs/tabs/");
  await page.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    addEventListener("storage", ({ key, oldValue, newValue }) => heard.push([key, oldValue, newValue]));
  });
  const heard = () => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard);
  const tab = page.getByRole("tab", { name: "Two" }).first();
  await tab.click();
  await tab.click();
  expect(await heard()).toEqual([["docgen.tab.lang", null, "two"]]);
  await page.click(toggle);
  await page.click(toggle);
  await page.click(toggle);
  expect((await heard()).slice(1)).toEqual([
    ["theme", null, "light"],
    ["theme", "light", "dark"],
    ["theme", "dark", null],
  ]);
});
