/** Behavior 10.10: versions of the documentation. */

import { describe, expect, test } from "vitest";
import { read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const versions = await site("versions");
const main = await site("main");
const single = await site("main", { append: '[[navbar.items]]\ntype = "docsVersionDropdown"\n' });

const pages = [
  ["/docs/next/start/", "Start of next.", "Version: Next", "This version isn't released yet. Latest: 2.x."],
  ["/docs/start/", "Start of two.", "Version: 2.x", null],
  ["/docs/v1/start/", "Start of one.", "Version: 1.x", "This version is no longer maintained. Latest: 2.x."],
] as const;

describe("10.10", () => {
  for (const [path, text, badge, banner] of pages) {
    test(`10.10 ${path} shows its version`, async () => {
      const { page, open } = await read(versions);
      await open(path);
      expect(await page.locator(".prose p").first().textContent()).toBe(text);
      expect(await page.locator(".version-badge").textContent()).toBe(badge);
      const banners = page.locator(".page-banner");
      expect((await banners.allTextContents()).map((each) => each.trim())).toEqual(banner ? [banner] : []);
      expect(await page.locator(".navbar .dropdown-trigger").textContent()).toBe(badge.slice("Version: ".length));
      if (!banner) return;
      await page.evaluate(() => Object.assign(window, { same: true }));
      await banners.getByRole("link").click();
      await page.waitForURL("**/docs/start/");
      await page.getByText("Start of two.").waitFor();
      expect(await page.evaluate(() => "same" in window)).toBe(true);
    });
  }

  test("10.10 with one version, there is no badge, banner, dropdown, or prefix", async () => {
    const { page, open } = await read(main);
    await open("/docs/start/");
    expect(await page.locator(".version-badge, .page-banner").count()).toBe(0);
    await open(`${single.url}/docs/start/`);
    expect(await page.locator(".navbar .dropdown").count()).toBe(2);
  });

  test("10.10 another version shows the same page, with query and hash, and is remembered", async () => {
    const { page, open, at } = await read(versions);
    await open("/docs/start/?a=1#setup");
    await page.evaluate(() => Object.assign(window, { same: true }));
    await page.locator(".navbar .dropdown-trigger").hover();
    await page.locator(".dropdown-link", { hasText: "1.x" }).click();
    await page.getByText("Start of one.").waitFor();
    expect(await at()).toBe("/docs/v1/start/?a=1#setup");
    expect(await page.evaluate(() => "same" in window)).toBe(true);
    expect(await page.evaluate(() => localStorage.getItem("docgen.docs-preferred-version.default"))).toBe("v1");
    expect(await page.locator(".navbar .dropdown-trigger").textContent()).toBe("1.x");
  });

  test("10.10 a page that another version lacks leads to that version's main page", async () => {
    const { page, open, at } = await read(versions);
    await open("/docs/next/fresh/?a=1#section");
    await page.locator(".navbar .dropdown-trigger").hover();
    await page.locator(".dropdown-link", { hasText: "1.x" }).click();
    await page.getByText("Start of one.").waitFor();
    // The query and fragment belong to the other page.
    expect(await at()).toBe("/docs/v1/start/");
  });

  test("10.10 links of a version stay in it", async () => {
    const { page, open, follow, at } = await read(versions);
    await open("/docs/v1/other/");
    await follow(page.locator(".prose a", { hasText: "start" }), "Start");
    expect(await at()).toBe("/docs/v1/start/");
    await follow(page.locator(".sidebar a", { hasText: "Other" }), "Other");
    expect(await at()).toBe("/docs/v1/other/");
  });
});

const sets = await site("sets");
const trigger = ".navbar .dropdown-trigger";

describe("several sets of documentation", () => {
  test("the menu shows the versions of the page's set", async () => {
    const { page, open, follow, at } = await read(sets);
    await open("/");
    // The first set with several versions.
    expect(await page.locator(trigger).textContent()).toBe("2.0");
    await follow(page.locator(".navbar a", { hasText: "Guides" }), "Guide");
    // The guides have only one version.
    expect(await page.locator(trigger).count()).toBe(0);
    expect(await page.locator(".version-badge").count()).toBe(0);
    await follow(page.locator(".prose a", { hasText: "the SDK" }), "Install");
    // The file of the current version stands for the release.
    expect(await at()).toBe("/sdk/install/");
    expect(await page.locator(trigger).textContent()).toBe("2.0");
    await page.locator(trigger).hover();
    await page.locator(".dropdown-link", { hasText: "Next" }).click();
    await page.waitForURL("**/sdk/next/install/");
    expect(await page.locator(".page-banner").textContent()).toContain("Latest: 2.0.");
    await page.locator(trigger).hover();
    await page.locator(".dropdown-link", { hasText: "1.0" }).click();
    await page.getByText("SDK of one.").waitFor();
    expect(await at()).toBe("/sdk/1.0/install/");
    const stored = (docs: string) =>
      page.evaluate((key) => localStorage.getItem(key), `docgen.docs-preferred-version.${docs}`);
    expect([await stored("sdk"), await stored("default")]).toEqual(["1.0", null]);
    expect(await page.locator(".navbar-link[aria-current=page]").allTextContents()).toEqual(["SDK"]);
  });

  test("a search includes every set, each in one version", async () => {
    const { page, open } = await read(sets);
    const found = async () => {
      await page.locator(".search-results a").first().waitFor();
      return (
        await page.locator(".search-results a").evaluateAll((all) => all.map((a) => a.getAttribute("href")))
      ).sort();
    };
    await open("/search/?q=walnut");
    expect(await found()).toEqual(["/docs/guide/", "/sdk/install/", "/team/people/"]);
    await page.locator(".search-version").selectOption("sdk/1.0");
    await page.locator('.search-results a[href="/sdk/1.0/install/"]').waitFor();
    expect(await found()).toEqual(["/docs/guide/", "/sdk/1.0/install/", "/team/people/"]);
  });
});

/** Returns an OpenAPI document whose version determines which parts exist. */
const shop = (version: 1 | 2 | 3) => `openapi: 3.1.0
info: { title: Shop, version: '${version}' }
servers: [{ url: 'https://shop.example' }]
paths:
  /orders:
    post:
      summary: Create an order
      tags: [orders]
      requestBody: { content: { application/json: { schema: { type: object, properties: {
        id: { type: string }${version > 1 ? ", note: { type: string }" : ""}${version > 2 ? ", gift: { type: boolean }" : ""} } } } } }
      responses: { '201': { description: Created. } }
${version > 1 ? "    get: { summary: List orders, tags: [orders], responses: { '200': { description: Orders. } } }" : ""}
`;

describe("changes to an API", () => {
  const bar = (selector: string) =>
    getComputedStyle(document.querySelector(selector) as Element, "::before").backgroundColor;
  const dot = (text: string) => {
    const labels = [...document.querySelectorAll(".sidebar-nav .sidebar-label")];
    return getComputedStyle(labels.find((label) => label.textContent === text) as Element, "::after").backgroundColor;
  };
  const none = "rgba(0, 0, 0, 0)";

  test("what changed since a version is highlighted with the keyboard, and the choice is kept", async () => {
    const api = await site("versions", {
      files: {
        "openapi/shop.yaml": shop(3),
        "content/versions/v2/openapi/shop.yaml": shop(2),
        "content/versions/v1/openapi/shop.yaml": shop(1),
      },
    });
    const { page, open, until } = await read(api);
    await open("/api/next/post-orders/");
    const marks = await page.locator(".api-rows .api-mark").allTextContents();
    expect(marks).toEqual(["Since 2.x", "Since Next"]);
    const choice = page.getByLabel("Changes since");
    expect(await choice.locator("option").allTextContents()).toEqual(["Don't highlight", "2.x", "1.x"]);
    await choice.focus();
    await page.keyboard.press("ArrowDown");
    await until(() => location.search === "?since=2.x");
    const painted = async () => [
      await page.evaluate(bar, "#request-body\\.note > .api-row-head"),
      await page.evaluate(bar, "#request-body\\.gift > .api-row-head"),
      await page.evaluate(dot, "List orders"),
      await page.evaluate(dot, "Create an order"),
    ];
    const isShown = async () => (await painted()).map((color) => color !== none);
    expect(await isShown()).toEqual([false, true, false, true]);
    await page.locator(".sidebar-nav").getByText("List orders").click();
    await page.waitForURL("**/get-orders/**");
    await page.locator(".sidebar-nav").getByText("Create an order").click();
    await page.waitForURL("**/post-orders/**");
    await expect.poll(isShown).toEqual([false, true, false, true]);
    await open("/api/next/post-orders/?since=1.x");
    await expect.poll(isShown).toEqual([true, true, true, true]);
    await page.getByLabel("Changes since").selectOption("");
    await until(() => location.search === "");
    expect(await isShown()).toEqual([false, false, false, false]);
    // Documentation pages don't keep the highlighting's rules.
    await page.getByLabel("Changes since").selectOption("1.x");
    await open("/docs/next/start/");
    expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0);
  });

  test("without JavaScript, labels are shown and the choice isn't", async () => {
    const api = await site("versions", {
      files: { "openapi/shop.yaml": shop(2), "content/versions/v1/openapi/shop.yaml": shop(1) },
    });
    const { page, visit } = await read(api, { javaScriptEnabled: false });
    await visit("/api/next/post-orders/");
    expect(await page.getByText("Since Next").first().isVisible()).toBe(true);
    expect(await page.locator(".api-since").isVisible()).toBe(false);
  });
});
