/**
 * Scans every kind of page in both modes on narrow and wide screens, and completes a user journey with only the
 * keyboard.
 */

import { describe, expect, test } from "vitest";
import { violations } from "./harness/axe.ts";
import { announced, apiKinds, kinds } from "./harness/kinds.ts";
import { desktop, mobile, read } from "./harness/reader.ts";
import { modal, searched } from "./harness/search.ts";
import { site } from "./harness/site.ts";

const main = await site("main", announced);
const versions = await site("versions");
const api = await site("api");
const finding = await searched("hosted");
const places = [
  ...Object.entries(kinds).map(([kind, path]) => [kind, main.url + path] as const),
  ["a version", `${versions.url}/docs/v1/start/`] as const,
  ...Object.entries(apiKinds).map(([kind, path]) => [kind, api.url + path] as const),
];

// Check all rules once for each width and each mode. Check colors for every combination of width and mode.
test.for(places)("no violations, narrow and wide, light and dark: %s", async ([kind, address]) => {
  const { page, open } = await read(main, { colorScheme: "light", viewport: mobile, reducedMotion: "reduce" });
  await open(address);
  // Islands load when they come near the visible area.
  await page.evaluate(() => document.querySelector("[data-island]")?.scrollIntoView());
  await page.waitForFunction(() => document.querySelector("[data-island] [data-fallback]") === null);
  const turn = async (colorScheme: "light" | "dark") => {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => page.getAttribute("html", "data-theme")).toBe(colorScheme);
    // During a transition, colors belong to neither mode.
    await page.evaluate(async () => {
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition);
      await Promise.allSettled(transitions.map((each) => each.finished));
    });
  };
  expect(await violations(page), `${kind}, narrow`).toEqual([]);
  await turn("dark");
  expect(await violations(page, "colors"), `${kind}, narrow and dark`).toEqual([]);
  await page.setViewportSize(desktop);
  expect(await violations(page), `${kind}, wide and dark`).toEqual([]);
  await turn("light");
  expect(await violations(page, "colors"), `${kind}, wide`).toEqual([]);
});

test("no state of the frame violates a rule", async () => {
  const { page, open, until } = await read(main, { viewport: mobile, reducedMotion: "reduce" });
  await open("/docs/guide/deep/one/");
  await page.click(".navbar-toggle");
  await page.getByRole("dialog").waitFor();
  expect(await violations(page), "the page's sidebar").toEqual([]);
  await page.getByText("← Back to main menu").click();
  await page.getByRole("button", { name: "Expand the dropdown" }).first().click();
  expect(await violations(page), "the main menu").toEqual([]);
  await page.keyboard.press("Escape");
  await page.locator(".toc-toggle").click();
  expect(await violations(page), "the contents").toEqual([]);
  await page.setViewportSize(desktop);
  await page.locator(".dropdown-trigger").first().hover();
  await page.locator(".dropdown-menu").first().waitFor();
  expect(await violations(page), "a dropdown").toEqual([]);
  await page.keyboard.press("Tab");
  await until(() => document.activeElement?.className === "skip-link" || document.activeElement !== document.body);
  expect(await violations(page), "the focus").toEqual([]);
});

