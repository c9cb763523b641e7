/** Behavior 4.2 to 4.6: pages and layouts that crash, and sites that don't load. */

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { read, settled } from "./harness/reader.ts";
import type { Host } from "./harness/server.ts";
import { site } from "./harness/site.ts";

const main = await site("main");
const unbannered = await site("main", {
  replace: { 'base_url = "/"': 'base_url = "/"\nbase_url_issue_banner = false' },
});
const subpath = await site("subpath");

/** Makes the island's properties unreadable, unless `window.broken` is false. */
function breakIsland(): void {
  const plain = JSON.parse;
  JSON.parse = (text: string, ...rest: []) => {
    if (!text.includes('"source"') || (window as { broken?: boolean }).broken === false) return plain(text, ...rest);
    const deep: Error = new Error("the deepest cause");
    const circle = new Error("the middle", { cause: deep });
    deep.cause = circle;
    throw new Error("the island is broken", { cause: circle });
  };
}

/** Serves a page with modified site data. */
function alterSite(
  host: Host,
  path: string,
  alter: (data: { navbar: { items: Record<string, unknown>[] } }) => void,
): void {
  host.rule(path, {
    body: (shell) =>
      shell.replace(/(id="docgen-site">)(.*?)(<\/script>)/, (_, before: string, json: string, after: string) => {
        const data = JSON.parse(json) as Parameters<typeof alter>[0];
        alter(data);
        return before + JSON.stringify(data).replaceAll("<", "\\u003c") + after;
      }),
  });
}

describe("4.2", () => {
  async function crashed() {
    const reader = await read(main, { before: [breakIsland] });
    await reader.visit("/docs/diagram/");
    await reader.page.getByRole("heading", { name: "This page crashed.", exact: true }).waitFor();
    reader.said();
    return reader;
  }

  test("4.2 a crash inside a page keeps the layout", async () => {
    const { page } = await crashed();
    expect(await page.locator("nav[aria-label=Main], footer, nav[aria-label='Docs sidebar']").count()).toBe(3);
    const parts = await page.$$eval("main .crash > *", (nodes) => nodes.map((node) => node.tagName.toLowerCase()));
    expect(parts).toEqual(["h1", "button", "hr", "p"]);
    expect(await page.textContent(".crash button")).toBe("Try again");
  });

  test("4.2 and 4.3 the message contains the chain of causes, cut where it repeats", async () => {
    const { page } = await crashed();
    const text = page.locator(".crash p");
    expect(await text.textContent()).toBe("the island is broken\n\nCause:\nthe middle\n\nCause:\nthe deepest cause");
    expect(await text.evaluate((element) => getComputedStyle(element).whiteSpace)).toBe("pre-wrap");
  });

  test("4.2 Try again renders the page again, and crashes again if necessary", async () => {
    const { page } = await crashed();
    const before = await page.locator(".crash").elementHandle();
    await page.getByText("Try again").click();
    await page.waitForFunction((old) => !old?.isConnected, before);
    await page.locator(".crash").waitFor();
    await page.evaluate(() => Object.assign(window, { broken: false }));
    await page.getByText("Try again").click();
    await page.locator(".diagram svg").waitFor();
    expect(await page.textContent("h1")).toBe("Diagram");
    expect(await page.locator(".crash").count()).toBe(0);
  });

  test("4.2 another page clears the crash", async () => {
    const { page, follow } = await crashed();
    await follow(page.locator(".sidebar a[href='/docs/short/']"), "Short");
    expect(await page.locator(".crash").count()).toBe(0);
    await page.goBack();
    await page.locator(".crash").waitFor();
  });

  test("4.2 an island that throws an error affects only itself", async () => {
    const { page, visit, said } = await read(main);
    main.rule(/_docgen\/immutable\/Diagram-.*\.js$/, {
      headers: { "cache-control": "no-store" },
      body: () => "export default () => { throw new Error('the island is broken'); }",
    });
    await visit("/docs/diagram/");
    const island = page.locator("[data-island=diagram]");
    await island.getByRole("alert").waitFor();
    expect(await island.getByRole("alert").textContent()).toContain("the island is broken");
    expect(await island.locator("[data-fallback]").count()).toBe(1);
    expect(await page.locator(".crash").count()).toBe(0);
    expect(await page.textContent("h1")).toBe("Diagram");
    said();
  });
});

