/** A site that uses everything that a team needs: three versions, three languages, a blog, and two APIs. */

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { violations } from "./harness/axe.ts";
import { type Reader, type ReaderOptions, read } from "./harness/reader.ts";
import { serve } from "./harness/server.ts";
import { binary, copy, siteFolder } from "./harness/site.ts";

const manual = fileURLToPath(new URL("../../manual/content/docs/", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "docgen-team-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));

function docgen(source: string, ...words: string[]): string {
  return execFileSync(binary, [...words, "--root", source], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

const source = join(work, "site");
copy(siteFolder("team"), source, {});
const git = (...words: string[]) =>
  execFileSync("git", ["-C", source, "-c", "user.name=Ada", "-c", "user.email=ada@orchard.example", ...words]);
git("init", "-q");
git("add", ".");
git("commit", "-qm", "Plant");
docgen(source, "build", "--no-cache", "--strict", "--out", join(work, "dist"));
const team = await serve(join(work, "dist"));
afterAll(() => team.close());

const file = (path: string) => readFileSync(join(work, "dist", path), "utf8");

/** A feature: its name, a page that uses it, an element of that page, and the page of the manual that shows it. */
type Row = [feature: string, path: string, selector: string, manual: string];

const next = "/docs/next";

/** The features that don't depend on whether a page is written in Markdown or MDX. */
const written: Row[] = [
  ["formulas", `${next}/text/`, "math mfrac", "guides/math.md"],
  ["formulas on their own line", `${next}/text/`, ".formula math[display=block]", "guides/math.md"],
  ["definition lists", `${next}/text/`, "dl dt", "guides/writing.md"],
  ["attribute lists", `${next}/text/`, "p.lead#lead", "reference/markdown.md"],
  ["emoji", `${next}/text/`, "p:text('🌳')", "guides/writing.md"],
  ["numbers of tasks", `${next}/text/`, "h2 .task-count:text('2 of 3')", "guides/writing.md"],
  ["keys", `${next}/text/`, "kbd:text('Ctrl')", "guides/writing.md"],
  ["highlighted text", `${next}/text/`, "mark:text('the planner')", "guides/writing.md"],
  ["subscripts and superscripts", `${next}/text/`, "sub:text('2') ~ sup:text('2')", "guides/writing.md"],
  ["abbreviations", `${next}/text/`, "abbr[title='Royal Horticultural Society']", "guides/glossary.md"],
  ["terms of the glossary", `${next}/text/`, "a.tooltip[href$='glossary/#graft']", "guides/glossary.md"],
  ["footnotes next to the text", `${next}/text/`, ".side-note", "guides/writing.md"],
  ["the glossary", `${next}/glossary/`, "dt#crate", "guides/glossary.md"],
  ["captions and widths of tables", `${next}/tables/`, "table:has(caption) col[width]", "guides/writing.md"],
  ["sorted tables", `${next}/tables/`, "table th button", "guides/writing.md"],
  ["filtered tables", `${next}/tables/`, "input[type=search]", "guides/writing.md"],
  ["notes in code", `${next}/code/`, "pre a.code-note + a, .code-notes li", "guides/code.md"],
  ["marked words", `${next}/code/`, "pre mark:text('crates')", "guides/code.md"],
  ["added and removed lines", `${next}/code/`, "[data-line=add] ~ [data-line=remove]", "guides/code.md"],
  ["collapsed lines", `${next}/code/`, "pre details summary", "guides/code.md"],
  ["focused lines", `${next}/code/`, "[data-focus] [data-line=focus]", "guides/code.md"],
  ["patches", `${next}/code/`, "[data-patch] [data-line=plus]", "guides/code.md"],
  ["terminal sessions", `${next}/code/`, "[data-language=console] .q", "guides/code.md"],
  ["terminal output", `${next}/code/`, ".ansi-bold:text('ripe')", "guides/code.md"],
  ["highlighted code in text", `${next}/code/`, "p > code[data-language=js] .n", "guides/code.md"],
  ["links from names in code", `${next}/code/`, "a[href='https://api.orchard.example/#plan']", "guides/code.md"],
  ["requests that follow the API", `${next}/requests/`, "a[href$='/next/list-trees/'] code", "guides/api-reference.md"],
];

const others: Row[] = [
  ["includes with parameters", `${next}/reuse/`, "p:text('You need 12')", "guides/reusing-content.md"],
  ["variables and data files", `${next}/reuse/`, "p:text('Ada leads the harvest')", "guides/reusing-content.md"],
  ["variables in code", `${next}/reuse/`, "pre:has-text('orchard.example/shop/3.0')", "guides/reusing-content.md"],
  ["code from a region", `${next}/reuse/`, "pre:has-text('def crop')", "guides/reusing-content.md"],
  ["code from lines", `${next}/reuse/`, "pre:has-text('TREES')", "guides/reusing-content.md"],
  ["translated strings", "/de/docs/next/", 'nav :text("Weiter geht\'s")', "guides/locales.md"],
  ["translated labels", "/de/docs/next/", ".navbar :text('Anleitungen')", "guides/locales.md"],
  ["translated URLs", "/de/docs/next/willkommen/", "h1:text('Willkommen')", "guides/locales.md"],
  ["translated folders", "/de/docs/next/herbst/", "h1:text('Late work')", "guides/locales.md"],
  ["the language of untranslated pages", "/ar/docs/next/late/", "[lang=en][dir=ltr]", "guides/locales.md"],
  ["a notice on untranslated pages", "/ar/docs/next/late/", ".page-banner", "guides/locales.md"],
  ["a notice on outdated pages", "/de/docs/next/tables/", ".page-banner", "guides/locales.md"],
  ["a mirrored layout", "/ar/docs/next/", "html[dir=rtl][lang=ar]", "guides/locales.md"],
  ["a banner on other versions", "/docs/1.0/", ".page-banner a", "guides/versions.md"],
  ["a menu of versions", next, ".navbar .dropdown-trigger:text('Next')", "guides/versions.md"],
  ["several sets of documentation", "/sdk/next/", ".navbar .dropdown-trigger:text('Next')", "guides/versions.md"],
  ["versions of an API", "/api/trees/next/list-trees/", ".version-badge", "guides/api-reference.md"],
  ["several APIs", "/api/market/sell-crate/", "h1:text('Sell a crate')", "guides/api-reference.md"],
  ["a blog", "/blog/pruning/", "h1:text('When to prune')", "guides/blog.md"],
  ["the last change and its author", next, ".page-meta:has-text('by Ada')", "guides/versions.md"],
  ["translated strings of scripts", "/de/docs/next/", ".feedback button:text('Ja')", "guides/locales.md"],
  ["page feedback", next, ".feedback button", "guides/feedback.md"],
];

/** Opens a window in which the site's analytics load an empty script. */
async function visit(host = team, options: ReaderOptions = {}): Promise<Reader> {
  const reader = await read(host, options);
  await reader.page.route("https://plausible.io/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "" }),
  );
  return reader;
}

/** Waits until the app has hydrated the page, and islands that are in view are interactive. */
async function shown(page: Page, selector: string): Promise<void> {
  await page
    .locator(".feedback")
    .scrollIntoViewIfNeeded({ timeout: 500 })
    .catch(() => {});
  await page.locator(selector).first().waitFor({ state: "attached" });
}

test.for([...written, ...others])("%s", async ([, path, selector, guide]) => {
  const { page, open } = await visit();
  await open(path.endsWith("/") ? path : `${path}/`);
  await shown(page, selector);
  expect(existsSync(join(manual, guide)), guide).toBe(true);
});

test("pages can be written in MDX as well", async () => {
  const other = join(work, "mdx");
  copy(siteFolder("team"), other, {});
  const names = new Set(written.map(([, path]) => path.split("/")[3]));
  const links = new RegExp(`(?<=\\./(?:${[...names].join("|")}))\\.md`, "g");
  for (const folder of ["content/docs", "content/i18n/de/docs", "content/i18n/ar/docs"])
    for (const name of readdirSync(join(other, folder)).filter((name) => name.endsWith(".md"))) {
      const path = join(other, folder, name);
      writeFileSync(path, readFileSync(path, "utf8").replace(links, ".mdx"));
      if (names.has(name.slice(0, -3))) renameSync(path, `${path}x`);
    }
  docgen(other, "build", "--no-cache", "--out", join(work, "mdx-dist"));
  const host = await serve(join(work, "mdx-dist"));
  const { page, open } = await visit(host);
  for (const [, path, selector] of written) {
    if (!page.url().endsWith(path)) await open(path);
    await shown(page, selector);
  }
  await host.close();
});

const pages = [...new Set([...written, ...others].map(([, path]) => path)), "/", "/blog/", "/api/trees/next/"];

test.for([390, 996, 1280, 1600])("no page is wider than a window of %i pixels", async (width) => {
  for (const colorScheme of ["light", "dark"] as const) {
    const { page, open } = await visit(team, { viewport: { width, height: 900 }, colorScheme });
    for (const path of pages) {
      await open(path.endsWith("/") ? path : `${path}/`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide, `${path} in ${colorScheme} mode`).toBeLessThanOrEqual(0);
    }
  }
});

test("no page violates a rule", { timeout: 120_000 }, async () => {
  const { page, open } = await visit(team, { reducedMotion: "reduce" });
  for (const path of pages) {
    await open(path.endsWith("/") ? path : `${path}/`);
    expect(await violations(page), path).toEqual([]);
  }
});

test("files for machines know the languages and versions", () => {
  const sitemap = file("sitemap.xml");
  expect(sitemap).toContain("<loc>https://orchard.example/docs/next/</loc>");
  expect(sitemap).toContain("<loc>https://orchard.example/de/docs/next/willkommen/</loc>");
  expect(sitemap).not.toContain("https://orchard.example/ar/docs/next/late/");
  const canonical = 'href="https://orchard.example/docs/next/late/" rel="canonical"';
  expect(file("ar/docs/next/late/index.html").includes(canonical)).toBe(true);
  expect(file("_headers")).toContain("Content-Security-Policy: ");
  expect(file("_redirects")).toContain("/de/start/ /de/docs/ 301");
  expect(file("docs/next/index.html").includes("plausible.io")).toBe(true);
});

test("the commands for teams find nothing to complain about", () => {
  const lines = docgen(source, "translations", "--format", "json").trim().split("\n");
  const outdated = lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === "outdated_page");
  expect(outdated.map(({ file }) => file)).toEqual(["content/i18n/de/docs/tables.md"]);
  docgen(source, "check", "--strict", "--accessibility");
  docgen(source, "prose", join(work, "prose"));
  docgen(source, "version", "cut", "3.0");
  docgen(source, "mv", "content/docs/tables.md", "content/docs/late/tables.md");
  docgen(source, "check", "--strict");
});
