/**
 * The same output on different kinds of hosts: at the root or below a path, and with a folder or a file for each page.
 */

import { describe, expect, test } from "vitest";
import { folders, host, pages, tryFiles } from "./harness/hosts.ts";
import { read } from "./harness/reader.ts";
import { build, siteFolder } from "./harness/site.ts";

const post = { "content/blog/2025-01-05-first.md": "# First post\n\nSee [other](../docs/other.md).\n" };
const variants = {
  "folders at the root": ["/", true],
  "files at the root": ["/", false],
  "folders below a path": ["/below/", true],
  "files below a path": ["/below/", false],
} as const;
const habits = { try_files: tryFiles, "GitHub Pages": pages, "redirecting folders": folders };

const sites = Object.entries(variants).map(([name, [base, slash]]) => ({
  name,
  base,
  slash,
  dist: build(siteFolder("subpath"), {
    replace: { 'base_url = "/below/"': `base_url = "${base}"\ntrailing_slash = ${slash}` },
    files: post,
  }),
}));

for (const { name, base, slash, dist } of sites) {
  for (const [habit, answers] of Object.entries(habits)) {
    // If pages are files such as `name.html`, a host that doesn't resolve `name` can't serve them at their URLs.
    const able = slash || answers !== folders;
    describe(`${name} on a host of kind ${habit}`, async () => {
      const plain = await host(dist, answers, base);
      const at = (path: string) => `${base}${path}${slash ? "/" : ""}`;
      const chunk = (path: string) => `${base}${path}${slash ? "/index" : ""}.json`;
      const chunks = () =>
        plain.answers.filter(([path]) => path.startsWith(base) && path.endsWith(".json") && !path.includes("_docgen"));

      test("a deep link, a refresh, and navigation through the site", async () => {
        const reader = await read(plain);
        const { page, follow } = reader;
        const enter = able ? at("docs/start") : `${at("docs/start")}.html`;
        await reader.open(enter);
        expect(await page.textContent("h1")).toBe("Start");
        await follow(page.getByRole("link", { name: "part" }), "Other");
        expect(await reader.at()).toBe(`${at("docs/other")}#part`);
        expect(chunks()).toContainEqual([chunk("docs/other"), 200]);
        await follow(page.locator(".navbar-brand"), "Home");
        expect(await reader.at()).toBe(base);
        if (able) {
          await page.goBack();
          await page.locator("h1", { hasText: "Other" }).waitFor();
          await page.reload();
          await page.locator("h1", { hasText: "Other" }).waitFor();
          expect(await reader.at()).toBe(`${at("docs/other")}#part`);
        }
      });

      test("a post, opened by its link", async () => {
        const reader = await read(plain);
        await reader.open(able ? at("blog") : `${at("blog")}.html`);
        await reader.follow(reader.page.locator(".post-entry h2 a"), "First post");
        expect(await reader.at()).toBe(at("blog/first"));
        await reader.follow(reader.page.locator(".prose a"), "Other");
      });

      test("another spelling of a URL opens the page", async () => {
        const reader = await read(plain);
        const other = slash ? at("docs/other").slice(0, -1) : `${at("docs/other")}.html`;
        await reader.open(`${other}?a=1`);
        await reader.page.locator("h1", { hasText: "Other" }).waitFor();
        expect(await reader.at()).toMatch(/docs\/other(\/|\.html)?\?a=1$/);
      });

      test("a missing page shows the 404 page, whether it's opened by a link or by its URL", async () => {
        const reader = await read(plain);
        await reader.open(`${base}nothing/here${slash ? "/" : ""}`);
        expect(await reader.page.textContent("h1")).toBe("Page not found");
        await reader.follow(reader.page.locator(".navbar-brand"), "Home");
        await reader.page.evaluate((href) => {
          const link = Object.assign(document.createElement("a"), { href, textContent: "lost" });
          document.querySelector(".prose")?.append(link);
        }, `${base}docs/lost`);
        await reader.page.getByText("lost", { exact: true }).click();
        await reader.page.locator("h1", { hasText: "Page not found" }).waitFor();
        expect(reader.said().every((message) => message.includes("404 (Not Found)"))).toBe(true);
      });
    });
  }
}
