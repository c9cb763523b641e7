/**
 * The search dialog if the search code, styles, or index can't be loaded: the dialog reports the failure, keeps the
 * typed text, and recovers.
 */

import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { modal, searched } from "./harness/search.ts";
import type { Rule } from "./harness/server.ts";

const embedded = await searched("embedded");
const hosted = await searched("hosted");
const button = ".search-button";
const error = "Unable to fetch results";
const help = "You might want to check your network connection.";

/** Returns the dialog that a reader sees: either the placeholder or the real dialog. */
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Search" });
const field = (page: Page) => dialogOf(page).getByLabel("Search").and(page.locator("input"));

/** Skips the delay before an automatic retry. */
const pass = (page: Page) => page.clock.fastForward(30_000);

async function fails(page: Page): Promise<void> {
  const alert = dialogOf(page).getByRole("alert");
  await alert.waitFor();
  expect(await alert.innerText()).toContain(error);
  expect(await alert.innerText()).toContain(help);
}

const triggers: Record<string, (page: Page) => Promise<unknown>> = {
  "a click": (page) => page.click(button),
  "Ctrl+K": (page) => page.keyboard.press("Control+k"),
  "a slash": (page) => page.keyboard.press("/"),
  "a letter on the button": async (page) => {
    await page.focus(button);
    await page.keyboard.press("z");
  },
};

const ways: Record<string, Rule> = {
  "is not there": { status: 404 },
  "is forbidden": { status: 403 },
  "can't be reached": { abort: true },
};

const pieces = { code: /_docgen\/immutable\/open-.*\.js$/, styles: /_docgen\/immutable\/search\..*\.css$/ };

for (const [how, trigger] of Object.entries(triggers)) {
  describe(`opened by ${how}`, () => {
    for (const [piece, path] of Object.entries(pieces)) {
      for (const [way, rule] of Object.entries(ways)) {
        test(`the ${piece} that ${way}: the dialog reports it, and opens with the query when it can`, async () => {
          const { page, open, at, said } = await embedded.read();
          await page.clock.install();
          await open("/docs/start/");
          const heal = embedded.host.rule(path, rule);
          await trigger(page);
          await page.keyboard.type("zebra".slice(how === "a letter on the button" ? 1 : 0));
          await fails(page);
          expect(await field(page).inputValue()).toBe("zebra");
          await page.keyboard.type(" 7");
          expect(await field(page).inputValue()).toBe("zebra 7");
          expect(await at()).toBe("/docs/start/");
          heal();
          await pass(page);
          await modal(page).hits.first().waitFor();
          expect(await modal(page).input.inputValue()).toBe("zebra 7");
          expect(await dialogOf(page).count()).toBe(1);
          expect(await at()).toBe("/docs/start/");
          said();
        });
      }
    }
  });
}

test("an offline reader keeps the page and the query; results appear when the network is back", async () => {
  const { page, open, at, said } = await embedded.read();
  await open("/docs/start/");
  await page.context().setOffline(true);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("okapi");
  await fails(page);
  await page.keyboard.type(" 2");
  await page.context().setOffline(false);
  await modal(page).hits.first().waitFor();
  expect(await modal(page).input.inputValue()).toBe("okapi 2");
  expect(await at()).toBe("/docs/start/");
  said();
});

test("Retry and Enter try again immediately", async () => {
  const { page, open, said } = await embedded.read();
  await page.clock.install({ time: 0 });
  await open("/docs/start/");
  for (const retry of [
    () => dialogOf(page).getByRole("button", { name: "Retry" }).click(),
    () => page.keyboard.press("Enter"),
  ]) {
    await page.reload();
    await page.waitForFunction(() => document.documentElement.dataset.hasHydrated === "true");
    const heal = embedded.host.rule(pieces.code, { abort: true });
    await page.keyboard.press("/");
    await page.keyboard.type("zebra");
    await fails(page);
    // The clock is stopped, so nothing else retries.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    heal();
    await retry();
    await modal(page).input.waitFor();
    expect(await modal(page).input.inputValue()).toBe("zebra");
    await page.clock.resume();
  }
  said();
});

