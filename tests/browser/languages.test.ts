/** Languages that are written from right to left, and content in a language other than the surrounding page's. */

import { expect, test } from "vitest";
import { read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const locales = await site("main", {
  append: '[i18n]\nlocales = [{ code = "en" }, { code = "ar" }]\n',
  files: {
    "content/i18n/ar/docs/start.md": "---\ntitle: بداية\n---\n\nنص `npm run` نص.\n\n```sh\nnpm run build\n```\n",
  },
});

test("code is written from left to right, and icons point in the direction of reading", async () => {
  const { page, open } = await read(locales);
  await open("/ar/docs/start/");
  const directions = await page.$$eval(".prose code", (all) => all.map((code) => getComputedStyle(code).direction));
  expect(directions).toEqual(["ltr", "ltr"]);
  const crumb = (element: Element) => getComputedStyle(element, "::before").rotate;
  expect(await page.$eval(".breadcrumbs li + li", crumb)).toBe("180deg");
  await open("/docs/start/");
  expect(await page.$eval(".breadcrumbs li + li", crumb)).toBe("0deg");
});

test("an untranslated page has the direction of its text, and the frame has the direction of the locale", async () => {
  const { page, open } = await read(locales);
  await open("/ar/docs/short/");
  const direction = (selector: string) => page.$eval(selector, (element) => getComputedStyle(element).direction);
  expect(await direction(".prose")).toBe("ltr");
  expect(await direction("h1")).toBe("ltr");
  expect(await direction(".page-banner")).toBe("rtl");
  expect(await direction(".sidebar")).toBe("rtl");
});

test.each([390, 1280])("an untranslated title starts where its text starts: %i px", async (width) => {
  const { page, open } = await read(locales, { viewport: { width, height: 900 } });
  await open("/ar/docs/short/");
  const left = (selector: string) =>
    page.$eval(selector, (element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().left;
    });
  expect(await left("h1")).toBeCloseTo(await left(".prose p"), -1);
});

test("pages with text in the other direction don't scroll sideways", async () => {
  for (const width of [390, 996, 1280, 1600]) {
    const { page, open } = await read(locales, { viewport: { width, height: 900 } });
    for (const path of ["/ar/", "/ar/docs/long/", "/ar/docs/start/"]) {
      await open(path);
      const size = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(size, `${path} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});

test("the search dialog loads the texts of the locale", async () => {
  const { page, open } = await read(locales);
  await open("/ar/docs/start/");
  const loaded = page.waitForResponse(/\/search-ar\.[0-9a-f]+\.json$/);
  await page.click(".search-button");
  expect((await loaded).ok()).toBe(true);
  await expect.poll(() => page.locator(".DocSearch-Modal").textContent()).toContain("لا توجد عمليات بحث حديثة");
});
