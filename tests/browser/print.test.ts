/** Printed pages, and books that `docgen export pdf` prints. */

import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPdf } from "./harness/pdf.ts";
import { read } from "./harness/reader.ts";
import { binary, copy, site, siteFolder } from "./harness/site.ts";

const errors = ["400", "401", "403", "404", "409", "422", "429", "500"];
const codes = Array.from({ length: 40 }, (_, at) => `error_${at}`);

/** An operation with errors that all have the same schema and headers. */
const spec = {
  openapi: "3.1.0",
  info: { title: "Kettles", version: "1" },
  servers: [{ url: "https://kettle.example" }],
  paths: {
    "/boil": {
      post: {
        operationId: "boil",
        summary: "Boil",
        responses: {
          "200": { description: "Hot.", content: { "application/json": { schema: { type: "object" } } } },
          ...Object.fromEntries(
            errors.map((status) => [status, { $ref: "#/components/responses/Problem", description: status }]),
          ),
        },
      },
    },
  },
  components: {
    headers: { Limit: { description: "The requests that are left.", schema: { type: "integer" } } },
    schemas: {
      Problem: {
        type: "object",
        properties: {
          code: { type: "string", description: "The code.", enum: codes },
          details: { type: "object", properties: Object.fromEntries(codes.map((code) => [code, { type: "string" }])) },
        },
      },
    },
    responses: {
      Problem: {
        description: "A problem.",
        headers: { "X-Limit": { $ref: "#/components/headers/Limit" } },
        content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    },
  },
};

const page = `---
title: Printed
---

<details><summary>Folded</summary>

Unfolded text.

</details>

:::tabs
:::tab[Tea]
Green
:::
:::tab[Coffee]
Black
:::
:::

${"\n\nFar away.\n".repeat(60)}

\`\`\`mermaid
flowchart LR
  kettle --> pot
\`\`\`

See [a site](https://example.com/tea).
`;

const variant = {
  append: '[[openapi]]\nfile = "openapi/kettle.json"\n',
  files: {
    "openapi/kettle.json": JSON.stringify(spec),
    "content/docs/printed.md": page,
    "content/docs/guide/_category_.toml": 'label = "The guide"\n',
    "content/docs/guide/second.md": "# Second\n\n## Part\n\nSee [the first](./first.md) and [home](../start.md).\n",
  },
};

const files = await site("files", variant);

describe("a printed page", () => {
  test("shows everything that is collapsed, and nothing that only works on a screen", async () => {
    const { page, open } = await read(files, { colorScheme: "dark" });
    await open("/docs/printed");
    await page.emulateMedia({ media: "print" });
    for (const text of ["Unfolded text.", "Green", "Black"]) {
      expect(await page.getByText(text, { exact: true }).isVisible(), text).toBe(true);
    }
    const labels = (panels: Element[]) => panels.map((panel) => getComputedStyle(panel, "::before").content);
    expect(await page.locator(".tab-panel").evaluateAll(labels)).toEqual(['"Tea"', '"Coffee"']);
    for (const part of [".navbar", ".sidebar", ".tab-list", ".page-actions", ".pager", ".footer"]) {
      for (const each of await page.locator(part).all()) expect(await each.isVisible(), part).toBe(false);
    }
    const colors = () => {
      const { color } = getComputedStyle(document.body);
      return [color, getComputedStyle(document.documentElement).backgroundColor];
    };
    expect(await page.evaluate(colors)).toEqual(["rgb(17, 17, 17)", "rgb(255, 255, 255)"]);
    const url = (link: Element) => getComputedStyle(link, "::after").content;
    expect(await page.locator('a[href="https://example.com/tea"]').evaluate(url)).toContain("https://example.com/tea");
  });

  test("has no empty rows above code, even if the device has no pointer that hovers", async () => {
    const { page, open } = await read(await site("main"), { isMobile: true, hasTouch: true });
    await open("/docs/code/");
    const space = () =>
      page.$$eval(".code:not(:has(.code-title))", (all) => all.map((code) => getComputedStyle(code).paddingBlockStart));
    expect(new Set(await space())).toEqual(new Set(["44px"]));
    await page.emulateMedia({ media: "print" });
    expect(new Set(await space())).toEqual(new Set(["0px"]));
  });

  test("waits for diagrams if the reader prints with the keyboard", async () => {
    const { page, open, until } = await read(files);
    await open("/docs/printed");
    await page.evaluate(() => {
      window.print = () => {
        document.body.dataset.printed = document.querySelector(".diagram svg") ? "drawn" : "not drawn";
      };
    });
    expect(await page.locator("[data-island=diagram] [data-fallback]").count()).toBe(1);
    await page.keyboard.press("Control+p");
    await until(() => document.body.dataset.printed);
    expect(await page.evaluate(() => document.body.dataset.printed)).toBe("drawn");
    const printed = (name: string) => page.evaluate((of) => document.documentElement.style.getPropertyValue(of), name);
    expect(await printed("--printed-title")).toContain("Printed");
    expect(await printed("--printed-url")).toBe(JSON.stringify(`${files.url}/docs/printed`));
  });

  test("waits for diagrams if the reader prints with the page menu", async () => {
    const { page, open, until } = await read(files);
    await open("/docs/printed");
    await page.evaluate(() => {
      window.print = () => {
        document.body.dataset.printed = document.querySelector(".diagram svg") ? "drawn" : "not drawn";
      };
    });
    await page.getByRole("button", { name: "More actions" }).click();
    await page.locator(".page-menu").getByRole("button", { name: "Print" }).click();
    await until(() => document.body.dataset.printed);
    expect(await page.evaluate(() => document.body.dataset.printed)).toBe("drawn");
  });

  test("of an API shows a schema only once if several statuses share it", async () => {
    const { page, open } = await read(files);
    await open("/api/boil");
    await page.emulateMedia({ media: "print" });
    const shown = page.locator(".api-responses").getByText("The code.", { exact: true });
    expect(await shown.count()).toBe(errors.length);
    expect(await shown.filter({ visible: true }).count()).toBe(1);
    expect(await page.getByText("The requests that are left.").filter({ visible: true }).count()).toBe(1);
    expect(await page.locator(".api-same").filter({ visible: true }).allTextContents()).toEqual(
      errors.slice(1).map(() => "The same schema as 400."),
    );
    await page.emulateMedia({ media: null });
    expect(await page.locator(".api-same").filter({ visible: true }).count()).toBe(0);
    expect(readPdf(await page.pdf({ preferCSSPageSize: true })).sheets).toBeLessThanOrEqual(7);
  });
});

describe("a book", () => {
  const work = mkdtempSync(join(tmpdir(), "docgen-book-"));
  afterAll(() => rmSync(work, { recursive: true, force: true }));
  const source = join(work, "site");
  const chromium = process.env.CHROMIUM ?? "chromium";

  /** A browser that keeps the document that it prints. */
  const browser = join(work, "browser");
  const script = `#!${process.execPath}
const { writeFileSync } = require("node:fs");
const { spawnSync } = require("node:child_process");
const given = process.argv.slice(2);
fetch(given.at(-1)).then((response) => response.text()).then((html) => {
  writeFileSync(${JSON.stringify(join(work, "printed.html"))}, html);
  process.exit(spawnSync(${JSON.stringify(chromium)}, given, { stdio: "inherit" }).status ?? 1);
});
`;

  beforeAll(() => {
    copy(siteFolder("files"), source, variant);
    writeFileSync(browser, script);
    chmodSync(browser, 0o755);
  });

  const book = (name: string, ...more: string[]) => {
    const out = join(work, name);
    const program = ["--chromium", browser];
    execFileSync(binary, ["export", "pdf", "--root", source, "--out", out, ...program, ...more], { stdio: "pipe" });
    return readFileSync(out);
  };

  test("has the right page numbers, working links, and bookmarks", () => {
    const pdf = readPdf(book("book.pdf"));
    const html = readFileSync(join(work, "printed.html"), "utf8");
    const entries = [...html.matchAll(/<a href="#(c\d+)"><span>(.*?)<\/span><span class="book-number">(\d*)<\/span>/g)];
    expect(entries.map(([, , title]) => title)).toContain("The guide");
    expect(entries.length).toBeGreaterThan(6);
    for (const [, anchor = "", title, number] of entries) {
      expect(pdf.destinations[anchor], `the page of ${title}`).toBe(Number(number));
    }
    const numbers = entries.map(([, , , number]) => Number(number));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    // The cover and the table of contents come first.
    expect(numbers[0]).toBe(3);
    expect(numbers.at(-1)).toBeLessThanOrEqual(pdf.sheets);
    expect(pdf.links.length).toBeGreaterThan(entries.length);
    for (const link of pdf.links) expect(pdf.destinations, link).toHaveProperty([link]);
    expect(pdf.title).toBe("Files");
    expect(pdf.hasDates).toBe(false);
    for (const title of ["Printed", "Part", "Boil"]) expect(pdf.bookmarks).toContain(title);
    expect(html).not.toMatch(/class="(?:pager|breadcrumbs|page-actions|navbar|sidebar)/);
  });

  test("is the same file every time", () => {
    expect(book("one.pdf").equals(book("two.pdf"))).toBe(true);
  });

  test("draws its diagrams", () => {
    const without = { ...variant.files, "content/docs/printed.md": page.replace("```mermaid", "```text") };
    const other = join(work, "other");
    copy(siteFolder("files"), other, { ...variant, files: without });
    const run = (root: string, out: string) =>
      spawnSync(binary, ["export", "pdf", "--root", root, "--section", "/docs/printed", "--out", join(work, out)]);
    expect(run(source, "drawn.pdf").status).toBe(0);
    expect(run(other, "text.pdf").status).toBe(0);
    // The drawing is tagged as a figure.
    const figures = (name: string) => readFileSync(join(work, name), "latin1").match(/\/S \/Figure/g)?.length ?? 0;
    expect(figures("drawn.pdf")).toBe(figures("text.pdf") + 1);
  });
});
