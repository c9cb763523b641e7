/**
 * The search dialog, with every provider: how the dialog opens and closes, how it handles keys, and what it announces.
 */

import { describe, expect, test } from "vitest";
import { mobile, type Reader } from "./harness/reader.ts";
import { modal, searched } from "./harness/search.ts";

const worlds = [await searched("embedded"), await searched("hosted")];
const button = ".search-button";

describe.each(worlds)("with the $name provider", (world) => {
  test("no part of the search is requested before a reader uses it; then its code, once", async () => {
    const { page, open } = await world.read();
    await open("/docs/start/");
    await page.waitForLoadState("networkidle");
    const parts = () =>
      world.host.requests.filter((path) => /_docgen\/(?:immutable\/)?(?:open-|search|embedded|algolia)/.test(path));
    const third = page.context().pages().length;
    expect(third).toBe(1);
    expect([parts(), world.asked()]).toEqual([[], []]);
    await page.hover(button);
    await expect.poll(() => parts().some((path) => /open-.*\.js$/.test(path))).toBe(true);
    await expect.poll(() => parts().some((path) => /search\..*\.css$/.test(path))).toBe(true);
    const prepared = world.service ? /algolia-.*\.js$/ : /_docgen\/search\/index\.json$/;
    await expect.poll(() => parts().some((path) => prepared.test(path))).toBe(true);
    await page.mouse.move(0, 0);
    await page.hover(button);
    await page.click(button);
    await page.locator(".DocSearch-Modal").waitFor();
    expect(parts().filter((path, index) => parts().indexOf(path) !== index)).toEqual([]);
    if (world.service) expect(world.asked()).toEqual([]);
  });

  test.each(["focus", "touch"])("%s also loads it", async (how) => {
    const { page, open } = await world.read({ hasTouch: true, viewport: mobile });
    await open("/docs/start/");
    if (how === "focus") await page.focus(button);
    else await page.dispatchEvent(button, "touchstart");
    await expect.poll(() => world.host.requests.some((path) => /open-.*\.js$/.test(path))).toBe(true);
    expect(await page.locator(".DocSearch-Modal").count()).toBe(0);
  });

  test("it opens with a click and closes with Escape, Cancel, the backdrop, and its shortcut; focus returns", async () => {
    const { page, open } = await world.read();
    const { dialog, closed } = modal(page);
    await open("/docs/start/");
    const ways: (() => Promise<void>)[] = [
      () => page.keyboard.press("Escape"),
      () => page.getByRole("button", { name: "Cancel" }).click(),
      () => page.mouse.click(5, 400),
      () => page.keyboard.press("Control+k"),
      () => page.keyboard.press("Meta+k"),
    ];
    for (const close of ways) {
      await page.click(button);
      await dialog.waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("docsearch-input");
      await close();
      await closed();
      await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("search-button");
    }
  });

  test("its shortcuts open it anywhere except in text fields; a letter on the button becomes the query", async () => {
    const { page, open } = await world.read();
    const { input, closed } = modal(page);
    await open("/docs/start/");
    const close = async () => {
      await page.keyboard.press("Escape");
      await closed();
    };
    for (const key of ["/", "Control+k", "Meta+k", "Control+K"]) {
      await page.keyboard.press(key);
      await input.waitFor();
      expect(await input.inputValue()).toBe("");
      await close();
    }
    await page.evaluate(() => {
      const field = Object.assign(document.createElement("textarea"), { id: "field" });
      document.querySelector("main")?.append(field);
      const editable = Object.assign(document.createElement("div"), { id: "editable", contentEditable: "true" });
      document.querySelector("main")?.append(editable);
    });
    for (const place of ["#field", "#editable"]) {
      await page.focus(place);
      await page.keyboard.press("/");
    }
    expect(await page.inputValue("#field")).toBe("/");
    expect(await page.textContent("#editable")).toBe("/");
    expect(await page.locator(".DocSearch-Modal").count()).toBe(0);
    await page.keyboard.press("Control+k");
    await input.waitFor();
    await close();
    await page.focus(button);
    await page.keyboard.press("z");
    await input.waitFor();
    expect(await input.inputValue()).toBe("z");
  });

  test("text typed while it loads isn't lost", async () => {
    const { page, open } = await world.read();
    const { input } = modal(page);
    const gate = world.host.hold(/open-.*\.js$/);
    await open("/docs/start/");
    await page.focus(button);
    await page.keyboard.type("zebre");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("a 7");
    await gate.arrived;
    gate.release();
    await input.waitFor();
    expect(await input.inputValue()).toBe("zebra 7");
  });

  test("selected text becomes the query, and stays selected", async () => {
    const { page, open } = await world.read();
    const { input } = modal(page);
    await open("/docs/savanna/zebra-3/");
    await page.locator("h2").first().selectText();
    await page.keyboard.press("Control+k");
    await input.waitFor();
    expect(await input.inputValue()).toContain("Stripes of 3");
    const selected = await input.evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd]);
    expect(selected).toEqual([0, (await input.inputValue()).length]);
  });

  test("the page behind it keeps its position; the query isn't kept", async () => {
    const { page, open, scrollTo } = await world.read();
    const { input, open: openModal, closed } = modal(page);
    await open("/docs/long/");
    await scrollTo(600);
    const width = await page.evaluate(() => document.querySelector("main")?.getBoundingClientRect().width);
    await openModal();
    expect(await page.evaluate(() => document.body.classList.contains("DocSearch--active"))).toBe(true);
    expect(await page.evaluate(() => document.querySelector("main")?.getBoundingClientRect().width)).toBe(width);
    await input.fill("zebra");
    await page.mouse.wheel(0, 500);
    await page.keyboard.press("Escape");
    await closed();
    expect(await page.evaluate(() => [scrollY, document.body.className])).toEqual([600, ""]);
    await openModal();
    expect(await input.inputValue()).toBe("");
  });

  test("the dialog and its combobox have accessible names and states, before and with results", async () => {
    const { page, open } = await world.read();
    const { dialog, input, hits, find, open: openModal } = modal(page);
    await open("/docs/start/");
    await openModal();
    const attributes = (names: string[]) =>
      input.evaluate((field, all) => Object.fromEntries(all.map((name) => [name, field.getAttribute(name)])), names);
    expect(await dialog.getAttribute("aria-modal")).toBe("true");
    expect(await dialog.evaluate((element) => element.parentElement?.tagName)).toBe("BODY");
    expect(
      await attributes([
        ...["type", "role", "aria-autocomplete", "enterkeyhint", "maxlength", "placeholder"],
        ...["autocorrect", "autocapitalize", "spellcheck"],
      ]),
    ).toEqual({
      type: "search",
      role: "combobox",
      "aria-autocomplete": "both",
      enterkeyhint: "search",
      maxlength: "64",
      placeholder: "Search docs",
      autocorrect: "off",
      autocapitalize: "off",
      spellcheck: "false",
    });
    expect(await page.getByRole("combobox", { name: "Search" }).count()).toBe(1);
    await find("zebra");
    const with_ = await attributes(["aria-controls", "aria-activedescendant", "aria-expanded", "enterkeyhint"]);
    expect([with_["aria-expanded"], with_.enterkeyhint]).toEqual(["true", "search"]);
    const lists = (with_["aria-controls"] ?? "").split(" ");
    expect(lists.length).toBeGreaterThan(0);
    for (const id of lists) expect(await page.locator(`[id="${id}"]`).getAttribute("role")).toBe("listbox");
    expect(await page.locator(`[id="${with_["aria-activedescendant"]}"]`).getAttribute("aria-selected")).toBe("true");
    const option = hits.first().locator("> a");
    expect(await option.getAttribute("role")).toBe("option");
    expect(await option.getAttribute("aria-selected")).toBe("true");
  });

  test("Tab wraps around inside it", async () => {
    const { page, open } = await world.read();
    const { find, open: openModal } = modal(page);
    await open("/docs/start/");
    await openModal();
    await find("okapi");
    const inside = () => page.evaluate(() => document.activeElement?.closest(".DocSearch-Container") !== null);
    const at = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120));
    const start = await at();
    let steps = 0;
    do {
      await page.keyboard.press("Tab");
      steps += 1;
      expect(await inside()).toBe(true);
    } while ((await at()) !== start && steps < 60);
    expect(steps).toBeGreaterThan(3);
    expect(steps).toBeLessThan(60);
    await page.keyboard.press("Shift+Tab");
    expect(await inside()).toBe(true);
    await page.keyboard.press("Tab");
    expect(await at()).toBe(start);
  });

  test("arrows move and wrap, the pointer moves too; Enter opens a hit without a document load", async () => {
    const { page, open, at } = await world.read();
    const { hits, active, find, open: openModal, closed } = modal(page);
    await open("/docs/start/");
    await page.evaluate(() => {
      Object.assign(window, { same: true, tracked: [] });
      addEventListener("docgen:track", (event) =>
        (window as unknown as { tracked: unknown[] }).tracked.push((event as CustomEvent).detail),
      );
    });
    await openModal();
    await find("okapi");
    const count = await hits.count();
    expect(count).toBeGreaterThan(2);
    const index = () => hits.evaluateAll((all) => all.findIndex((hit) => hit.querySelector("[aria-selected=true]")));
    expect(await index()).toBe(0);
    await page.keyboard.press("ArrowUp");
    expect(await index()).toBe(count - 1);
    await page.keyboard.press("ArrowDown");
    expect(await index()).toBe(0);
    await page.keyboard.press("ArrowDown");
    expect(await index()).toBe(1);
    await hits.nth(2).hover();
    await expect.poll(index).toBe(2);
    const href = await active.locator("a").getAttribute("href");
    expect(href).toMatch(/^\/docs\//);
    await page.keyboard.press("Enter");
    await closed();
    await expect.poll(at).toBe(href);
    const tracked = await page.evaluate(() => (window as unknown as { tracked: { name: string }[] }).tracked);
    expect(tracked.filter(({ name }) => name === "search_hit")).toEqual([
      { name: "search_hit", query: "okapi", url: href },
    ]);
    expect(await page.evaluate(() => "same" in window)).toBe(true);
  });

  test("a click opens a hit at its place in the page; with Ctrl, it opens a tab, and the dialog stays", async () => {
    const { page, open, at } = await world.read();
    const { dialog, hits, find, open: openModal, closed } = modal(page);
    await open("/docs/start/");
    await openModal();
    await find("stripes of 9");
    const hit = hits.filter({ hasText: "Stripes of 9" }).first();
    const href = (await hit.locator("a").getAttribute("href")) ?? "";
    const [tab] = await Promise.all([
      page.context().waitForEvent("page"),
      hit.locator("a").click({ modifiers: ["ControlOrMeta"] }),
    ]);
    await tab.waitForURL(`**${href}`);
    await tab.close();
    expect(await dialog.isVisible()).toBe(true);
    await hit.click();
    await closed();
    await page.locator("h1", { hasText: "Zebra 9" }).waitFor();
    expect(await at()).toBe(href);
  });

  test.each(["Control", "Meta", "Shift"])("%s and Enter open the hit elsewhere, and the dialog stays", async (key) => {
    const { page, open, at } = await world.read();
    const { active, dialog, find, open: openModal } = modal(page);
    await open("/docs/start/");
    await openModal();
    await find("okapi");
    const href = (await active.locator("a").getAttribute("href")) ?? "";
    const [other] = await Promise.all([page.context().waitForEvent("page"), page.keyboard.press(`${key}+Enter`)]);
    await other.waitForURL(`**${href}`);
    await other.close();
    expect(await at()).toBe("/docs/start/");
    expect(await dialog.isVisible()).toBe(true);
  });

  test("its footer explains the keys; it has a credit only with a hosted provider", async () => {
    const { page, open } = await world.read();
    const { open: openModal } = modal(page);
    await open("/docs/start/");
    await openModal();
    const footer = page.locator(".DocSearch-Footer");
    expect(await footer.locator(".DocSearch-Commands .DocSearch-Label").allTextContents()).toEqual([
      ...["Select", "Navigate", "Close"],
    ]);
    for (const name of ["Enter key", "Arrow up", "Arrow down", "Escape key"]) {
      expect(await footer.getByRole("img", { name }).isVisible(), name).toBe(true);
    }
    expect(await footer.getByRole("link").count()).toBe(world.service ? 1 : 0);
  });

  test("the clear button empties the query and keeps the focus", async () => {
    const { page, open } = await world.read();
    const { input, find, open: openModal } = modal(page);
    await open("/docs/start/");
    await openModal();
    const clear = page.getByRole("button", { name: "Clear the query" });
    expect(await clear.isVisible()).toBe(false);
    await find("zebra");
    await clear.click();
    expect(await input.inputValue()).toBe("");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("docsearch-input");
    await page.getByText("No recent searches").waitFor();
    const suggestion = page.locator(".search-suggestions button").first();
    const name = (await suggestion.textContent()) ?? "";
    await suggestion.click();
    expect(await input.inputValue()).toBe(name.toLowerCase());
    await page.getByRole("option").first().waitFor();
    expect(await suggestion.isVisible()).toBe(false);
  });
});

