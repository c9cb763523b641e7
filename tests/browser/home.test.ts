/** Home pages: the grid that they share with the navbar and the footer, and the parts below the hero. */

import { expect, test } from "vitest";
import { read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const cards = (of: string[]) => `::::cards\n${of.map((card) => `:::card${card}\nA line.\n:::\n`).join("")}::::\n`;
const facts = cards(["[One fact]", "[Two facts]", "[Three facts]"]);
const features = cards(["[First]{icon=globe}", "[Second]{icon=video}", "[Third]{icon=radio}"]);
const ways = cards(['[Readers]{href="/docs/start"}', '[Writers]{href="/docs/short"}']);
const home = `---
title: Harness
layout: home
hero: { title: "A promise", tagline: "What it is.", actions: [{ label: "Start", href: "/docs/start/" }] }
---

\`\`\`sh title="Terminal"
run
\`\`\`

${facts}
## What it does

A sentence.

${features}
## Where to start

${ways}`;

const main = await site("main", { files: { "content/pages/index.md": home } });

test.each([390, 1280, 1920])("the brand, the hero, and the footer start on the same line: %i px", async (width) => {
  const { page, open } = await read(main, { viewport: { width, height: 900 } });
  await open("/");
  const starts = await page.evaluate((narrow) => {
    const left = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().left ?? Number.NaN;
    const footer = document.querySelector(".footer > *");
    if (!footer) throw new Error("there's no footer");
    const inside = footer.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(footer).paddingLeft);
    // On narrow screens, the menu button comes before the brand.
    const brand = narrow ? [] : [left(".navbar-brand")];
    return [...brand, left(".hero-title"), left(".prose > .cards"), left(".prose > h2"), inside];
  }, width < 997);
  for (const start of starts) expect(start).toBeCloseTo(starts[0] ?? Number.NaN, 0);
});

test("code is next to the title, and facts, features, and ways into the site have columns", async () => {
  const { page, open } = await read(main);
  await open("/");
  const top = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((it) => it.getBoundingClientRect().top);
  expect(await top(".hero-figure .code")).toBeLessThan(await top(".hero-actions"));
  const columns = await page
    .locator(".prose > .cards")
    .evaluateAll((all) => all.map((list) => getComputedStyle(list).gridTemplateColumns.split(" ").length));
  expect(columns).toEqual([3, 3, 2]);
});

test("nothing is wider than a screen of 320 px, in either direction", async () => {
  const { page, open } = await read(main, { viewport: { width: 320, height: 640 } });
  await open("/");
  for (const dir of ["ltr", "rtl"]) {
    await page.evaluate((direction) => {
      document.documentElement.dir = direction;
    }, dir);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), dir).toBe(320);
  }
});

test("other kinds of pages don't load the styles of home pages and blogs", async () => {
  const { page, open } = await read(main);
  const sheets = () => page.$$eval("link[rel=stylesheet]", (all) => all.map((link) => link.getAttribute("href") ?? ""));
  await open("/docs/start/");
  expect((await sheets()).filter((href) => /\/(?:home|blog)\./.test(href))).toEqual([]);
  await open("/blog/");
  expect((await sheets()).filter((href) => /\/(?:home|blog)\./.test(href))).toHaveLength(1);
});

test("cards beside the title are separate boxes", async () => {
  const own = home.replace(/```sh[\s\S]*?```/, cards(["[Beside]", "[Also beside]"]));
  const { page, open } = await read(await site("main", { files: { "content/pages/index.md": own } }));
  await open("/");
  const shadow = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { boxShadow, paddingInlineStart } = getComputedStyle(element);
        return [boxShadow !== "none", Number.parseFloat(paddingInlineStart) > 8];
      });
  expect(await shadow(".hero-figure > .cards")).toEqual([false, false]);
  expect(await shadow(".hero-figure .card")).toEqual([true, true]);
});