test("code that throws an error loads with a new document, which keeps the dialog and the query", async () => {
  const { page, open, at, said } = await embedded.read();
  await open("/docs/start/");
  const heal = embedded.host.rule(pieces.code, {
    headers: { "cache-control": "no-store" },
    body: () => "throw new Error('it throws')",
  });
  await page.keyboard.press("/");
  await page.keyboard.type("zebra");
  await fails(page);
  heal();
  await dialogOf(page).getByRole("button", { name: "Retry" }).click();
  await modal(page).hits.first().waitFor();
  expect(await modal(page).input.inputValue()).toBe("zebra");
  expect(await at()).toBe("/docs/start/");
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.hasHydrated === "true");
  expect(await dialogOf(page).count()).toBe(0);
  said();
});

test("no letter is lost, however slowly the search loads and however fast the reader types", async () => {
  for (const before of [0, 6, 13, 28]) {
    const { page, open } = await embedded.read();
    await open("/docs/start/");
    const gate = embedded.host.hold(pieces.code);
    await page.keyboard.press("/");
    await gate.arrived;
    const text = "no two stripes are alike, and the grass is dry";
    await page.keyboard.type(text.slice(0, before));
    // The search loads while the reader types the rest of the text.
    const typed = page.keyboard.type(text.slice(before), { delay: 25 });
    gate.release();
    await typed;
    await expect.poll(() => modal(page).input.inputValue()).toBe(text);
    expect(await dialogOf(page).count()).toBe(1);
  }
});

test("the reader can cancel with Escape, Cancel, the backdrop, and the shortcut", async () => {
  const { page, open, said } = await embedded.read();
  await open("/docs/start/");
  const heal = embedded.host.rule(pieces.code, { abort: true });
  for (const close of [
    () => page.keyboard.press("Escape"),
    () => dialogOf(page).getByRole("button", { name: "Cancel" }).click(),
    () => page.mouse.click(5, 400),
    () => page.keyboard.press("Control+k"),
  ]) {
    await page.click(button);
    await fails(page);
    await close();
    expect(await dialogOf(page).count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("search-button");
  }
  heal();
  await page.click(button);
  await modal(page).input.waitFor();
  expect(await modal(page).input.inputValue()).toBe("");
  said();
});

describe.each([embedded, hosted])("with the $name provider", (world) => {
  const code = /_docgen\/immutable\/(?:embedded|algolia)-.*\.js$/;

  test.each(["network", "status", "corrupt", "code"] as const)("%s: the results appear when possible", async (how) => {
    const { page, open, at, said } = await world.read();
    const { input, hits, open: openModal } = modal(page);
    await page.clock.install();
    await open("/docs/start/");
    const heal = how === "code" ? world.host.rule(code, { status: 404 }) : world.fail(how);
    await openModal();
    await input.fill("zebra");
    await fails(page);
    expect(await dialogOf(page).getByRole("button", { name: "Retry" }).isVisible()).toBe(true);
    heal();
    await pass(page);
    await hits.first().waitFor();
    expect(await input.inputValue()).toBe("zebra");
    expect(await page.locator(".DocSearch-ErrorScreen").count()).toBe(0);
    expect(await dialogOf(page).getByRole("button", { name: "Retry" }).isVisible()).toBe(false);
    expect(await at()).toBe("/docs/start/");
    said();
  });

  test("the search page also recovers, by itself and with Retry", async () => {
    const { page, open, said } = await world.read();
    const results = page.locator(".search-result");
    for (const byHand of [false, true]) {
      const heal = world.host.rule(code, { abort: true });
      await open("/search/?q=zebra");
      const retry = page.getByRole("button", { name: "Retry" });
      await retry.waitFor();
      expect(await page.getByRole("alert").innerText()).toContain(error);
      heal();
      if (byHand) await retry.click();
      await results.first().waitFor();
      expect(await retry.count()).toBe(0);
    }
    said();
  });
});
