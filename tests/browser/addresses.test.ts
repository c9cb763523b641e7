/** Behavior 1.8, 1.9, 2.1, and 2.2: the forms of URLs, and the behavior of links. */

import { describe, expect, test } from "vitest";
import { pagesAmong, read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const main = await site("main");
const files = await site("files");
const subpath = await site("subpath");

test("1.8 trailing_slash = true: URLs of pages end in a slash, including the base URL", async () => {
  const { page, open, follow, at } = await read(main);
  await open("/docs/start/");
  const written = await page.$$eval("a[href^='/']", (links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(written.filter((href) => !/(\/|\/#.*|\/\?.*|\.\w+)$/.test(href))).toEqual([]);
  await page.evaluate(() => {
    document.querySelector(".prose a")?.setAttribute("href", "/docs/short?a=1#end");
  });
  await follow(page.locator(".prose a").first(), "Short");
  expect(await at()).toBe("/docs/short/?a=1#end");
  await follow(page.locator(".navbar-brand"), "Harness");
  expect(await at()).toBe("/");
});

test("1.8 trailing_slash = false: URLs of pages don't end in a slash, but the root does", async () => {
  const { page, open, follow, at } = await read(files);
  await open("/docs/start");
  const written = await page.$$eval("a[href^='/']", (links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(written.filter((href) => href !== "/" && /\/(#|\?|$)/.test(href))).toEqual([]);
  await follow(page.getByRole("link", { name: "part" }), "Other");
  expect(await at()).toBe("/docs/other#part");
  expect(files.requests).toContain("/docs/other.json");
  await page.evaluate(() => {
    document.querySelector(".prose a")?.setAttribute("href", "/docs/start/?a=1#x");
  });
  await follow(page.locator(".prose a").first(), "Start");
  expect(await at()).toBe("/docs/start?a=1#x");
  await follow(page.locator(".navbar-brand"), "Home");
  expect(await at()).toBe("/");
  expect(files.requests.filter((path) => path.endsWith("index.json"))).toEqual(["/index.json"]);
});

test("1.8 a URL of a page with an extra slash opens the page", async () => {
  const { page, open, said, at } = await read(files);
  await open("/docs/other/?a=1#part");
  await page.locator("h1", { hasText: "Other" }).waitFor();
  expect(await at()).toBe("/docs/other?a=1#part");
  expect(said()).toEqual([expect.stringContaining("404 (Not Found)")]);
});

describe("1.9", () => {
  test("1.9 every internal link starts with the base URL", async () => {
    const { page, open, follow, at } = await read(subpath);
    await open("/below/docs/start/");
    const written = await page.$$eval("a", (links) => links.map((link) => link.getAttribute("href") ?? ""));
    expect(written.filter((href) => href.startsWith("/") && !href.startsWith("/below/"))).toEqual([]);
    expect(written.filter((href) => href.includes("/below/below/"))).toEqual([]);
    await follow(page.getByRole("link", { name: "from the root" }), "Other");
    expect(await at()).toBe("/below/docs/other/");
    await page.goBack();
    // Wait for the start page, because the other page also has a link with "part" in its name.
    await page.locator("h1", { hasText: "Start" }).waitFor();
    await follow(page.getByRole("link", { name: "part" }), "Other");
    expect(await at()).toBe("/below/docs/other/#part");
    await follow(page.locator(".navbar-brand"), "Home");
    expect(await at()).toBe("/below/");
  });

  test("1.9 the app doesn't handle URLs outside the base URL", async () => {
    const { page, open, said } = await read(subpath);
    await open("/below/docs/start/");
    await page.evaluate(() => {
      Object.assign(window, { same: true });
      const link = Object.assign(document.createElement("a"), { href: "/elsewhere/", textContent: "outside" });
      document.querySelector(".prose")?.append(link);
    });
    await page.getByText("outside").last().click();
    await page.waitForURL("**/elsewhere/");
    expect(await page.evaluate(() => "same" in window)).toBe(false);
    said();
  });
});

test("2.1 pathname:// leaves the app and adds the base URL", async () => {
  const { page, open, at } = await read(subpath);
  await open("/below/docs/start/");
  await page.getByText("outside").click();
  await page.waitForURL("**/notes.txt");
  expect(await at()).toBe("/below/notes.txt");
  expect(await page.textContent("body")).toContain("A file.");
});

describe("2.2", () => {
  test("2.2 the app follows internal links, and the browser all others", async () => {
    const { page, open, at } = await read(main);
    const routed = async (text: string) => {
      await open("/docs/start/");
      await page.evaluate(() => Object.assign(window, { same: true }));
      await page.getByText(text, { exact: true }).click();
      await page.waitForFunction(() => location.pathname !== "/docs/start/");
      await page.waitForLoadState();
      return [await at(), await page.evaluate(() => "same" in window)];
    };
    expect(await routed("long page")).toEqual(["/docs/long/", true]);
    expect(await routed("in this window")).toEqual(["/docs/short/", true]);
    expect(await routed("a text file")).toEqual(["/notes.txt", false]);
    expect(await routed("outside the app")).toEqual(["/notes.txt", false]);
  });

  test("2.2 links to other windows, downloads, and modified clicks are left to the browser", async () => {
    const { page, open, at } = await read(main);
    await open("/docs/start/");
    const opened = page.waitForEvent("popup");
    await page.getByText("in another window").click();
    await (await opened).waitForURL("**/docs/short/");
    const saved = page.waitForEvent("download");
    await page.getByText("as a download").click();
    await saved;
    const tab = page.context().waitForEvent("page");
    await page.getByText("in this window").click({ modifiers: ["Control"] });
    await tab;
    expect(await at()).toBe("/docs/start/");
  });

  test("2.2 for a hash alone, the browser jumps", async () => {
    const { page, open, at } = await read(main);
    await open("/docs/start/");
    const before = pagesAmong(main.requests);
    await page.getByText("heading on this page").click();
    await expect.poll(at).toBe("/docs/start/#here");
    expect(pagesAmong(main.requests)).toEqual(before);
    await page.goBack();
    await expect.poll(at).toBe("/docs/start/");
    await page.goForward();
    await expect.poll(at).toBe("/docs/start/#here");
    await page.locator(".sidebar a[href='/docs/short/']").click();
    await page.locator("h1", { hasText: "Short" }).waitFor();
  });

  test("2.2 external links open another tab and announce it", async () => {
    const { page, open } = await read(main);
    await open("/docs/start/");
    const links = await page.$$eval("a[href^='https:']", (found) =>
      found.map((link) => [
        link.getAttribute("target"),
        link.getAttribute("rel"),
        link.querySelector("[role=img]")?.ariaLabel,
      ]),
    );
    expect(links.length).toBeGreaterThan(4);
    for (const link of links) expect(link).toEqual(["_blank", "noopener noreferrer", "(opens in new tab)"]);
    const icon = await page.locator(".prose .external").first().boundingBox();
    expect(icon?.width).toBeGreaterThan(4);
  });
});