test("the button shows its shortcut once it's known, and nothing moves", async () => {
  const [world] = worlds;
  if (!world) throw new Error("there is no site");
  const shell = await (await fetch(`${world.host.url}/docs/start/`)).text();
  expect(shell).toContain(
    '<button type="button" class="search-button" aria-label="Search"><span>Search</span></button>',
  );
  for (const [platform, keys, caps] of [
    ["MacIntel", "Meta+k", ["⌘", "K"]],
    ["iPhone", "Meta+k", ["⌘", "K"]],
    ["Win32", "Control+k", ["Ctrl", "K"]],
  ] as const) {
    const { page, open } = await world.read({
      before: [
        {
          MacIntel: () => Object.defineProperty(navigator, "platform", { get: () => "MacIntel" }),
          iPhone: () => Object.defineProperty(navigator, "platform", { get: () => "iPhone" }),
          Win32: () => Object.defineProperty(navigator, "platform", { get: () => "Win32" }),
        }[platform],
      ],
    });
    await page.addStyleTag({ content: "" }).catch(() => {});
    await open("/docs/start/");
    const { width } = (await page.locator(button).boundingBox()) ?? { width: 0 };
    expect(width).toBeCloseTo(208, 0);
    expect(await page.getAttribute(button, "aria-label")).toBe(`Search (${keys})`);
    expect(await page.getAttribute(button, "aria-keyshortcuts")).toBe(keys);
    expect(await page.locator(".search-keys kbd").allTextContents()).toEqual(caps);
  }
});

