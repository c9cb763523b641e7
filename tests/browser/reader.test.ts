/** The reader features: link previews, keyboard shortcuts, the reading history, and the page menu. */

import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { violations } from "./harness/axe.ts";
import { chunksOf, copied, copying, mobile, read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const links = `---
title: Links
---

A link to [the start](./start.md), to [a part](./long.md#second-part), to [this page's end](#the-end), and to
[elsewhere](https://elsewhere.example/).

${"A line that fills the page.\n\n".repeat(60)}

## The end

The last section has *its own* words.
`;
const files = { "content/docs/links.md": links };
const host = await site("main", { files });
const api = await site("api", {
  files: { "content/docs/links.md": "---\ntitle: Links\n---\n\nSee [an operation](/api/place-order/).\n" },
});

const card = (page: Page) => page.locator(".link-card");
const link = (page: Page, name: string) => page.locator(".prose").getByRole("link", { name, exact: true });

describe("previews", () => {
  test("a card shows the title and the first lines of the page", async () => {
    const { page, open } = await read(host, { frugal: false });
    await open("/docs/links/");
    await link(page, "the start").hover();
    await card(page).waitFor();
    expect(await card(page).locator(".link-card-title").textContent()).toBe("Start");
    expect((await card(page).locator(".link-card-text").textContent())?.length).toBeGreaterThan(10);
    // The card is inside the window and doesn't change the link's name.
    const box = await card(page).boundingBox();
    expect(box && box.x >= 0 && box.y >= 0).toBe(true);
    expect(await link(page, "the start").count()).toBe(1);
    expect(await violations(page)).toEqual([]);
  });

  test("the pointer can move onto the card, and Escape closes it", async () => {
    const { page, open } = await read(host, { frugal: false });
    await open("/docs/links/");
    await link(page, "the start").hover();
    await card(page).waitFor();
    await card(page).hover();
    await page.waitForTimeout(400);
    expect(await card(page).count()).toBe(1);
    await page.keyboard.press("Escape");
    expect(await card(page).count()).toBe(0);
    await page.waitForTimeout(600);
    expect(await card(page).count()).toBe(0);
  });

  test("the card disappears when the pointer leaves", async () => {
    const { page, open } = await read(host, { frugal: false });
    await open("/docs/links/");
    await link(page, "the start").hover();
    await card(page).waitFor();
    await page.mouse.move(640, 780);
    await expect.poll(() => card(page).count()).toBe(0);
  });

  test("the keyboard's focus shows the card", async () => {
    const { page, open } = await read(host, { frugal: false });
    await open("/docs/links/");
    await page.getByRole("button", { name: "More actions" }).focus();
    await page.keyboard.press("Tab");
    await card(page).waitFor();
    await page.keyboard.press("Tab");
    await expect.poll(() => card(page).locator(".link-card-title").allTextContents()).toEqual(["Second part"]);
  });

  test("a link to a section shows the section", async () => {
    const { page, open } = await read(host, { frugal: false });
    await open("/docs/links/");
    await link(page, "a part").hover();
    await card(page).waitFor();
    expect(await card(page).locator(".link-card-title").textContent()).toBe("Second part");
    await page.mouse.move(640, 780);
    await expect.poll(() => card(page).count()).toBe(0);
    await link(page, "this page's end").hover();
    await card(page).waitFor();
    expect(await card(page).locator(".link-card-text").textContent()).toBe("The last section has its own words.");
  });

  test("no card for other sites, on slow connections, and on a tap", async () => {
    const fast = await read(host, { frugal: false });
    await fast.open("/docs/links/");
    await fast.page.locator(".prose a", { hasText: "elsewhere" }).hover();
    await fast.page.waitForTimeout(800);
    expect(await card(fast.page).count()).toBe(0);
    const slow = await read(host);
    const asked = chunksOf(slow.page);
    await slow.open("/docs/links/");
    await link(slow.page, "the start").hover();
    await slow.page.waitForTimeout(800);
    expect(await card(slow.page).count()).toBe(0);
    expect(asked).toEqual([]);
    const touch = await read(host, { frugal: false, hasTouch: true, viewport: mobile });
    await touch.open("/docs/links/");
    await link(touch.page, "the start").tap();
    await touch.page.getByRole("heading", { level: 1, name: "Start" }).waitFor();
    expect(await card(touch.page).count()).toBe(0);
  });

  test("a long press shows the card", async () => {
    const { page, open } = await read(host, { frugal: false, hasTouch: true, viewport: mobile });
    await open("/docs/links/");
    const box = await link(page, "the start").boundingBox();
    if (!box) throw new Error("the link has no box");
    const session = await page.context().newCDPSession(page);
    const point = { x: box.x + 5, y: box.y + 5 };
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
    await card(page).waitFor();
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    expect(await card(page).count()).toBe(1);
    await page.touchscreen.tap(200, 700);
    await expect.poll(() => card(page).count()).toBe(0);
  });

  test("a link to an operation shows its method and path", async () => {
    const { page, open } = await read(api, { frugal: false });
    await open("/docs/links/");
    await link(page, "an operation").hover();
    await card(page).waitFor();
    expect(await card(page).locator(".badge").textContent()).toBe("POST");
    expect(await card(page).locator("code").textContent()).toContain("/orders");
  });

  test("nothing loads before a reader points at a link", async () => {
    const { page, open } = await read(host, { frugal: false });
    const scripts: string[] = [];
    page.on("request", (request) => scripts.push(request.url()));
    await open("/docs/links/");
    await page.waitForLoadState("networkidle");
    expect(scripts.filter((url) => /\/(?:preview|shortcuts|history)-/.test(url))).toEqual([]);
  });
});

describe("shortcuts", () => {
  test("brackets go through the pages", async () => {
    const { page, open, at } = await read(host);
    await open("/docs/start/");
    await page.keyboard.press("]");
    await page.getByRole("heading", { level: 1, name: "Long" }).waitFor();
    await page.keyboard.press("[");
    await page.getByRole("heading", { level: 1, name: "Start" }).waitFor();
    expect(await at()).toBe("/docs/start/");
  });

  test("j and k go through the headings", async () => {
    const { page, open } = await read(host);
    await open("/docs/long/");
    const focused = () => page.evaluate(() => document.activeElement?.parentElement?.id);
    await page.keyboard.press("j");
    await expect.poll(focused).toBe("first-part");
    await page.keyboard.press("j");
    await expect.poll(focused).not.toBe("first-part");
    await page.keyboard.press("k");
    await expect.poll(focused).toBe("first-part");
  });

  test("a question mark lists the shortcuts, and a switch turns them off until it's turned on again", async () => {
    const { page, open, at } = await read(host);
    await open("/docs/start/");
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await dialog.waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("]");
    await dialog.getByRole("checkbox").uncheck();
    await page.keyboard.press("Escape");
    expect(await dialog.count()).toBe(0);
    for (const key of ["]", "?", "/"]) await page.keyboard.press(key);
    await page.waitForTimeout(300);
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await at()).toBe("/docs/start/");
    await page.reload();
    await page.waitForSelector("html[data-has-hydrated]");
    for (const key of ["]", "?", "/"]) await page.keyboard.press(key);
    await page.waitForTimeout(300);
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    await dialog.getByRole("checkbox").check();
    await page.keyboard.press("Escape");
    await page.keyboard.press("]");
    await page.getByRole("heading", { level: 1, name: "Long" }).waitFor();
  });

  test("keys with modifiers, and keys in fields and dialogs, have no effect", async () => {
    const { page, open, at } = await read(host);
    await open("/docs/start/");
    await page.keyboard.press("Control+]");
    await page.keyboard.press("Alt+]");
    await page.keyboard.press("Control+k");
    await page.locator(".DocSearch-Modal input").waitFor();
    await page.keyboard.type("]jk?");
    expect(await page.locator(".DocSearch-Modal input").inputValue()).toBe("]jk?");
    await page.keyboard.press("Escape");
    expect(await at()).toBe("/docs/start/");
  });
});

