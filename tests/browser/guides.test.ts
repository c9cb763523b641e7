/** The manual shows every feature that a team needs: on the page of a guide, or on a page that the guide links to. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { others, written } from "./harness/features.ts";
import { read } from "./harness/reader.ts";
import { serve } from "./harness/server.ts";
import { binary } from "./harness/site.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const out = mkdtempSync(join(tmpdir(), "docgen-manual-"));
afterAll(() => rmSync(out, { recursive: true, force: true }));
execFileSync(join(root, "packaging/manual"), [out], {
  env: { ...process.env, PATH: `${dirname(binary)}${delimiter}${process.env.PATH}` },
  stdio: ["ignore", "ignore", "pipe"],
});
const manual = await serve(out);
afterAll(() => manual.close());

/** Returns what a link from a guide to a page can look like. */
function links(path: string): string[] {
  if (path.startsWith("/demo/")) return [`https://docgen-cli.github.io/docgen${encodeURI(path)}`];
  return [path, path.replace(/\/$/, ""), `${path.split("/").at(-2)}.md`];
}

test.for([...written, ...others])("$name", async ({ guide: [guide, text], shown }) => {
  const source = readFileSync(join(root, "manual/content/docs", guide), "utf8");
  expect(source).toContain(text);
  const own: [string, string] = [`/docs/${guide.replace(/\.mdx?$/, "/")}`, shown as string];
  const [path, selector] = typeof shown === "string" ? own : shown;
  if (path !== own[0])
    expect(
      links(path).some((link) => source.includes(link)),
      `${guide} links to ${path}`,
    ).toBe(true);
  const { page, open } = await read(manual);
  await open(path);
  const feedback = page.locator(".feedback");
  if ((await feedback.count()) > 0) await feedback.scrollIntoViewIfNeeded();
  await page.locator(selector).first().waitFor({ state: "attached" });
});

test("the guide to previews links to a preview", async () => {
  const guide = readFileSync(join(root, "manual/content/docs/guides/previews.md"), "utf8");
  expect(guide).toContain("(https://docgen-cli.github.io/docgen/preview/)");
  const { page, open } = await read(manual);
  await open("/preview/");
  await page.locator(".preview", { hasText: "on branch main" }).waitFor();
});

test("the guide to redirects links to the files for hosts", () => {
  const guide = readFileSync(join(root, "manual/content/docs/guides/redirects.md"), "utf8");
  for (const file of ["_redirects", "s3-website.json"]) {
    expect(guide).toContain(`(pathname:///${file})`);
    expect(readFileSync(join(out, file), "utf8")).toContain("docs/tutorials/");
  }
});
