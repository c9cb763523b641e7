/**
 * Parts of the app that can't be loaded on demand: the rest of the page stays, reports the failure, and offers a retry.
 * The list of parts is read from the bundle. If none of these tests loads a part, the tests also fail.
 */

import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { LANGUAGES } from "../../theme/src/islands/request/samples/languages.ts";
import { diagrams } from "./harness/diagrams.ts";
import { patience, type Reader, read } from "./harness/reader.ts";
import { type Host, type Rule, serve } from "./harness/server.ts";
import { build, site, siteFolder } from "./harness/site.ts";

const text = "Text around the part, which has to stay.";
const host = await site("api", {
  files: {
    "content/docs/plain.md": `---\ntitle: Plain\n---\n\n${text}\n`,
    "content/docs/component.mdx": `---\ntitle: Component\n---\n\n${text}\n\n<Word client="load" />\n`,
    "content/docs/tooltip.md": `---\ntitle: Tooltip\n---\n\n${text}\n\nA :tooltip[term]{text="explained"}.\n`,
    "content/docs/window.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300"/>',
    "content/docs/zoom.md": `---\ntitle: Zoom\n---\n\n${text}\n\n![Window](./window.svg)\n`,
    "content/docs/table.md": `---\ntitle: Table\n---\n\n${text}\n\n| A |\n| - |\n| b |\n{.sortable}\n`,
    "components/Word.tsx": '"use client";\nexport default () => <p>word</p>;\n',
    ...Object.fromEntries(
      Object.entries(diagrams).map(([kind, source]) => [
        `content/docs/drawn/${kind}.md`,
        `---\ntitle: Drawn ${kind}\n---\n\n${text}\n\n\`\`\`mermaid\n${source}\n\`\`\`\n`,
      ]),
    ),
  },
});

/** A reader's actions that load parts, and the text that shows that the parts work. */
interface Journey {
  path: string;
  /** Text in the article that must stay. */
  text: string;
  act?(page: Page): Promise<unknown>;
  shown: string;
  /** Whether other parts are loaded in the same way. */
  alike?: boolean;
}

const operation = { path: "/api/place-order/", text: "It is made at once." };

const journeys: Record<string, Journey> = {
  app: {
    path: "/docs/drawn/flow/",
    text,
    shown: ".diagram svg",
  },
  ...Object.fromEntries(
    Object.keys(diagrams).map((kind): [string, Journey] => [
      kind,
      { path: `/docs/drawn/${kind}/`, text, shown: ".diagram svg" },
    ]),
  ),
  ...Object.fromEntries(
    LANGUAGES.map(({ id: language }): [string, Journey] => [
      language,
      {
        ...operation,
        act: (page) => page.locator(".samples-all select").selectOption(language),
        shown: `.samples-panel .code[data-language="${language}"]`,
        alike: language !== "nodejs" && language !== "curl",
      },
    ]),
  ),
  zoom: {
    path: "/docs/zoom/",
    text,
    act: (page) => page.locator("img[data-zoom]").click(),
    shown: "dialog.zoom img",
  },
  components: {
    path: "/docs/component/",
    text,
    shown: "slot[data-ready]",
  },
  tooltips: {
    path: "/docs/tooltip/",
    text,
    async act(page) {
      await page.locator(".tooltip").hover();
      await page.keyboard.press("Escape");
    },
    shown: ".tooltip[data-dismissed]",
  },
  tables: {
    path: "/docs/table/",
    text,
    shown: "th .sort",
  },
  console: {
    ...operation,
    async act(page) {
      for (const closed of await page.locator(".request-toggle[aria-expanded=false]").all()) await closed.click();
    },
    shown: "button:text('Send API request')",
  },
  "search page": {
    path: "/search/?q=order",
    text: "Search",
    shown: ".search-result",
  },
  search: {
    path: "/docs/plain/",
    text,
    async act(page) {
      await page.waitForFunction(() => document.documentElement.dataset.hasHydrated === "true");
      const dialog = page.getByRole("dialog", { name: "Search" });
      if ((await dialog.count()) === 0) await page.keyboard.press("/");
      await dialog.locator("input").fill("order");
    },
    shown: ".DocSearch-Hit",
  },
};

