/** The search dialog on a site with so many headings that they load only for visible results. */

import { expect, test } from "vitest";
import { read } from "./harness/reader.ts";
import { modal } from "./harness/search.ts";
import { site } from "./harness/site.ts";

const headings = (page: number) =>
  Array.from({ length: 160 }, (_, at) => `## Adjusting lever ${at} of panel ${page}\n\nTurn it slowly.\n`).join("\n");

const host = await site("main", {
  files: Object.fromEntries(
    Array.from({ length: 60 }, (_, page) => [
      `content/docs/levers/panel-${page}.md`,
      `---\ntitle: Panel ${page}\n---\n\nIts levers.\n\n${page === 7 ? "## The okapi switch\n\nA rare switch.\n" : ""}${headings(page)}`,
    ]),
  ),
});

/** A site with so many pages that the name and the text of each result load alone. */
const huge = await site("main", {
  files: Object.fromEntries(
    Array.from({ length: 1_100 }, (_, page) => [
      `content/docs/f${page % 30}/lever-${page}.md`,
      `---\ntitle: Lever ${page}${" of the panel on the quiet workbench by the door".repeat(5)}\n---\n\nAn okapi${page} turns.\n`,
    ]),
  ),
});

const start = async (from = host) => {
  const reader = await read(from);
  const parts = modal(reader.page);
  await reader.open("/docs/start/");
  await parts.open();
  const hit = parts.hits.first();
  return { ...reader, ...parts, hit };
};

test("a result shows its page at first, and its heading and its anchor after a pause", async () => {
  const { page, input, hit } = await start();
  const gate = host.hold(/\/_docgen\/search\/.*\/t[0-9a-f]{8}\//);
  await input.pressSequentially("okapi");
  // The first letters can have other results.
  const title = hit.locator(".DocSearch-Hit-title");
  await expect.poll(() => title.textContent()).toBe("Panel 7");
  gate.release();
  await hit.locator("mark").waitFor();
  expect(await title.textContent()).toBe("The okapi switch");
  expect(await hit.locator("a").getAttribute("href")).toBe("/docs/levers/panel-7/#the-okapi-switch");
  // The preview shows the section.
  await page.locator(".search-preview-title", { hasText: "The okapi switch" }).waitFor();
});

test("Enter opens the section of a result whose heading hasn't loaded", async () => {
  const { page, input, hit, at } = await start();
  await input.pressSequentially("okapi");
  await hit.waitFor();
  await input.press("Enter");
  await page.locator("h1", { hasText: "Panel 7" }).waitFor();
  expect(await at()).toBe("/docs/levers/panel-7/#the-okapi-switch");
});

test("the first letters of a word show titles, and the whole index answers after a pause", async () => {
  const { input, hits } = await start();
  await input.pressSequentially("okapi sw");
  await expect.poll(() => hits.first().locator("mark").allTextContents()).toContain("switch");
});

test("on a large site, results that the reader can't see load at the end of the list", async () => {
  const { page, input, hits } = await start(huge);
  await input.pressSequentially("okapi1");
  await expect.poll(() => hits.count()).toBe(7);
  await hits.first().locator("mark").first().waitFor();
  const texts = () => huge.requests.filter((url) => /\/_docgen\/search\/.*\/t[0-9a-f]{8}\//.test(url)).length;
  expect(texts()).toBe(7);
  for (let key = 0; key < 6; key++) await page.keyboard.press("ArrowDown");
  expect(await hits.count()).toBe(7);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => hits.count()).toBe(20);
  const active = () =>
    hits.locator("[role=option]").evaluateAll((all) => all.findIndex((one) => one.ariaSelected === "true"));
  await expect.poll(active).toBe(7);
});
