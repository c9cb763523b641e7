/** Behavior 1: how pages load and how one page replaces another. */

import { describe, expect, test } from "vitest";
import { read, settled } from "./harness/reader.ts";
import type { Rule } from "./harness/server.ts";
import { site } from "./harness/site.ts";

const main = await site("main");
const chunk = (path: string) => `/docs/${path}/index.json`;

test("1.1 the first page hydrates from the data in its shell", async () => {
  const { page, open } = await read(main);
  await open("/docs/start/");
  expect(await page.getAttribute("html", "data-has-hydrated")).toBe("true");
  await page.waitForLoadState("networkidle");
  expect(main.requests.filter((path) => path.endsWith("index.json"))).toEqual([]);
  const api = await page.evaluate(() => [Object.isFrozen(window.docgen), Object.keys(window.docgen ?? {}).sort()]);
  expect(api).toEqual([true, ["prefetch", "preload"]]);
  expect(await page.locator(".spinner, .progress-bar").count()).toBe(0);
});

describe("1.2", () => {
  test("1.2 a path with .html counts as the path without it", async () => {
    const { page, open, said, at } = await read(main);
    await open("/docs/short.html?a=1#end");
    await page.locator("h1", { hasText: "Short" }).waitFor();
    expect(await at()).toBe("/docs/short/?a=1#end");
    expect(await page.title()).toBe("Short | Harness");
    expect(said()).toEqual([expect.stringContaining("404 (Not Found)")]);
    await page.goBack();
    expect(page.url()).toBe("about:blank");
  });

  for (const [path, written] of [
    ["/docs/short/index.html?a=1#end", "/docs/short/?a=1#end"],
    ["/index.html", "/"],
    ["/blog/page/2/index.html", "/blog/page/2/"],
  ] as const) {
    test(`1.2 ${path} shows the page itself, under ${written}`, async () => {
      const { page, open, at } = await read(main);
      await open(path);
      expect(await at()).toBe(written);
      const title = await page.title();
      await page.locator(".footer a[href='/glossary/']").click();
      await page.locator("h1", { hasText: "Glossary" }).waitFor();
      await page.goBack();
      await expect.poll(() => page.title()).toBe(title);
      expect(await at()).toBe(written);
    });
  }

  test("1.2 the not-found page keeps its own name", async () => {
    const { open, at } = await read(main);
    await open("/404.html");
    expect(await at()).toBe("/404.html");
  });

  test("1.2 a link with .html opens the path without it", async () => {
    const { page, open, follow, at } = await read(main);
    await open("/docs/start/");
    await follow(page.getByText("written as a file"), "Short");
    expect(await at()).toBe("/docs/short/");
  });

  const refusals: Record<string, Rule> = {
    "404": { status: 404 },
    "410": { status: 410 },
    "403": { status: 403 },
    "200 with a web page": { headers: { "content-type": "text/html" }, body: () => "<!doctype html><p>Sorry" },
  };

  for (const [what, rule] of Object.entries(refusals)) {
    test(`1.2 a chunk with the response ${what} whose page exists is loaded as a document`, async () => {
      const { page, open, follow, at, said } = await read(main);
      main.rule(chunk("short"), rule);
      for (const _ of [1, 2]) {
        await open("/docs/start/");
        await page.evaluate(() => Object.assign(window, { same: true }));
        await follow(page.getByText("with a query"), "Short");
        expect(await at()).toBe("/docs/short/?a=1#end");
        expect(await page.evaluate(() => "same" in window)).toBe(false);
      }
      expect(said().filter((message) => !message.includes("Failed to load resource"))).toEqual([]);
    });
  }

  test("1.2 a chunk that is missing because the host redirects it is loaded as a document", async () => {
    const { page, open, follow, at, said } = await read(main);
    main.rule(chunk("long"), { status: 404 });
    main.rule("/docs/long/", { status: 302, headers: { location: "/glossary/" } });
    await open("/docs/start/");
    await follow(page.getByRole("link", { name: "long page", exact: true }), "Glossary");
    expect(await at()).toBe("/glossary/");
    said();
  });

  for (const [what, rule] of Object.entries(refusals)) {
    test(`1.2 a chunk with the response ${what}, like its document, is a page that doesn't exist`, async () => {
      const { page, open, follow, at, said } = await read(main);
      main.rule(chunk("long"), rule);
      main.rule("/docs/long/", rule);
      await open("/docs/start/");
      await page.evaluate(() => Object.assign(window, { same: true }));
      await follow(page.getByRole("link", { name: "long page", exact: true }), "Page not found");
      expect(await at()).toBe("/docs/long/");
      expect(await page.evaluate(() => "same" in window)).toBe(true);
      expect(await page.locator(".navbar, .footer, [role=alert]").count()).toBe(2);
      expect(said().filter((message) => !message.includes("Failed to load resource"))).toEqual([]);
    });
  }
});