/** For each file in the bundle, the files that it needs and the files that it loads later. */
const files = new Map(
  readdirSync(join(host.dist, "_docgen/immutable"))
    .filter((name) => name.endsWith(".js"))
    .map((name) => {
      const code = readFileSync(join(host.dist, "_docgen/immutable", name), "utf8");
      const all = (pattern: RegExp) => [...code.matchAll(pattern)].map(([, file = ""]) => file);
      return [
        name,
        { needs: all(/\b(?:from|import)"\.\/([^"]+)"/g), loads: all(/\bimport\("\.\/([^"]+)"\)/g) },
      ] as const;
    }),
);
const parts = new Set([...files.values()].flatMap(({ loads }) => loads));

/** Returns everything that a file loads, immediately or later. */
function closure(name: string, known = new Set<string>()): Set<string> {
  if (known.has(name)) return known;
  known.add(name);
  const { needs = [], loads = [] } = files.get(name) ?? {};
  for (const each of [...needs, ...loads]) closure(each, known);
  return known;
}

const library = [...parts].find((name) => name.startsWith("mermaid"));
const foreign = closure(library ?? "");
/**
 * The app's own parts on this site. The parts that the diagram library loads by itself aren't tested. Analytics and
 * feedback, which this site doesn't have, have separate tests.
 */
const own = [...parts].filter((part) => files.has(part) && (part === library || !foreign.has(part)));

const ways: Record<string, Rule> = {
  "is not there": { status: 404 },
  "is forbidden": { status: 403 },
  "can't be reached": { abort: true },
  throws: { status: 200, headers: { "cache-control": "no-store" }, body: () => "throw new Error('it throws')" },
};

/**
 * The files for the other search provider, for the reader features, for linked reading and optional fields, for the
 * document of an operation, for the preview of search
 * results, and for agents.
 * These features have separate tests and aren't available if their code can't be loaded.
 */
const elsewhere = /^(?:algolia|apiDocument|history|linked|parts|preview|register|shortcuts|tools)-/;

/** The parts that have been tested. */
const tried = new Set<string>();

/**
 * Performs a reader's actions while a part is unavailable. The article must stay, and **Retry** must appear and work as
 * soon as the part is available.
 */
async function travel({ page, visit }: Reader, { path, text, act, shown }: Journey, part: string, rule: Rule) {
  const retry = page.getByRole("button", { name: "Retry" });
  const stays = async () => {
    expect(await page.locator("main").getByText(text).first().isVisible()).toBe(true);
    expect(await page.locator(".crash, .load-error").count()).toBe(0);
  };
  const heal = host.rule(`/_docgen/immutable/${part}`, rule);
  await visit(path);
  await until(page, () => retry.count(), act);
  await stays();
  heal();
  // A module that has thrown an error never recovers, so a new document is necessary.
  const loaded = rule.status === 200 && page.waitForEvent("load");
  await retry.first().click();
  await loaded;
  // If a new document was loaded, the reader must repeat the action.
  await until(page, () => page.locator(shown).count(), act);
  await stays();
  await expect.poll(() => retry.count()).toBe(0);
}

/** Repeats an action until something appears. Only the action has a short timeout, because it's repeated. */
async function until(page: Page, there: () => Promise<number>, act?: Journey["act"]): Promise<void> {
  const repeated = async () => {
    page.setDefaultTimeout(1000);
    await act?.(page).catch(() => {});
    page.setDefaultTimeout(patience);
  };
  await expect
    .poll(async () => {
      // The document might be about to be replaced.
      const found = await there().catch(() => 0);
      if (found === 0) await repeated();
      return found;
    })
    .toBeGreaterThan(0);
}

for (const [name, journey] of Object.entries(journeys)) {
  test(`${name}: without any of its parts, the page stays, and Retry loads the part`, async () => {
    const reader = await read(host);
    const { page, visit, said } = reader;
    const loaded = new Set<string>();
    page.on("request", (request) => loaded.add(request.url().split("/").at(-1) ?? ""));
    await visit(journey.path);
    await until(page, () => page.locator(journey.shown).count(), journey.act);
    for (const part of [...loaded].filter((file) => parts.has(file) && !tried.has(file) && !elsewhere.test(file))) {
      tried.add(part);
      // If several parts load in the same way, test each with only one kind of failure.
      const once = journey.alike || (foreign.has(part) && part !== library);
      for (const [way, rule] of Object.entries(ways).filter((_, index) => !once || index === tried.size % 4)) {
        await travel(reader, journey, part, rule).catch((error: Error) => {
          error.message = `${part} ${way}: ${error.message}`;
          throw error;
        });
      }
    }
    said();
  });
}

test("each of the app's own parts was tested", () => {
  expect(own.filter((part) => !tried.has(part) && !elsewhere.test(part))).toEqual([]);
  expect(own.length).toBeGreaterThan(25);
});