test("going back while it's open closes it and keeps the page's position", async () => {
  const [world] = worlds;
  if (!world) throw new Error("there is no site");
  const { page, open, follow, scrollTo, at } = await world.read();
  const { open: openModal, closed } = modal(page);
  await open("/docs/long/");
  await scrollTo(500);
  await follow(page.locator(".navbar-brand"), "Harness");
  await openModal();
  await page.goBack();
  await closed();
  await expect.poll(at).toBe("/docs/long/");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(500);
});

describe("a page that loads late leaves focus in the dialog", () => {
  const [world] = worlds;
  if (!world) throw new Error("there is no site");

  /** Opens the dialog, lets the page load, and continues typing. */
  async function typeOn({ page, rest }: Reader, come: () => Promise<void>) {
    const { open, input, hits } = modal(page);
    await open();
    await expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true);
    await come();
    await rest();
    await page.keyboard.type("zebra");
    await hits.first().waitFor();
    expect(await input.inputValue()).toBe("zebra");
  }

  test("the search page, whose own field would otherwise get it", async () => {
    const reader = await world.read();
    const { page, visit } = reader;
    const gate = world.host.hold(/_docgen\/immutable\/Search-.*\.js$/);
    await visit("/search/");
    await gate.arrived;
    await typeOn(reader, async () => {
      gate.release();
      await page.locator("[data-fallback]").waitFor({ state: "detached" });
    });
  });

  test("a page that was loading when the dialog opened", async () => {
    const reader = await world.read();
    const { page, open } = reader;
    const gate = world.host.hold("/docs/short/index.json");
    await open("/docs/start/");
    await page.click(".sidebar a[href='/docs/short/']");
    await gate.arrived;
    await typeOn(reader, async () => {
      gate.release();
      await page.locator("h1", { hasText: "Short" }).waitFor();
    });
  });
});

