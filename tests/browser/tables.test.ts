/** Tables on narrow screens. */

import { expect, test } from "vitest";
import { mobile, read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const long = "It explains at length what the name in the first column means and when to use it.";
const tables = `---
title: Tables
---

| Left | Right | A very long column header that keeps going | B | C |
| --- | --- | --- | --- | --- |
| a | b | c | \`averylongwordofcodethatdoesntbreak\` | d |

| Key | Type | Default | Meaning |
| --- | --- | --- | --- |
| \`title\` | text | \`"Tea"\` | ${long} |
| \`a_long_name\` | true, false | \`true\` | ${long} |

| Word | Meaning |
| --- | --- |
| Tea | ${long} |
`;
const host = await site("main", { files: { "content/docs/tables.md": tables } });

test("on phones, no header covers another header", async () => {
  const { page, open } = await read(host, { viewport: mobile });
  await open("/docs/tables/");
  const wide = (headers: Element[]) => headers.filter((header) => header.scrollWidth > header.clientWidth + 1).length;
  expect(await page.locator("th").evaluateAll(wide)).toBe(0);
});

test("on phones, tables with two columns fit, and those that explain code show all columns", async () => {
  const { page, open } = await read(host, { viewport: mobile });
  await open("/docs/tables/");
  const scrolls = (all: Element[]) => all.map((one) => one.scrollWidth > one.clientWidth);
  expect(await page.locator(".table-scroll").evaluateAll(scrolls)).toEqual([true, false, false]);
  const boxes = (cells: Element[]) => cells.map((cell) => cell.getBoundingClientRect().toJSON() as DOMRect);
  for (const row of [0, 1]) {
    const cells = page.locator(".table-scroll >> nth=1 >> tbody tr").nth(row).locator("td");
    const [name, type, , meaning] = await cells.evaluateAll(boxes);
    expect(type?.top).toBe(name?.top);
    expect(meaning?.top).toBeGreaterThanOrEqual(name?.bottom ?? Number.NaN);
    expect(meaning?.left).toBe(name?.left);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  const [first, last] = await page.locator(".table-scroll >> nth=1 >> tbody tr >> nth=0 >> td").evaluateAll(boxes);
  expect(last?.top).toBe(first?.top);
});