describe("1.3", () => {
  test("1.3 the old page stays and works until the new one is complete", async () => {
    const { page, open, at } = await read(main);
    await open("/docs/tabs/");
    const gate = main.hold(chunk("code"));
    await page.click(".sidebar a[href='/docs/code/']");
    await gate.arrived;
    expect([await at(), await page.title(), await page.textContent("h1")]).toEqual([
      "/docs/tabs/",
      "Tabs | Harness",
      "Tabs",
    ]);
    await page.getByRole("tab", { name: "Also alone" }).click();
    expect(await page.getByText("Alone B.").isVisible()).toBe(true);
    await page.click(".sidebar-toggle >> text=Unlinked");
    await page.getByRole("link", { name: "Alpha" }).waitFor();
    // The bar appears 200 ms after the click, so it can appear at any time from now on. Everything else changes only
    // after an action.
    await page.locator(".progress-bar").waitFor();
    // The URL, the title, and the content change together: every observation sees either all old or all new values.
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      const look = () =>
        seen.push(`${location.pathname} ${document.title} ${document.querySelector("h1")?.textContent}`);
      new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
    });
    gate.release();
    await page.locator("h1", { hasText: "Code" }).waitFor();
    const seen = await page.evaluate(() => [...new Set((window as unknown as { seen: string[] }).seen)]);
    // An earlier action can still change the old page after it took effect, for example when an animation ends.
    expect(seen.filter((values) => values !== "/docs/tabs/ Tabs | Harness Tabs")).toEqual([
      "/docs/code/ Code | Harness Code",
    ]);
  });

  test("1.3 a newer navigation replaces an older one, whose late result isn't shown", async () => {
    const { page, open, at } = await read(main);
    // Hold the chunk from the start, because the link is in view and its page might be prefetched before the click.
    const slow = main.hold(chunk("long"));
    const asked = page.waitForRequest((request) => request.url().endsWith(chunk("long")));
    await open("/docs/start/");
    await page.click(".sidebar a[href='/docs/long/']");
    await slow.arrived;
    await page.click(".sidebar a[href='/docs/short/']");
    await page.locator("h1", { hasText: "Short" }).waitFor();
    slow.release();
    await (await asked).response();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    expect([await at(), await page.textContent("h1")]).toEqual(["/docs/short/", "Short"]);
    await page.goBack();
    await page.locator("h1", { hasText: "Start" }).waitFor();
  });

  test("1.3 a navigation also loads its page on a slow connection", async () => {
    const { page, open, follow } = await read(main, { frugal: true });
    await open("/docs/start/");
    await follow(page.locator(".sidebar a[href='/docs/short/']"), "Short");
    expect(main.requests.filter((path) => path === chunk("short")).length).toBe(1);
  });
});

describe("1.4", () => {
  async function stopped() {
    const reader = await read(main);
    await reader.page.clock.install({ time: 0 });
    await reader.open("/docs/start/");
    await reader.page.clock.pauseAt(600_000);
    return reader;
  }

  test("1.4 the progress bar appears after 200 ms and disappears when the page is shown", async () => {
    const { page, rest } = await stopped();
    const bar = page.locator(".progress-bar");
    const gate = main.hold(chunk("long"));
    await page.click(".sidebar a[href='/docs/long/']");
    await gate.arrived;
    await rest();
    await page.clock.runFor(199);
    expect(await bar.count()).toBe(0);
    await page.clock.runFor(2);
    await bar.waitFor({ state: "attached" });
    const look = await bar.evaluate((element) => {
      const { position, pointerEvents, backgroundColor, zIndex } = getComputedStyle(element);
      const { top, left, height } = element.getBoundingClientRect();
      // The bar grows with a transform, so its box always has the full width.
      const width = (element as HTMLElement).offsetWidth;
      const above = [...document.querySelectorAll("body *")].every(
        (other) => other === element || (Number.parseInt(getComputedStyle(other).zIndex, 10) || 0) <= Number(zIndex),
      );
      return { position, pointerEvents, top, left, height, full: width === innerWidth, above, backgroundColor };
    });
    expect(look).toMatchObject({
      position: "fixed",
      pointerEvents: "none",
      top: 0,
      left: 0,
      height: 2,
      full: true,
      above: true,
    });
    await page.evaluate(() =>
      document.documentElement.style.setProperty("--docgen-progress-bar-color", "rgb(1, 2, 3)"),
    );
    expect(await bar.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe("rgb(1, 2, 3)");
    expect(look.backgroundColor).not.toBe("rgba(0, 0, 0, 0)");
    gate.release();
    await page.locator("h1", { hasText: "Long" }).waitFor();
    await bar.waitFor({ state: "detached" });
  });

  test("1.4 no bar for fast pages, hashes, or queries", async () => {
    const { page } = await stopped();
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.querySelector(".progress-bar")) Object.assign(window, { barred: true });
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.click(".sidebar a[href='/docs/short/']");
    await page.locator("h1", { hasText: "Short" }).waitFor();
    await page.clock.runFor(1000);
    await page.click(".toc a");
    await page.evaluate(() => {
      const link = Object.assign(document.createElement("a"), { href: "?b=2", textContent: "query" });
      document.querySelector(".prose")?.append(link);
    });
    await page.click("text=query");
    await page.waitForURL("**/?b=2*");
    await page.clock.runFor(1000);
    expect(await page.evaluate(() => "barred" in window)).toBe(false);
  });

  test("1.4 no bar on the first load", async () => {
    const { page, visit } = await read(main);
    const gate = main.hold(/_docgen\/immutable\/nav\//);
    await visit("/docs/start/");
    await page.waitForSelector("html[data-has-hydrated]");
    await gate.arrived;
    await page.waitForFunction(() => performance.now() > 600);
    expect(await page.locator(".progress-bar").count()).toBe(0);
    gate.release();
  });
});

test("1.7 an unknown URL shows the 404 page, inside the layout", async () => {
  const { page, visit, said, at } = await read(main);
  const answer = await page.goto("/docs/nowhere/at/all");
  expect(answer?.status()).toBe(404);
  await page.waitForFunction(settled);
  await page.waitForLoadState("networkidle");
  expect(await page.textContent("h1")).toBe("Page not found");
  expect(await page.title()).toContain("Page not found");
  expect(await page.locator("nav[aria-label=Main], footer").count()).toBe(2);
  expect(await at()).toBe("/docs/nowhere/at/all");
  await visit("/404.html");
  expect(await page.textContent("h1")).toBe("Page not found");
  expect(said().filter((message) => !message.includes("404 (Not Found)"))).toEqual([]);
});
