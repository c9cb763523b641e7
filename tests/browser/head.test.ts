/** Behavior 16: the document's head. */

import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const main = await site("main");
const dotted = await site("main", {
  replace: { 'title = "Harness"\ntagline': 'title = "Harness"\ntitle_delimiter = "·"\ntagline' },
});
const locales = await site("locales");
const measured = await site("main", { append: '[analytics]\nprovider = "gtm"\nid = "GTM-TEST"\n' });

/** Returns everything in the head that describes the page, in any order. */
const head = (page: Page) =>
  page.evaluate(() => [
    document.title,
    ...[
      ...document.head.querySelectorAll(
        "meta, link:not([rel=modulepreload]):not([rel=preload]):not([media='not all']), script[type='application/ld+json']",
      ),
    ]
      .map(
        (tag) =>
          `${tag.localName} ${[...tag.attributes]
            // Style sheets that a navigation adds load like those in the document.
            .filter(({ name }) => tag.localName !== "link" || (name !== "media" && name !== "fetchpriority"))
            .map(({ name, value }) => `${name}=${value}`)
            .sort()
            .join(" ")} ${tag.textContent}`,
      )
      .sort(),
  ]);
const content = (page: Page, selector: string) => page.locator(selector).getAttribute("content");

describe("16", () => {
  test("16 titles name the page and the site", async () => {
    const { page, open } = await read(main);
    await open("/docs/start/");
    expect(await page.title()).toBe("Start | Harness");
    await open("/");
    expect(await page.title()).toBe("Harness");
    await open(`${dotted.url}/docs/start/`);
    expect(await page.title()).toBe("Start · Harness");
  });

  test("16 a page describes itself to machines", async () => {
    const { page, open } = await read(main);
    await open("/docs/start/");
    const address = "https://harness.example/docs/start/";
    expect(await page.locator("link[rel=canonical]").getAttribute("href")).toBe(address);
    expect(await content(page, "meta[name=description]")).toBe("Where the tests begin.");
    expect(await content(page, "meta[property='og:title']")).toBe("Start | Harness");
    expect(await content(page, "meta[property='og:url']")).toBe(address);
    expect(await content(page, "meta[property='og:locale']")).toBe("en");
    expect(await content(page, "meta[property='og:image']")).toBe("https://harness.example/img/square.svg");
    expect(await content(page, "meta[name='twitter:card']")).toBe("summary_large_image");
    expect(await page.locator("link[rel=alternate][type='text/markdown']").getAttribute("href")).toBe("/docs/start.md");
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
      "en",
      "ltr",
    ]);
    expect(await page.locator("link[hreflang]").count()).toBe(0);
  });

  test("16 pages in several locales link to each other", async () => {
    const { page, open } = await read(locales);
    await open("/fr/docs/start/");
    const links = await page.$$eval("link[hreflang]", (all) =>
      all.map((link) => [link.getAttribute("hreflang"), link.getAttribute("href")]),
    );
    expect(links).toContainEqual(["en-GB", "https://locales.example/docs/start/"]);
    expect(links).toContainEqual(["fr-FR", "https://locales.example/fr/docs/start/"]);
    expect(links.some(([language]) => language === "x-default")).toBe(true);
  });

  test("16 after a navigation, the head is the same as after a first load", async () => {
    const { page, open, follow } = await read(main);
    const wanted: Record<string, string[]> = {};
    const places = ["/docs/start/", "/docs/secret/", "/glossary/", "/", "/docs/tags/", "/docs/category/reference/"];
    for (const path of places) {
      await open(path);
      wanted[path] = await head(page);
    }
    await open("/docs/short/");
    const first = await head(page);
    for (const path of places) {
      await page.evaluate((href) => {
        document.querySelector("#way")?.remove();
        const way = Object.assign(document.createElement("a"), { id: "way", href, textContent: "way" });
        document.querySelector("#docgen-root")?.prepend(way);
      }, path);
      await page.evaluate(() => document.querySelector<HTMLElement>("#way")?.click());
      await page.waitForFunction((address) => location.pathname === address, path);
      await expect.poll(() => head(page), { message: path }).toEqual(wanted[path]);
    }
    await page.evaluate(() => document.querySelector("#way")?.setAttribute("href", "/docs/short/"));
    await follow(page.locator("#way"), "Short");
    expect(await head(page)).toEqual(first);
  });

  test("16 a page's own tags and scripts apply only to this page", async () => {
    const { page, open, follow } = await read(main);
    const own = () => page.evaluate(() => document.head.querySelectorAll("[name=own], style[data-head]").length);
    const ran = () => page.evaluate(() => (window as unknown as { ran?: number }).ran);
    await open("/docs/secret/");
    expect([await own(), await ran()]).toEqual([2, 1]);
    await page.evaluate(() => {
      const root = document.querySelector("#docgen-root");
      for (const [id, href] of [
        ["away", "/docs/short/"],
        ["back", "/docs/secret/"],
      ] as const)
        root?.prepend(Object.assign(document.createElement("a"), { id, href, textContent: id }));
    });
    await follow(page.locator("#away"), "Short");
    expect([await own(), await ran()]).toEqual([0, 1]);
    await follow(page.locator("#back"), "Secret");
    expect([await own(), await ran()]).toEqual([2, 2]);
  });

  test("16 the sitemap contains every page except drafts, unlisted pages, tag lists, the search page, and the 404 page", async () => {
    const { page } = await read(main);
    const text = await (await page.request.get(`${main.url}/sitemap.xml`)).text();
    const listed = [...text.matchAll(/<loc>https:\/\/harness\.example([^<]*)<\/loc>/g)].map(([, path]) => path).sort();
    const all = main.pages().filter((path) => !/404|secret|tags|search/.test(path));
    expect(listed).toEqual(all);
  });
});

describe("16 analytics", () => {
  test("16 the container is loaded, and page views follow the new title", async () => {
    const { page, open } = await read(measured);
    const asked: string[] = [];
    await page.route("https://www.googletagmanager.com/**", (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: "text/javascript", body: "" });
    });
    await open("/docs/start/");
    await expect.poll(() => asked.some((url) => url.includes("GTM-TEST"))).toBe(true);
    await page.evaluate(() => {
      const layer = (window as unknown as { dataLayer: unknown[] }).dataLayer;
      layer.length = 0;
      const seen: unknown[] = [];
      Object.assign(window, { seen });
      layer.push = (...entries) => {
        seen.push(
          ...entries.map((entry) => ({ ...(entry as object), title: document.title, path: location.pathname })),
        );
        return Array.prototype.push.apply(layer, entries);
      };
    });
    const seen = () => page.evaluate(() => (window as unknown as { seen: unknown[] }).seen);
    await page.getByText("heading on this page").click();
    await page.locator(".sidebar a[href='/docs/short/']").click();
    await page.locator("h1", { hasText: "Short" }).waitFor();
    await expect.poll(seen).toEqual([
      {
        event: "page_view",
        page_title: "Short | Harness",
        page_location: `${measured.url}/docs/short/`,
        title: "Short | Harness",
        path: "/docs/short/",
      },
    ]);
  });

  test("16 no third party is requested unless it's configured", async () => {
    const { page, open } = await read(main);
    const others: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(main.url)) others.push(request.url());
    });
    await open("/docs/start/");
    await page.waitForLoadState("networkidle");
    expect(others).toEqual([]);
  });
});
