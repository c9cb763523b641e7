/** Behavior 10.5 to 10.9 and 10.11: everything around the text of a document. */

import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { copied, copying, mobile, read, settled } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const main = await site("main", {
  files: {
    "content/docs/few.md":
      "---\ntitle: Few\ntoc_min_heading_level: 3\ntoc_max_heading_level: 4\ndisplayed_sidebar: docs\n---\n\n## Two\n\n### Three\n\n#### Four\n\n##### Five\n",
  },
});
const toc = (page: Page) => page.locator("nav.toc");
const bar = (page: Page) => page.locator(".toc-toggle");

describe("10.5", () => {
  test("10.5 the table of contents has levels 2 to 5, nested, with inline code", async () => {
    const { page, open } = await read(main);
    await open("/docs/long/");
    const tree = await toc(page).evaluate((element) => {
      const read = (list: Element): unknown[] =>
        [...list.children].map((item) => {
          const inner = item.querySelector(":scope > ul");
          const name = item.querySelector("a")?.textContent;
          return inner ? [name, read(inner)] : name;
        });
      return read(element.querySelector("ul") as Element);
    });
    const part = (name: string) => [
      `${name} part`,
      [
        [
          `Inside the ${name.toLowerCase()} part code`,
          [[`Level four of the ${name.toLowerCase()} part`, [`Level five of the ${name.toLowerCase()} part`]]],
        ],
      ],
    ];
    expect(tree).toEqual([part("First"), part("Second"), part("Third"), "Größe", "Last part"]);
    expect(await toc(page).locator("code").count()).toBe(3);
  });

  test("10.5 a page can set other levels, or hide the table of contents", async () => {
    const { page, open } = await read(main);
    await open("/docs/few/");
    expect(await toc(page).locator("a").allTextContents()).toEqual(["Three", "Four"]);
    await open("/docs/plain/");
    expect(await page.locator(".toc-frame").count()).toBe(0);
    expect(await page.locator(".prose h2").count()).toBe(1);
  });

  test("10.5 it stays in view on wide screens", async () => {
    const { page, open, scrollTo } = await read(main);
    await open("/docs/long/");
    await scrollTo(700);
    const box = await toc(page).boundingBox();
    expect(box && box.y >= 0 && box.y < 200).toBe(true);
    expect(await bar(page).isVisible()).toBe(false);
  });

  test("10.5 in a long list, only the current section is open, and an entry that has focus", async () => {
    const parts = Array.from(
      { length: 12 },
      (_, at) => `## Part ${at}\n\n${"Text.\n\n".repeat(12)}### Detail ${at}\n\nText.\n`,
    );
    const long = await site("main", { files: { "content/docs/parts.md": `# Parts\n\n${parts.join("\n")}` } });
    const { page, open } = await read(long);
    await open("/docs/parts/");
    const shown = () =>
      toc(page)
        .getByText(/^Detail/)
        .filter({ visible: true })
        .allTextContents();
    await expect.poll(shown).toEqual(["Detail 0"]);
    await page.evaluate(() => document.getElementById("part-5")?.scrollIntoView());
    await expect.poll(shown).toEqual(["Detail 5"]);
    await toc(page).getByRole("link", { name: "Part 7" }).focus();
    await expect.poll(shown).toEqual(["Detail 5", "Detail 7"]);
  });

  test("10.5 on narrow screens, a bar below the navbar names the section and opens the list", async () => {
    for (const viewport of [mobile, { width: 320, height: 600 }, { width: 1100, height: 800 }]) {
      const { page, open, scrollTo } = await read(main, { viewport, reducedMotion: "reduce" });
      await open("/docs/long/");
      const here = () => page.locator(".toc-here").textContent();
      await expect.poll(here).toBe("First part");
      expect(await toc(page).isVisible()).toBe(false);
      const [summary, title] = [await bar(page).boundingBox(), await page.locator("h1").boundingBox()];
      expect(summary && title && summary.y + summary.height <= title.y).toBe(true);
      // The bar stays below the navbar, and a chosen heading is below the bar.
      await scrollTo(900);
      const navbar = await page.locator(".navbar").boundingBox();
      expect((await bar(page).boundingBox())?.y).toBe((navbar?.y ?? 0) + (navbar?.height ?? 0));
      await bar(page).click();
      await toc(page).locator("a[href='#second-part']").click();
      await expect.poll(here).toBe("Second part");
      expect(await toc(page).isVisible()).toBe(false);
      const heading = await page.locator("#second-part").boundingBox();
      const edge = await bar(page).boundingBox();
      expect(heading?.y).toBeGreaterThanOrEqual((edge?.y ?? 0) + (edge?.height ?? 0));
      expect(heading?.y).toBeLessThan((edge?.y ?? 0) + (edge?.height ?? 0) + 16);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
  });

  test("10.5 the list closes on Escape, on a click elsewhere, and on the next page", async () => {
    const { page, open, follow } = await read(main, { viewport: mobile });
    await open("/docs/long/");
    await bar(page).click();
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe("#first-part");
    await page.keyboard.press("Escape");
    expect(await toc(page).isVisible()).toBe(false);
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("toc-toggle");
    await bar(page).click();
    await page.mouse.click(200, 780);
    expect(await toc(page).isVisible()).toBe(false);
    await open("/docs/start/");
    await bar(page).click();
    await follow(page.locator(".prose").getByText("long page", { exact: true }), "Long");
    expect(await toc(page).isVisible()).toBe(false);
  });

  test("10.5 the bar opens the list without scripts, and covers nothing", async () => {
    const { page, visit } = await read(main, { viewport: mobile, javaScriptEnabled: false });
    await visit("/docs/long/");
    await bar(page).click();
    const [list, title] = [await toc(page).boundingBox(), await page.locator("h1").boundingBox()];
    expect(list && title && list.y + list.height <= title.y).toBe(true);
    await toc(page).locator("a[href='#last-part']").click();
    expect(new URL(page.url()).hash).toBe("#last-part");
    await page.emulateMedia({ media: "print" });
    expect(await bar(page).isVisible()).toBe(false);
  });

  test("10.5 on narrow screens without scripts, the sidebar follows the article", async () => {
    for (const width of [390, 768, 996]) {
      const { page, visit } = await read(main, { viewport: { width, height: 900 }, javaScriptEnabled: false });
      for (const path of ["/docs/long/", "/docs/start/"]) {
        await visit(path);
        const [article, sidebar] = [
          await page.locator(".main").boundingBox(),
          await page.locator(".layout > .sidebar").boundingBox(),
        ];
        expect(article?.width, `${path} at ${width}`).toBeGreaterThan(0.9 * width);
        expect(article && sidebar && sidebar.y >= article.y + article.height, `${path} at ${width}`).toBe(true);
      }
    }
  });

  test("10.5 the entry for the reader's current heading is marked", async () => {
    const { page, open, scrollTo } = await read(main, { reducedMotion: "reduce" });
    await open("/docs/long/");
    const marked = () => toc(page).locator("[aria-current]").allTextContents();
    /** Scrolls until a heading is at the given distance from the top of the viewport. */
    const place = async (id: string, top: number) => {
      const y = await page.evaluate(
        (name) => (document.getElementById(name) as Element).getBoundingClientRect().top + scrollY,
        id,
      );
      await scrollTo(y - top);
    };
    const navbar = await page.evaluate(() => (document.querySelector(".navbar") as HTMLElement).offsetHeight);
    // The first heading below the navbar is in the upper half of the viewport, so it's the current heading.
    await place("second-part", navbar + 40);
    await expect.poll(marked).toEqual(["Second part"]);
    await place("second-part", navbar);
    await expect.poll(marked).toEqual(["Second part"]);
    // The first heading below the navbar is in the lower half of the viewport, so the previous heading is the current
    // one.
    await place("größe", navbar - 10);
    const next = await page.evaluate(() => document.getElementById("last-part")?.getBoundingClientRect().top);
    expect(next).toBeGreaterThan(400);
    await expect.poll(marked).toEqual(["Größe"]);
    await place("last-part", 390);
    await expect.poll(marked).toEqual(["Last part"]);
    await scrollTo(1_000_000);
    await expect.poll(marked).toEqual(["Last part"]);
    // There's always a current heading, even above the first one.
    await scrollTo(0);
    await expect.poll(marked).toEqual(["First part"]);
    await scrollTo(1_000_000);
    await toc(page).locator("a[href='#first-part']").click();
    await expect.poll(marked).toEqual(["First part"]);
  });
});

test("10.6 breadcrumbs link to the home page and the categories, and end with the page itself", async () => {
  const { page, open } = await read(main);
  await open("/docs/guide/deep/one/");
  const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
  const parts = await crumbs
    .locator("li > *")
    .evaluateAll((items) =>
      items.map((item) => [
        item.ariaLabel ?? item.textContent,
        item.getAttribute("href"),
        item.getAttribute("aria-current"),
      ]),
    );
  expect(parts).toEqual([
    ["Home page", "/", null],
    ["Guide", "/docs/guide/", null],
    ["Deep", null, null],
    ["Deep one", null, "page"],
  ]);
});

test("10.6 on narrow screens, breadcrumbs are on one line, and every separator is followed by a name", async () => {
  const pages = '"guide/deep/one", "guide/deep/two"';
  const names = [
    "One of the longest folders",
    "Another folder with a name",
    "Deeper and deeper still",
    "The last folder",
  ];
  const nested = names.reduceRight((items, name) => `{ category = "${name}", items = [${items}] }`, pages);
  const deep = await site("main", { replace: { [`{ category = "Deep", items = [${pages}] }`]: nested } });
  for (const width of [320, 390, 768]) {
    const { page, open } = await read(deep, { viewport: { width, height: 800 } });
    await open("/docs/guide/deep/one/");
    const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
    const items = await crumbs.locator("li").evaluateAll((all) =>
      all
        .filter((one) => one.getClientRects().length > 0)
        .map((one) => {
          const { y, right } = one.getBoundingClientRect();
          return { y, right, text: one.firstElementChild?.getBoundingClientRect().width ?? 0 };
        }),
    );
    expect(items.length, `${width}`).toBeGreaterThan(3);
    expect(new Set(items.map(({ y }) => Math.round(y))).size, `${width}`).toBe(1);
    for (const { right, text } of items) {
      expect(right, `${width}`).toBeLessThanOrEqual(width);
      expect(text, `${width}`).toBeGreaterThanOrEqual(16);
    }
  }
});

describe("10.7", () => {
  test("10.7 headings have an anchor, visible on hover and focus", async () => {
    const { page, open, at } = await read(main, copying);
    await open("/docs/long/");
    const anchor = page.locator("#second-part .hash-link");
    expect(await anchor.getAttribute("aria-label")).toBe("Direct link to Second part");
    const opacity = () => anchor.evaluate((element) => Number(getComputedStyle(element).opacity));
    expect(await opacity()).toBe(0);
    await page.locator("#second-part").hover();
    await expect.poll(opacity).toBeGreaterThan(0.5);
    await page.mouse.move(0, 0);
    await expect.poll(opacity).toBe(0);
    await page.keyboard.press("Tab");
    await anchor.focus();
    await expect.poll(opacity).toBeGreaterThan(0.5);
    await anchor.press("Enter");
    await expect.poll(at).toBe("/docs/long/#second-part");
  });

  test("10.7 the anchor copies the heading's full URL, and confirms it", async () => {
    const { page, open } = await read(main, copying);
    await open("/docs/long/?a=1");
    await page.locator("#second-part").hover();
    await page.locator("#second-part .hash-link").click();
    await page.locator("#second-part .hash-link[data-copied]").waitFor();
    expect(await page.evaluate(copied)).toBe(`${main.url}/docs/long/?a=1#second-part`);
  });
});

describe("10.8", () => {
  test("10.8 the pager follows the sidebar", async () => {
    const { page, open, follow } = await read(main);
    await open("/docs/start/");
    const pager = page.getByRole("navigation", { name: "Docs pages" });
    const links = () =>
      pager
        .locator("a")
        .evaluateAll((found) => found.map((each) => [...each.children].map((part) => part.textContent)));
    expect(await links()).toEqual([["Next", "Long"]]);
    const seen: string[] = [];
    for (const title of ["Long", "Guide", "First", "Second", "Deep one", "Deep two", "Alpha"]) {
      await follow(pager.locator("a").last(), title);
      seen.push((await page.textContent("h1")) ?? "");
    }
    expect(seen.at(-1)).toBe("Alpha");
    expect(await links()).toEqual([
      ["Previous", "Deep two"],
      ["Next", "Beta"],
    ]);
    await open("/docs/short/");
    expect((await links()).map(([direction]) => direction)).toEqual(["Previous"]);
  });

  test("10.8 tags, the edit link, and the last update are below, if there are any", async () => {
    const { page, open, follow } = await read(main);
    await open("/docs/start/");
    expect(await page.locator("a", { hasText: "Edit this page" }).getAttribute("href")).toBe(
      "https://code.example/edit/content/docs/start.md",
    );
    expect(await page.locator(".tags").textContent()).toMatch(/Tags:\s*firstsecond/);
    expect(await page.locator("main").textContent()).not.toContain("Last updated");
    await follow(page.locator(".tags a").first(), '1 page tagged with "first"');
    await open("/docs/short/");
    expect((await page.locator(".page-meta").textContent())?.replace(/\s+/g, " ")).toContain(
      "Last updated on March 4, 2025 by Ada",
    );
  });
});

describe("10.9", () => {
  test("10.9 the button to the top appears when scrolling up beyond 300 px", async () => {
    const { page, open, scrollTo } = await read(main, { reducedMotion: "reduce" });
    await open("/docs/long/");
    const button = page.locator("button[aria-label='Scroll back to top']");
    const shown = () =>
      button.evaluate((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
    expect(await shown()).toBe(false);
    await scrollTo(900);
    expect(await shown()).toBe(false);
    await scrollTo(800);
    await expect.poll(shown).toBe(true);
    await scrollTo(850);
    await expect.poll(shown).toBe(false);
    await scrollTo(310);
    await expect.poll(shown).toBe(true);
    await scrollTo(290);
    await expect.poll(shown).toBe(false);
    await scrollTo(900);
    await scrollTo(800);
    await expect.poll(shown).toBe(true);
    await button.click();
    await page.waitForFunction(() => scrollY === 0);
    await expect.poll(shown).toBe(false);
  });

  test("10.9 it hides after a jump to a heading", async () => {
    const { page, open, scrollTo } = await read(main, { reducedMotion: "reduce" });
    await open("/docs/long/");
    const button = page.locator(".back-to-top");
    await scrollTo(2500);
    await scrollTo(2400);
    await expect.poll(() => button.getAttribute("data-visible")).toBe("true");
    await toc(page).locator("a[href='#second-part']").click();
    await expect.poll(() => button.getAttribute("data-visible")).toBe("false");
  });
});

test("10.11 drafts are excluded, and unlisted pages are reachable only by their URL", async () => {
  const { page, open, visit, said } = await read(main);
  expect((await page.request.get("/docs/drafted/")).status()).toBe(404);
  const sitemap = await (await page.request.get("/sitemap.xml")).text();
  const llms = await (await page.request.get("/llms.txt")).text();
  for (const list of [sitemap, llms]) {
    expect(list).toContain("/docs/start");
    expect(list).not.toMatch(/secret|drafted/i);
  }
  await open("/docs/start/");
  expect(await page.locator(".sidebar a[href='/docs/secret/'], .sidebar a[href='/docs/drafted/']").count()).toBe(0);
  await visit("/docs/secret/");
  await page.waitForFunction(settled);
  expect(await page.locator(".page-banner").textContent()).toBe(
    "Unlisted: only readers with the URL can find this page.",
  );
  expect(await page.locator("meta[name=robots]").getAttribute("content")).toContain("noindex");
  expect(said()).toEqual([]);
});
