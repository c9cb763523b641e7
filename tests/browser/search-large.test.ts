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

const start = async () => {
  const reader = await read(host);
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
