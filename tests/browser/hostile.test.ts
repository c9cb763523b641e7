/** Malicious OpenAPI documents in the browser: no script runs, no malicious URL works, and nothing hangs. */

import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { api } from "./harness/api.ts";
import { evil, harm, hostileDocument, monstrous, openAll } from "./harness/hostile.ts";
import { type PolicedReader, policed } from "./harness/policy.ts";
import { read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const server = await api();
const host = await site("files", {
  append: '[[openapi]]\nfile = "openapi/evil.json"\nroute = "/evil"\nschema_pages = "all"\n',
  files: { "openapi/evil.json": JSON.stringify(hostileDocument(server.url)), "static/favicon.ico": "" },
});

interface Watched extends PolicedReader {
  /** The hosts, other than the site's own host, that the page sent requests to. */
  asked: Set<string>;
  dialogs: string[];
}

/**
 * Opens a reader. All pages of this site have the policy of a harmless page so that no hash allows a foreign script.
 */
async function watched(): Promise<Watched> {
  const reader = await policed(host, "/docs/other", /^\//);
  const asked = new Set<string>();
  const dialogs: string[] = [];
  reader.page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== host.url && protocol !== "data:" && protocol !== "blob:") asked.add(origin);
  });
  reader.page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  return { ...reader, asked, dialogs };
}

/** Selects every option in the form and types attacks into every text field. */
async function fillForm(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Try it" }).click();
  await page.getByRole("button", { name: "Send API request" }).waitFor();
  const form = page.locator(".request-form");
  await form.locator("details").evaluateAll((all) => {
    for (const one of all) one.setAttribute("open", "");
  });
  const selects = () => form.locator("select:visible");
  for (let at = 0; at < (await selects().count()); at++) {
    const values = await selects().nth(at).locator("option").count();
    for (let index = values - 1; index >= 0; index--) await selects().nth(at).selectOption({ index });
  }
  for (const input of await form.locator("input[type=text]:visible, input:not([type]):visible").all()) {
    if (await input.isEditable()) await input.fill(evil);
  }
}

const pages = host
  .pages()
  .map((path) => path.replace(/\.html$/, ""))
  .filter((path) => path.startsWith("/evil/"));

test("there's a page of every kind", () => {
  for (const name of ["intro", "read", "write", "put", "plain", "hook", "schemas/evil"]) {
    expect(pages).toContain(`/evil/${name}`);
  }
  expect(pages.length).toBe(10);
});

describe("a page with everything opened, and its form filled in and sent", () => {
  for (const path of pages) {
    test(path, async () => {
      const reader = await watched();

      const { page, open, violations, asked, dialogs } = reader;
      await open(path);
      expect(await harm(page), "as it comes").toEqual([]);
      const island = page.locator("[data-island=request]");
      const sent = (await island.count()) > 0;
      if (sent) {
        await island.scrollIntoViewIfNeeded();
        await page.locator(".samples-tab").first().waitFor();
      }
      const tabs = await openAll(page);
      expect(await harm(page), "all opened").toEqual([]);
      if (sent) {
        expect(tabs).toBeGreaterThan(18);
        for (const tab of await page.locator(".samples-tab").all()) {
          await tab.click();
          await page.locator(".samples-panel pre").waitFor();
        }
        await fillForm(page);
        expect(await harm(page), "in the form").toEqual([]);
        await page.getByRole("button", { name: "Send API request" }).click();
        await openAll(page);
        expect(await harm(page), "after it was sent").toEqual([]);
      }
      expect(await violations()).toEqual([]);
      expect(dialogs).toEqual([]);
      expect([...asked].filter((origin) => origin !== server.url)).toEqual([]);
      // The query contains the choices on the page.
      const at = new URL(page.url());
      expect(at.origin + at.pathname).toBe(host.url + path);
      expect(page.context().pages()).toHaveLength(1);
      await open(at.pathname + at.search);
      expect(await harm(page), "with the choices in the URL").toEqual([]);
      expect(reader.said().filter((message) => /uncaught|hydrat/i.test(message))).toEqual([]);
    });
  }
});

test("this check can fail: forbidden content of a document is found", async () => {
  const reader = await watched();
  const { page, open, violations } = reader;
  await open("/evil/intro");
  await page.evaluate(() => {
    const box = document.createElement("div");
    box.innerHTML =
      '<a href=" javascript:1">a</a><img src="x" onerror="top.hacked = 1"><iframe srcdoc="x"></iframe><form action="data:text/html,x"></form>';
    box.append(Object.assign(document.createElement("script"), { textContent: "top.hacked = 2" }));
    document.querySelector("main")?.append(box);
  });
  const found = (await harm(page)).map((one) => one.split(":")[0]);
  expect(found.toSorted()).toEqual(["address", "address", "frame", "onerror", "script", "srcdoc"]);
  await expect.poll(async () => (await violations()).length).toBeGreaterThan(1);
  expect(reader.said().length).toBeGreaterThan(0);
});

describe("documents that are too large or too deep, or have broken references", async () => {
  const monsters = await site("files", {
    append: Object.keys(monstrous)
      .map((name) => `[[openapi]]\nid = "${name}"\nfile = "openapi/${name}"\nroute = "/${name.replace(/\..*/, "")}"\n`)
      .join("\n"),
    files: {
      ...Object.fromEntries(Object.entries(monstrous).map(([name, make]) => [`openapi/${name}`, make()])),
      "static/favicon.ico": "",
    },
  });

  for (const path of ["/laughs/fine", "/astray/fine", "/deep/deep", "/wide/wide"]) {
    test(`${path} opens completely, including its form`, async () => {
      const { page, open } = await read(monsters);
      await open(path);
      expect(await page.locator("h1").textContent()).not.toBe("");
      const island = page.locator("[data-island=request]");
      await island.scrollIntoViewIfNeeded();
      await page.locator(".samples-tab").first().waitFor();
      await page.locator(".api-expand").evaluateAll((all) => {
        for (const button of all) (button as HTMLElement).click();
      });
      await openAll(page);
      await page.getByRole("button", { name: "Try it" }).click();
      await page.getByRole("button", { name: "Send API request" }).waitFor();
      expect(await harm(page)).toEqual([]);
      expect(await page.locator("*").count()).toBeLessThan(20_000);
    });
  }

  test("external references are left out, and the page reports it", async () => {
    const { page, open } = await read(monsters);
    await open("/astray/op0");
    const text = (await page.locator("main").textContent()) ?? "";
    expect(text).toContain("../../../../../../etc/passwd at");
    expect(text).not.toContain("root:");
  });
});