/** Simulates a deployment with another build of docgen: every file with a hash in its name is replaced. */
function redeploy(dist: string): void {
  const folder = join(dist, "_docgen/immutable");
  const names = readdirSync(folder).filter((name) => /[-.][A-Z0-9]{8,}\.(?:js|css)$/.test(name));
  const renamed = new Map(names.map((name) => [name, name.replace(/[A-Z0-9]{8,}(?=\.\w+$)/, "NEW$&")]));
  for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    const path = join(dist, file);
    if (!/\.(?:html|js|json)$/.test(file) || statSync(path).isDirectory()) continue;
    const text = readFileSync(path, "utf8").replace(
      /[\w.-]+[-.][A-Z0-9]{8,}\.(?:js|css)\b/g,
      (name) => renamed.get(name) ?? name,
    );
    writeFileSync(path, text);
  }
  for (const [from, to] of renamed) renameSync(join(folder, from), join(folder, to));
}

describe("a part that a new deployment has replaced", () => {
  const far = `${"Text above the diagram.\n\n".repeat(80)}\`\`\`mermaid\nflowchart LR\n  a --> b\n\`\`\`\n`;

  async function deployed(): Promise<Host> {
    const files = { "content/docs/far.md": `---\ntitle: Far\n---\n\n${text}\n\n${far}` };
    const own = await serve(build(siteFolder("main"), { files }));
    onTestFinished(() => own.close());
    return own;
  }
  /** Counts the documents that a window has loaded. */
  const count = () => sessionStorage.setItem("documents", String(Number(sessionStorage.getItem("documents")) + 1));
  const documents = ({ page }: Reader) => page.evaluate(() => Number(sessionStorage.getItem("documents")));
  /** Makes every response look as if it came from a newer deployment than the previous response. */
  function change(own: Host): void {
    let number = 0;
    const body = (html: string) => {
      number += 1;
      return html.replace(/app\.(\w+)\.js"/, `app.$1.js?${number}"`);
    };
    own.rule("/docs/far/", { body });
  }

  test("loads with a reload of the page, and the reader notices nothing else", async () => {
    const own = await deployed();
    const reader = await read(own, { before: [count] });
    const { page, open, said } = reader;
    await open("/docs/far/");
    redeploy(own.dist);
    await page.locator("[data-island]").scrollIntoViewIfNeeded();
    await page.locator(".diagram svg").waitFor();
    expect(await documents(reader)).toBe(2);
    expect(await page.getByRole("alert").count()).toBe(0);
    // The reading history's code can also be out of date, which only disables the history.
    const reloads = (message: string) => message.includes("loading the whole page instead");
    expect(said().filter(reloads)).toHaveLength(1);
  });

  test("is given up after one reload that doesn't help", async () => {
    const own = await deployed();
    const reader = await read(own, { before: [count] });
    const { page, open, said } = reader;
    await open("/docs/far/");
    redeploy(own.dist);
    change(own);
    own.rule(/Diagram-.*\.js$/, { status: 404 });
    await page.locator("[data-island]").scrollIntoViewIfNeeded();
    const retry = page.getByRole("button", { name: "Retry" });
    await retry.waitFor();
    await page.waitForLoadState("networkidle");
    expect(await documents(reader)).toBe(2);
    expect(await page.getByText(text).count()).toBe(1);
    own.reset();
    await retry.click();
    await page.locator(".diagram svg").waitFor();
    said();
  });

  test("is the app itself: the page reloads once", async () => {
    const own = await deployed();
    const reader = await read(own, { before: [count] });
    const { page, visit, said } = reader;
    const gate = own.hold(/_docgen\/immutable\/main-.*\.js$/);
    await visit("/docs/far/");
    await gate.arrived;
    redeploy(own.dist);
    gate.release();
    await page.waitForFunction(() => document.documentElement.dataset.hasHydrated === "true");
    expect(await documents(reader)).toBe(2);
    expect(await page.getByRole("alert").count()).toBe(0);
    said();
  });

  test("is the app itself, and is still missing after a reload", async () => {
    const own = await deployed();
    const reader = await read(own, { before: [count] });
    const { page, visit, said } = reader;
    own.rule(/_docgen\/immutable\/main-.*\.js$/, { status: 404, hear: () => redeploy(own.dist) });
    await visit("/docs/far/");
    await page.getByRole("button", { name: "Retry" }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(await documents(reader)).toBe(2);
    expect(await page.getByText(text).isVisible()).toBe(true);
    said();
  });
});
