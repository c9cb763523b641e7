/** Strips of tabs that are wider than the page: the selected tab is always visible. */

import { expect, test } from "vitest";
import { read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const types = Array.from({ length: 14 }, (_, index) => `application/vnd.example.v${index}+json`);

const shop = `
openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: 'https://api.example.com' }]
paths:
  /orders:
    post:
      operationId: order
      requestBody: { content: { ${types.map((type) => `${type}: { schema: { type: integer } }`).join(", ")} } }
      responses: { "200": { description: Fine } }
  /names:
    get:
      operationId: names
      summary: MessageAttemptExhaustedEvent
      description: |
        <table><tr><td>${"A".repeat(300)}</td></tr></table>

        See [own](#own). <a id="own"></a>
      responses: { "200": { description: Fine } }
`;

const host = await site("files", {
  append: '[[openapi]]\nid = "shop"\nfile = "openapi/shop.yaml"\nroute = "/shop"',
  files: { "openapi/shop.yaml": shop, "static/favicon.ico": "" },
});

const isInView = (tab: Element) => {
  const strip = (tab.parentElement as Element).getBoundingClientRect();
  const { left, right } = tab.getBoundingClientRect();
  return left >= strip.left - 1 && right <= strip.right + 1;
};

test("the media type that the URL specifies is in view", async () => {
  const reader = await read(host);
  await reader.open(`/shop/order?media-type=${encodeURIComponent(types.at(-1) ?? "")}`);
  const tab = reader.page.locator(".api-media-types > [role=tablist] > [aria-selected=true]");
  await expect.poll(() => tab.textContent()).toBe(types.at(-1));
  await expect.poll(() => tab.evaluate(isInView)).toBe(true);
  expect(await reader.page.evaluate(() => scrollY)).toBe(0);
});

test("a wide table in raw HTML doesn't make the page scroll sideways, and links reach IDs in raw HTML", async () => {
  const reader = await read(host);
  await reader.open("/shop/names");
  const { page } = reader;
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole("link", { name: "own", exact: true }).click();
  const { hash } = new URL(page.url());
  expect(await page.locator(`[id="${hash.slice(1)}"]`).count()).toBe(1);
});

test("long names in the sidebar break between their words", async () => {
  const reader = await read(host);
  await reader.open("/shop/names");
  const label = reader.page.locator('.sidebar-link[aria-current="page"] .sidebar-label');
  expect(await label.evaluate((element) => element.querySelectorAll("wbr").length)).toBe(3);
});