test("the failure screens violate no rule", async () => {
  const { page, open, visit, said } = await read(main, {
    reducedMotion: "reduce",
    before: [() => sessionStorage.setItem("docgen.reload", "/docs/long/")],
  });
  await open("/docs/start/");
  main.rule("/docs/long/index.json", { status: 500 });
  await page.locator(".sidebar a[href='/docs/long/']").click();
  await page.getByRole("alert").waitFor();
  expect(
    (await violations(page)).filter((each) => !each.startsWith("page-has-heading-one")),
    "the red box",
  ).toEqual([]);
  main.rule("/docs/start/", { body: (shell) => shell.replace(/"toc":\[\{/, '"toc":[null,{') });
  await visit("/docs/start/");
  await page.locator(".crash").waitFor();
  expect(await violations(page), "a crash in the layout").toEqual([]);
  said();
});

describe.each(["light", "dark"] as const)("in %s mode", (colorScheme) => {
  test(`no search screen violates a rule: ${colorScheme}`, async () => {
    const { page, open, said } = await finding.read({ colorScheme, reducedMotion: "reduce" });
    const { input, hits, find, open: openModal, closed } = modal(page);
    // A recent search is an option in a list and contains two buttons.
    const meant = /^nested-interactive: <a id="[^"]*recentSearches/;
    const scan = async (state: string) =>
      expect(
        (await violations(page)).filter((each) => !meant.test(each)),
        state,
      ).toEqual([]);
    await open("/docs/start/");
    await openModal();
    await scan("the start");
    await find("zebra");
    await page.keyboard.press("ArrowDown");
    await scan("results");
    await input.fill("xyzzyplugh");
    await page.getByText("No results for").waitFor();
    await scan("no results");
    await find("okapi");
    await hits.first().click();
    await closed();
    await openModal();
    await page.getByText("Recent", { exact: true }).waitFor();
    await scan("recent searches");
    await open("/search/?q=zebra");
    await page.locator(".search-result").first().waitFor();
    await scan("the search page");
    await page.setViewportSize(mobile);
    await scan("the search page on a phone");
    finding.fail("status");
    await open("/search/?q=quagga");
    await page.getByRole("alert").waitFor();
    await scan("a failure of the search page");
    await openModal();
    await input.fill("okapi");
    await page.locator(".DocSearch-ErrorScreen").waitFor();
    await scan("a failure");
    said();
  });
});

test("the scan can fail", async () => {
  const { page, open } = await read(main);
  await open("/docs/start/");
  await page.evaluate(() =>
    document.querySelector(".prose")?.insertAdjacentHTML("beforeend", '<img src="/img/logo.svg"><button></button>'),
  );
  expect((await violations(page)).map((each) => each.split(":")[0])).toEqual(["button-name", "image-alt"]);
});

test("a journey with the keyboard: skip, read, switch tabs, open a category, continue, go back", async () => {
  const { page, open } = await read(main, { reducedMotion: "reduce" });
  await open("/docs/tabs/");
  const { keyboard } = page;
  const active = () =>
    page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent?.trim());
  /** Presses Tab until the element with this name has focus and checks that the focus is visible. */
  const reach = async (name: string) => {
    for (let step = 0; step < 80; step += 1) {
      if ((await active()) === name) {
        const ring = await page.evaluate(() => {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement as Element);
          return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none";
        });
        expect(ring, `the focus on ${name} can be seen`).toBe(true);
        return;
      }
      await keyboard.press("Tab");
    }
    throw new Error(`${name} can't be reached; at ${await active()}`);
  };
  await keyboard.press("Tab");
  expect(await active()).toBe("Skip to main content");
  await keyboard.press("Enter");
  await reach("One");
  await keyboard.press("ArrowRight");
  await keyboard.press("Enter");
  expect(await page.getByText("The first of two.").isVisible()).toBe(true);
  await open("/docs/start/");
  await reach("Unlinked");
  await keyboard.press("Enter");
  // A list can receive focus as soon as it opens.
  await page.locator(".sidebar").getByRole("link", { name: "Alpha" }).waitFor();
  await reach("Alpha");
  await keyboard.press("Enter");
  await page.locator("h1", { hasText: "Alpha" }).waitFor();
  await keyboard.press("Tab");
  expect(await active()).toBe("Skip to main content");
  await reach("More");
  await keyboard.press("Enter");
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  expect(await active()).toBe("Glossary");
  await keyboard.press("Enter");
  await page.locator("h1", { hasText: "Glossary" }).waitFor();
  await page.goBack();
  await page.locator("h1", { hasText: "Alpha" }).waitFor();
});