test("buttons above the results limit them to one kind of page, with the mouse and with the keyboard", async () => {
  const [{ read }] = worlds as [(typeof worlds)[0]];
  const { page, open, at } = await read();
  const { input, hits, open: openDialog, closed } = modal(page);
  const kinds = page.getByRole("group", { name: "Type" });
  const folders = () =>
    hits.locator("a").evaluateAll((all) => [...new Set(all.map((link) => link.getAttribute("href")?.split("/")[1]))]);
  await open("/docs/start/");
  await openDialog();
  expect(await kinds.isVisible()).toBe(false);
  await input.fill("code");
  await kinds.waitFor();
  expect(await kinds.getByRole("button").allTextContents()).toEqual(["All", "Documentation", "Blog"]);
  expect((await folders()).sort()).toEqual(["blog", "docs"]);
  await kinds.getByRole("button", { name: "Blog" }).click();
  await expect.poll(folders).toEqual(["blog"]);
  await expect.poll(() => input.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await kinds.getByRole("button", { pressed: true }).allTextContents()).toEqual(["Blog"]);
  // The choice also applies to the next query, even if it has no such results.
  await input.fill("zebra");
  await page.locator(".DocSearch-NoResults").waitFor();
  await input.fill("code");
  await expect.poll(folders).toEqual(["blog"]);
  await kinds.getByRole("button", { name: "Documentation" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(folders).toEqual(["docs"]);
  await page.getByRole("link", { name: /^See all/ }).click();
  await closed();
  await expect.poll(at).toBe("/search/?q=code&kind=docs");
  await page.locator(".search-result").first().waitFor();
  await openDialog();
  await input.fill("code");
  await kinds.waitFor();
  expect(await kinds.getByRole("button", { pressed: true }).allTextContents()).toEqual(["All"]);
});
