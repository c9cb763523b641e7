/**
 * Documents that don't specify the URL of their API: what pages, Markdown versions, and samples show instead.
 */

import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../theme/src/islands/request/samples/languages.ts";
import { api } from "./harness/api.ts";
import { type Reader, read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const server = await api();

/** Documents without an absolute server URL, and the placeholder that the pages for each document show instead. */
const KINDS: Record<string, [document: string, place: string]> = {
  none: ["openapi: 3.1.0", "{baseUrl}"],
  "empty-list": ["openapi: 3.1.0\nservers: []", "{baseUrl}"],
  slash: ["openapi: 3.0.3\nservers: [{ url: / }]", "{baseUrl}"],
  relative: ["openapi: 3.0.3\nservers: [{ url: /v1/ }]", "{baseUrl}/v1"],
  folder: ["openapi: 3.0.3\nservers: [{ url: v1 }]", "{baseUrl}/v1"],
  dots: ["openapi: 3.0.3\nservers: [{ url: ../v1/./a }]", "{baseUrl}/v1/a"],
  "several-relative": ["openapi: 3.0.3\nservers: [{ url: /v1 }, { url: /v2 }]", "{baseUrl}/v1"],
  "relative-variable": [
    "openapi: 3.0.3\nservers: [{ url: '/{version}', variables: { version: { default: v2 } } }]",
    "{baseUrl}/v2",
  ],
  "same-name": [
    "openapi: 3.0.3\nservers: [{ url: '/{baseUrl}', variables: { baseUrl: { default: v2 } } }]",
    "{baseUrl}/v2",
  ],
  unsafe: ["openapi: 3.0.3\nservers: [{ url: 'javascript:alert(1)' }]", "{baseUrl}"],
  "no-default": [
    "openapi: 3.0.3\nservers: [{ url: 'https://{tenant}.shop.example/v1', variables: { tenant: {} } }]",
    "https://{tenant}.shop.example/v1",
  ],
  undeclared: ["openapi: 3.0.3\nservers: [{ url: 'https://{host}/v1' }]", "https://{host}/v1"],
  "empty-default": [
    "openapi: 3.0.3\nservers: [{ url: 'https://{host}/v1', variables: { host: { default: '' } } }]",
    "https://{host}/v1",
  ],
  "own-base": ["openapi: 3.0.3\nservers: [{ url: '{root}/v1' }]", "{root}/v1"],
  "no-host": ["swagger: '2.0'", "{baseUrl}"],
  "base-path": ["swagger: '2.0'\nbasePath: /api\nschemes: [https]", "{baseUrl}/api"],
};

/** The second server has a host, but the first server doesn't. */
const MIXED = "openapi: 3.0.3\nservers: [{ url: /v1 }, { url: 'https://api.example/v1' }]";

const paths = `
info: { title: Shop, version: '1' }
paths:
  /items/{id}:
    get:
      operationId: readItem
      parameters: [{ name: id, in: path, required: true, schema: { type: string }, type: string }]
      responses: { "200": { description: Fine } }
`;

const documents = { ...Object.fromEntries(Object.entries(KINDS).map(([kind, [head]]) => [kind, head])), mixed: MIXED };
const host = await site("files", {
  append: Object.keys(documents)
    .map((kind) => `[[openapi]]\nid = "${kind}"\nfile = "openapi/${kind}.yaml"\nroute = "/${kind}"`)
    .join("\n"),
  files: {
    ...Object.fromEntries(Object.entries(documents).map(([kind, head]) => [`openapi/${kind}.yaml`, `${head}${paths}`])),
    "static/favicon.ico": "",
  },
});

const page = (kind: string) => `/${kind}/read-item`;

/** Returns the text of HTML, without tags. */
const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&#39;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

async function openForm(kind: string): Promise<Reader> {
  const reader = await read(host);
  await reader.open(page(kind));
  await reader.page.getByRole("button", { name: "Try it" }).click();
  await reader.page.getByRole("button", { name: "Send API request" }).waitFor();
  server.received.length = 0;
  return reader;
}

describe.each(Object.keys(KINDS))("a document with its server missing: %s", (kind) => {
  const [, place] = KINDS[kind] ?? ["", ""];
  const mistaken = (text: string) =>
    [host.url, "localhost", "127.0.0.1", "files.example"].filter((o) => text.includes(o));

  test("samples in all languages, the page, and its Markdown version have a placeholder for it", async () => {
    const html = await (await fetch(`${host.url}${page(kind)}`)).text();
    const sample = plain(/<div data-fallback.*?<pre[^>]*>(.*?)<\/pre>/s.exec(html)?.[1] ?? "");
    expect(sample).toContain(`--url '${place}/items/:id'`);
    const endpoint = plain(/<code class="api-path">.*?<\/code>/s.exec(html)?.[0] ?? "");
    expect(endpoint).toBe(`${place}/items/:id`);
    const markdown = await (await fetch(`${host.url}${page(kind)}.md`)).text();
    expect(markdown).toContain(`GET ${place}/items/{id}`);
    // The front matter contains the URL of the list of all pages.
    expect(mistaken(markdown.replace(/^---.*?^---/ms, ""))).toEqual([]);
    const { page: window, open } = await read(host);
    await open(page(kind));
    const code = window.locator('[data-island="request"] [role="tabpanel"] pre').first();
    await code.waitFor();
    expect(await code.textContent()).toBe(sample);
    expect(await window.locator(".api-endpoint .api-path").textContent()).toBe(endpoint);
    for (const { id, label } of LANGUAGES) {
      await window.getByRole("tab", { name: label, exact: true }).first().click();
      await window.locator(`[role="tabpanel"] [data-language="${id}"]`).waitFor();
      const text = (await code.textContent()) ?? "";
      expect(text.replaceAll("\\", ""), id).toContain(place);
      expect(mistaken(text), id).toEqual([]);
    }
  });

  test("the form requires it, and sends requests to the typed URL", async () => {
    const reader = await openForm(kind);
    const { page: window } = reader;
    const [name = ""] = /(?<=\{)[^}]*/.exec(place) ?? [];
    const base = place.startsWith("{");
    const field = base ? window.getByRole("textbox", { name: "Base URL" }) : window.getByLabel(name, { exact: true });
    const rest = place.slice(place.indexOf("}") + 1);
    await window.getByLabel("id", { exact: true }).fill("7");
    const send = window.getByRole("button", { name: "Send API request" });
    await send.click();
    await window.getByText("This field is required").waitFor();
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    if (!base) return;
    await field.fill("ftp://files.example");
    await window.getByText("Enter a URL that starts with https:// or http://").waitFor();
    await send.click();
    expect(server.received).toEqual([]);
    const code = window.locator('[data-island="request"] [role="tabpanel"] pre').first();
    expect(await code.textContent()).toContain(`'${place}/items/7'`);
    await field.fill(`${server.url}/root/`);
    expect(await code.textContent()).toContain(`'${server.url}/root${rest}/items/7'`);
    await send.click();
    await expect.poll(() => server.received.map(({ url }) => url)).toEqual([`/root${rest}/items/7`]);
    // The URL is kept until the tab closes.
    await window.reload();
    await expect.poll(() => code.textContent()).toContain(`'${server.url}/root${rest}/items/:id'`);
  });
});

test("a server with a full URL takes precedence over one without", async () => {
  const { page: window, open } = await read(host);
  await open(page("mixed"));
  await window.locator('[data-island="request"] [role="tab"]').first().waitFor();
  expect(await window.locator(".api-endpoint .api-path").textContent()).toBe("https://api.example/v1/items/:id");
});