describe("history", () => {
  /** Scrolls down to a section and leaves the page. */
  async function reads(page: Page): Promise<void> {
    await page.evaluate(() => {
      const heading = document.getElementById("third-part");
      heading?.insertAdjacentHTML("beforeend", "<sup><a class='footnote-ref'>2</a></sup>");
      heading?.scrollIntoView();
    });
    await page.waitForFunction(() => localStorage.getItem("docgen.history")?.includes("third-part"));
    await page.goto("/docs/short/");
  }

  test("a reader who returns can continue", async () => {
    const { page, open } = await read(host, { viewport: { width: 1280, height: 500 } });
    await open("/docs/long/");
    expect(await page.locator(".continue").count()).toBe(0);
    await reads(page);
    await open("/docs/long/");
    const offer = page.locator(".continue a");
    await offer.waitFor();
    expect(await offer.textContent()).toBe("Continue where you left off: Third part");
    expect(await violations(page)).toEqual([]);
    await offer.click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);
    await expect.poll(() => page.locator(".continue").count()).toBe(0);
  });

  test("a reloaded page and a link to a section offer nothing", async () => {
    const { page, open } = await read(host, { viewport: { width: 1280, height: 500 } });
    await open("/docs/long/");
    await reads(page);
    await open("/docs/long/#second-part");
    await page.waitForLoadState("networkidle");
    expect(await page.locator(".continue").count()).toBe(0);
  });

  test("the home page lists recent pages, which can be removed", async () => {
    const { page, open } = await read(host);
    await open("/");
    expect(await page.locator(".recent").count()).toBe(0);
    await open("/docs/long/");
    await reads(page);
    await open("/");
    await page.locator(".recent").waitFor();
    expect(await page.locator(".recent a").allTextContents()).toContain("Long");
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Clear list" }).click();
    expect(await page.locator(".recent").count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem("docgen.history"))).toBe(null);
  });
});