describe("4.3", () => {
  test("4.3 a crash of the layout itself is a bare screen", async () => {
    const { page, visit, said } = await read(main);
    alterSite(main, "/docs/start/", ({ navbar }) =>
      Object.assign(navbar.items[2] ?? {}, { items: [{ id: "x", type: "default", label: "No address" }] }),
    );
    await visit("/docs/start/");
    await page.getByRole("heading", { name: "This page crashed", exact: true }).waitFor();
    await expect.poll(() => page.title()).toBe("Page Error");
    expect(await page.locator("nav, footer, main").count()).toBe(0);
    expect(await page.textContent("button")).toBe("Try again");
    await page.getByText("Try again").click();
    await page.getByRole("heading", { name: "This page crashed", exact: true }).waitFor();
    expect(said().join("\n")).toContain("No address");
  });

  test("4.3 if the layout works without the page, the crash is shown inside it, until another page opens", async () => {
    const { page, visit, follow, said } = await read(main);
    main.rule("/docs/start/", { body: (shell) => shell.replace(/"toc":\[\{/, '"toc":[null,{') });
    await visit("/docs/start/");
    await page.getByRole("heading", { name: "This page crashed", exact: true }).waitFor();
    expect(await page.locator("nav[aria-label=Main], footer, main").count()).toBe(3);
    await expect.poll(() => page.title()).toBe("Page Error");
    await follow(page.locator(".footer a[href='/glossary/']"), "Glossary");
    expect(await page.title()).toBe("Glossary | Harness");
    expect(await page.locator(".crash").count()).toBe(0);
    said();
  });

  test("4.3 a crash on the way to a page is cleared by the next page", async () => {
    const { page, open, follow, said } = await read(main);
    await open("/docs/start/");
    main.rule("/docs/long/index.json", { body: (text) => text.replace(/"toc":\[\{/, '"toc":[null,{') });
    await follow(page.locator(".sidebar a[href='/docs/long/']"), "This page crashed");
    await expect.poll(() => page.title()).toBe("Page Error");
    await page.goBack();
    await page.locator("h1", { hasText: "Start" }).waitFor();
    expect(await page.title()).toBe("Start | Harness");
    said();
  });
});

test("4.4 not found: its texts, and the link to the home page", async () => {
  const { page, visit, follow, said } = await read(main);
  await visit("/no/such/page/");
  await page.waitForFunction(settled);
  expect(await page.textContent("h1")).toBe("Page not found");
  expect(await page.title()).toBe("Page not found | Harness");
  expect(await page.textContent("main")).toContain(
    "There's no page at this URL. Search for it, or go to the home page.",
  );
  await follow(page.locator("main a[href='/']"), "Harness");
  said();
});

describe("4.5", () => {
  const broken: [string, Record<string, unknown>, string][] = [
    ["an unknown type", { type: "nonsense" }, 'unknown type "nonsense"'],
    ["a missing document", { type: "doc", href: undefined }, "missing document"],
    ["a sidebar with nothing to link to", { type: "docSidebar", href: undefined }, "the sidebar has no pages"],
  ];
  for (const [what, change, reason] of broken) {
    test(`4.5 in the browser, the error names a navbar item with ${what}`, async () => {
      const { page, visit, said } = await read(main);
      let item: Record<string, unknown> = {};
      alterSite(main, "/docs/start/", ({ navbar }) => {
        item = Object.assign(navbar.items[1] ?? {}, change);
      });
      await visit("/docs/start/");
      await page.locator(".crash").waitFor();
      const text = await page.textContent(".crash p");
      expect(text).toBe(
        `Navbar item 2 can't be shown: ${reason}.\n${JSON.stringify(item, null, 2)}\n\nCause:\n${reason}`,
      );
      said();
    });
  }

  for (const [what, from, to, says] of [
    ["an unknown type", 'type = "docSidebar"', 'type = "docSidebard"', "docSidebard"],
    ["a missing document", 'doc_id = "apart"', 'doc_id = "nowhere"', "nowhere"],
    ["a missing sidebar", 'sidebar_id = "docs"', 'sidebar_id = "none"', "none"],
  ] as const) {
    test(`4.5 the build rejects a navbar item with ${what}`, () => {
      const root = mkdtempSync(join(tmpdir(), "docgen-browser-"));
      cpSync(fileURLToPath(new URL("sites/main", import.meta.url)), root, { recursive: true });
      const config = join(root, "docgen.toml");
      writeFileSync(config, readFileSync(config, "utf8").replace(from, to));
      const binary = process.env.DOCGEN_BIN ?? fileURLToPath(new URL("../../target/debug/docgen", import.meta.url));
      const { status, stderr } = spawnSync(
        binary,
        ["build", "--no-cache", "--root", root, "--out", join(root, "out")],
        { encoding: "utf8" },
      );
      rmSync(root, { recursive: true });
      expect(status).toBe(1);
      expect(stderr).toMatch(/navbar item [12]/);
      expect(stderr).toContain(says);
    });
  }
});

describe("4.6", () => {
  const banner = "#docgen-base-url-banner";

  test("4.6 if nothing loads, the home page shows its base URL", async () => {
    const { page, visit, said } = await read(subpath);
    subpath.rule(/_docgen\//, { status: 404 });
    await visit("/below/");
    expect(await page.textContent(banner)).toBe(
      "This site didn't load properly. Its base URL is set to /below/, but the URL of this page suggests /below/.",
    );
    expect(await page.locator(banner).isVisible()).toBe(true);
    expect(await page.evaluate((id) => document.body.firstElementChild === document.querySelector(id), banner)).toBe(
      true,
    );
    const border = await page.locator(banner).evaluate((element) => getComputedStyle(element).border);
    expect(border).toMatch(/^5px solid rgb\(255, 0, 0\)/);
    said();
  });

  test("4.6 it isn't shown if the styles load", async () => {
    const { page, visit, said } = await read(main);
    main.rule(/_docgen\/.*\.js$/, { status: 404 });
    await visit("/");
    expect(await page.locator(banner).count()).toBe(1);
    expect(await page.locator(banner).isVisible()).toBe(false);
    said();
  });

  test("4.6 it isn't shown if the app runs, on other pages, or if the site turns it off", async () => {
    const { page, open, visit, said } = await read(main);
    await open("/");
    expect(await page.locator(banner).count()).toBe(0);
    main.rule(/_docgen\//, { status: 404 });
    await visit("/docs/start/");
    expect(await page.locator(banner).count()).toBe(0);
    unbannered.rule(/_docgen\//, { status: 404 });
    await visit(`${unbannered.url}/`);
    expect(await page.locator(banner).count()).toBe(0);
    said();
  });
});
