/**
 * A site that uses everything that a team needs: three versions, three languages, a blog, two APIs, and another
 * repository.
 */

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { picture } from "../../benches/picture.mjs";
import { violations } from "./harness/axe.ts";
import { others, written } from "./harness/features.ts";
import { type Reader, type ReaderOptions, read } from "./harness/reader.ts";
import { serve } from "./harness/server.ts";
import { binary, copy, siteFolder } from "./harness/site.ts";

const work = mkdtempSync(join(tmpdir(), "docgen-team-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const source = join(work, "site");
const sdk = join(work, "sdk");

/** Runs docgen. Git fetches the other repository from its folder instead of the host. */
function docgen(source: string, ...words: string[]): string {
  const env = {
    ...process.env,
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: `url.${pathToFileURL(sdk)}.insteadOf`,
    GIT_CONFIG_VALUE_0: "https://git.orchard.example/orchard/sdk",
    GIT_ALLOW_PROTOCOL: "file",
  };
  return execFileSync(binary, [...words, "--root", source], {
    encoding: "utf8",
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function write(folder: string, files: Record<string, string | Buffer>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** Commits all files in a folder to a repository. */
function commit(repository: string, folder: string): void {
  const author = ["-c", "user.name=Ada", "-c", "user.email=ada@orchard.example"];
  for (const words of [
    ["init", "-q", repository],
    ["--git-dir", join(repository, ".git"), "--work-tree", folder, "add", "--all"],
    ["--git-dir", join(repository, ".git"), ...author, "commit", "-qm", "Plant"],
  ])
    execFileSync("git", words);
}

write(sdk, {
  "orchard/client.py": "class Client:\n    def trees(self):\n        return self.get('/trees')\n",
  "INSTALL.md": "Install the SDK with `pip`. See [the client](orchard/client.py).\n",
});
commit(sdk, sdk);
// The first release is only in the history.
const first = join(work, "first");
write(first, {
  "docgen.toml": '[site]\ntitle = "Orchard"\n',
  "content/docs/index.md":
    "---\ntitle: Welcome\ndescription: What Orchard 1.0 does.\n---\n\nThis is the first release.\n",
});
copy(siteFolder("team"), source, {});
commit(source, first);
execFileSync("git", ["-C", source, "tag", "v1.0"]);
write(source, {
  "content/docs/img/autumn.png": picture(760, 380, 40),
  "content/docs/img/planner.png": picture(400, 200, 200),
  "content/docs/img/planner-dark.png": picture(400, 200, 20),
});
docgen(source, "update");
commit(source, source);
docgen(source, "build", "--no-cache", "--strict", "--out", join(work, "dist"));
const team = await serve(join(work, "dist"));
afterAll(() => team.close());

const file = (path: string) => readFileSync(join(work, "dist", path), "utf8");

const next = "/docs/next";

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
  const feedback = page.locator(".feedback");
  if ((await feedback.count()) > 0) await feedback.scrollIntoViewIfNeeded();
  await page.locator(selector).first().waitFor({ state: "attached" });
}

test.for([...written, ...others])("$name", async ({ used: [path, selector] }) => {
  const { page, open } = await visit();
  await open(path);
  await shown(page, selector);
});

test("pages can be written in MDX as well", async () => {
  const other = join(work, "mdx");
  cpSync(source, other, { recursive: true });
  const names = new Set(written.map(({ used: [path] }) => path.split("/")[3]));
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
  for (const {
    used: [path, selector],
  } of written) {
    if (!page.url().endsWith(path)) await open(path);
    await shown(page, selector);
  }
  await host.close();
});

test("a card explains a term, and another one shows the page that a link leads to", async () => {
  const { page, open } = await visit(team, { frugal: false });
  await open(`${next}/text/`);
  await page.locator("a.tooltip").first().hover();
  await expect.poll(() => page.locator(".tooltip-text:visible").first().innerText()).toContain("grows on another tree");
  await open(`${next}/`);
  await page.locator(".prose a", { hasText: "tables" }).hover();
  await page.locator(".link-card", { hasText: "Tables that readers can sort and filter." }).waitFor();
});

test("the menu of versions leads to the same page", async () => {
  const { page, open } = await visit();
  await open(`${next}/text/`);
  await page.locator(".navbar .dropdown-trigger", { hasText: "Next" }).click();
  const links = page.locator(".navbar .dropdown-menu a");
  await links.first().waitFor();
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(hrefs).toEqual(expect.arrayContaining(["/docs/next/text/", "/docs/text/", "/docs/1.0/"]));
});

test("in a right-to-left page, text without a translation is aligned with the text around it", async () => {
  const { page, open } = await visit();
  const align = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).textAlign);
  await open("/ar/api/trees/next/list-trees/");
  expect(await align(".api-rows p")).toBe("right");
  expect(await align("h1")).toBe("right");
  await open("/ar/search/?q=tree");
  expect(await align(".search-snippet")).toBe("right");
  await open(`/ar${next}/text/`);
  expect(await page.locator("h2 span.task-count").getAttribute("dir")).toBe("rtl");
});

test("a number as a heading in a right-to-left page starts at the edge", async () => {
  const { page, open } = await visit(team, { viewport: { width: 900, height: 900 } });
  await open(`/ar${next}/`);
  const gap = await page.locator("h2").evaluate((heading) => {
    const range = document.createRange();
    range.selectNode(heading.firstChild as Node);
    return heading.getBoundingClientRect().right - range.getBoundingClientRect().right;
  });
  expect(Math.abs(gap)).toBeLessThan(1);
});

test("cards of posts and banners have space around them", async () => {
  const { page, open } = await visit();
  const box = async (selector: string) => (await page.locator(selector).first().boundingBox()) ?? { y: 0, height: 0 };
  await open("/blog/");
  const [card, text] = [await box(".post-entry[data-featured]"), await box(".post-text")];
  expect(text.y - card.y).toBeGreaterThan(20);
  await open("/api/trees/next/list-trees/");
  const [banner, badge] = [await box(".page-banner"), await box(".version-badge")];
  expect(badge.y - banner.y - banner.height).toBeGreaterThan(8);
});

test("a preview shows its commit, and isn't indexed or counted", async () => {
  const out = join(work, "preview");
  docgen(source, "build", "--no-cache", "--preview", "always", "--url", "https://pr-7.orchard.example", "--out", out);
  const host = await serve(out);
  const { page, open } = await visit(host);
  await open(`${next}/`);
  const head = execFileSync("git", ["-C", source, "rev-parse", "--short=7", "HEAD"], { encoding: "utf8" }).trim();
  await page.locator(".preview", { hasText: head }).waitFor();
  const html = readFileSync(join(out, "docs/next/index.html"), "utf8");
  expect(html).toContain("noindex");
  expect(html).not.toContain("plausible.io");
  expect(html).toContain("https://pr-7.orchard.example/docs/next/");
  await host.close();
});

const pages = [...new Set([...written, ...others].map(({ used: [path] }) => path)), "/", "/blog/", "/api/trees/next/"];

test.for([320, 390, 996, 1000, 1280, 1600])("no page is wider than a window of %i pixels", async (width) => {
  const { page, open } = await visit(team, { viewport: { width, height: 900 } });
  for (const path of pages) {
    await open(path);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide, path).toBeLessThanOrEqual(0);
  }
});

test("no page violates a rule", async () => {
  const { page, open } = await visit(team, { reducedMotion: "reduce" });
  for (const path of pages) {
    await open(path);
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
  const rules = JSON.parse(file("s3-website.json")).RoutingRules;
  const prefixes = rules.map(({ Condition }: { Condition: { KeyPrefixEquals: string } }) => Condition.KeyPrefixEquals);
  expect(prefixes).toEqual(expect.arrayContaining(["handbook/", "de/handbook/", "ar/handbook/"]));
  expect(file("docs/next/index.html").includes("plausible.io")).toBe(true);
  expect(file("docs/1.0/index.html")).toContain('href="https://orchard.example/docs/1.0/" rel="canonical"');
  expect(file("llms.txt")).toContain("https://orchard.example/docs/text.md");
  expect(file("llms.txt")).not.toContain("https://orchard.example/docs/next/");
});

test("the commands for teams find no problems", () => {
  const lines = docgen(source, "translations", "--format", "json").trim().split("\n");
  const found = lines.map((line) => JSON.parse(line));
  const listed = (wanted: string) => found.filter(({ kind }) => kind === wanted).map(({ file }) => file);
  expect(listed("outdated_page")).toEqual(["content/i18n/de/docs/tables.md"]);
  expect(listed("missing_page")).toContain("content/i18n/ar/docs/late/index.md");
  docgen(source, "check", "--strict", "--accessibility");
  docgen(source, "prose", join(work, "prose"));
  expect(() => docgen(source, "rm", "--dry-run", "content/docs/tables.md")).toThrow("content/docs/index.md:8:33");
  const page = "---\ntitle: Fruit\ndescription: Lists fruit.\n---\n\nSend `GET /treez`.\n";
  writeFileSync(join(source, "content/docs/late/fruit.md"), page);
  expect(() => docgen(source, "check", "--strict")).toThrow("warning[invalid-request]");
  rmSync(join(source, "content/docs/late/fruit.md"));
  docgen(source, "version", "cut", "3.0");
  docgen(source, "mv", "content/docs/tables.md", "content/docs/late/tables.md");
  docgen(source, "check", "--strict");
});