test("without the code of these features, the page works", async () => {
  const { page, open, said, follow } = await read(host, { frugal: false });
  host.rule(/\/(?:preview|shortcuts|history)-[^/]*\.js$/, { abort: true });
  await open("/docs/links/");
  await page.evaluate(() => scrollTo(0, 200));
  await page.keyboard.press("?");
  await link(page, "the start").hover();
  await page.waitForTimeout(800);
  expect(await page.getByRole("alert").count()).toBe(0);
  await follow(link(page, "the start"), "Start");
  expect(said().filter((message) => message.startsWith("warning: docgen:")).length).toBeGreaterThan(2);
});

describe("the menu of a page", () => {
  const open = (page: Page) => page.getByRole("button", { name: "More actions" }).click();
  const menu = (page: Page) => page.locator(".page-menu");

  test("opens without the app, and closes with Escape and a click elsewhere", async () => {
    const { page, visit } = await read(host);
    const gate = host.hold(/_docgen\/immutable\/app\.[^/]*\.js$/);
    await page.goto("/docs/start/", { waitUntil: "commit" });
    await gate.arrived;
    await open(page);
    expect(await menu(page).isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    expect(await menu(page).isVisible()).toBe(false);
    await open(page);
    await page.mouse.click(640, 700);
    expect(await menu(page).isVisible()).toBe(false);
    gate.release();
    await visit("/docs/start/");
  });

  test("contains the Markdown version, the assistants, printing, and the source", async () => {
    const { page, open: go } = await read(host);
    await go("/docs/start/");
    await open(page);
    const hrefs = await menu(page)
      .locator("a")
      .evaluateAll((all) => all.map((item) => item.getAttribute("href") ?? ""));
    const prompt = encodeURIComponent("https://harness.example/docs/start.md");
    expect(hrefs[0]).toBe("/docs/start.md");
    for (const start of ["https://chatgpt.com/", "https://claude.ai/", "https://cursor.com/", "vscode://"]) {
      const found = hrefs.find((href) => href.startsWith(start));
      expect(found && decodeURIComponent(found), start).toContain(decodeURIComponent(prompt));
    }
    expect(hrefs.at(-1)).toMatch(/^https:\/\/code\.example\/edit/);
    expect(await violations(page)).toEqual([]);
    const box = await menu(page).boundingBox();
    const button = await page.getByRole("button", { name: "More actions" }).boundingBox();
    expect(box && button && Math.abs(box.y - button.y - button.height) < 16).toBe(true);
  });

  test("prints the page", async () => {
    const { page, open: go } = await read(host, {
      before: [() => Object.assign(window, { print: () => Object.assign(window, { printed: true }) })],
    });
    await go("/docs/start/");
    await open(page);
    await menu(page).getByRole("button", { name: "Print" }).click();
    expect(await page.evaluate(() => "printed" in window)).toBe(true);
    expect(await menu(page).isVisible()).toBe(false);
  });

  test("the site chooses the assistants and names an MCP server", async () => {
    const own = await site("main", {
      append: '[reader]\nassistants = ["cursor", "vscode"]\nmcp_url = "https://mcp.example/v1"\n',
    });
    const { page, open: go } = await read(own, copying);
    await go("/docs/start/");
    await open(page);
    expect(await menu(page).getByRole("link", { name: "ChatGPT" }).count()).toBe(0);
    const connect = menu(page).getByRole("link", { name: "Connect VS Code to the MCP server" });
    expect(decodeURIComponent((await connect.getAttribute("href")) ?? "")).toBe(
      'vscode:mcp/install?{"name":"Harness","type":"http","url":"https://mcp.example/v1"}',
    );
    await menu(page).getByRole("button", { name: "Copy the URL of the MCP server" }).click();
    await expect.poll(() => page.evaluate(copied)).toBe("https://mcp.example/v1");
  });

  test("a site can turn off previews, shortcuts, and the history", async () => {
    const quiet = await site("main", {
      files,
      append: "[reader]\nlink_previews = false\nshortcuts = false\nhistory = false\nassistants = []\n",
    });
    const { page, open: go, scrollTo, at } = await read(quiet, { frugal: false });
    await go("/docs/links/");
    await link(page, "the start").hover();
    await scrollTo(300);
    for (const key of ["?", "]", "/"]) await page.keyboard.press(key);
    await page.waitForTimeout(800);
    expect(await card(page).count()).toBe(0);
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await at()).toBe("/docs/links/");
    await go("/docs/start/");
    expect(await page.evaluate(() => localStorage.getItem("docgen.history"))).toBe(null);
    await open(page);
    expect(await menu(page).getByRole("button", { name: "Keyboard shortcuts" }).count()).toBe(0);
  });
});
