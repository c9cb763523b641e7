/** Optional parts of a request: the buttons in the page's rows, the switch above the sample, and variants of fields. */

import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { violations } from "./harness/axe.ts";
import { mobile, type Reader, read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const description = `
openapi: 3.1.0
info: { title: Garden, version: '1' }
servers: [{ url: 'https://garden.example/v1' }]
components:
  schemas:
    Card: { title: Card, type: object, required: [kind], properties: { kind: { const: card }, number: { type: string, example: '4242' } } }
    Bank: { title: Bank, type: object, required: [kind, iban], properties: { kind: { const: bank }, iban: { type: string, example: NL91 }, bic: { type: string } } }
paths:
  /beds:
    post:
      operationId: bed
      parameters:
        - { name: dryRun, in: query, required: true, schema: { type: boolean }, example: true }
        - { name: limit, in: query, schema: { type: integer }, example: 10 }
        - { name: X-Trace, in: header, schema: { type: string }, example: trace-1 }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name, pay]
              properties:
                name: { type: string }
                note: { type: string, example: dry }
                size: { type: object, required: [width], properties: { width: { type: number, example: 2 }, unit: { type: string, enum: [m, ft] } } }
                pay: { oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Bank' }] }
            example: { name: Herbs, pay: { kind: card, number: '4242' } }
      responses: { "201": { description: Planted } }
  /plain:
    get:
      operationId: plain
      parameters: [{ name: id, in: query, required: true, schema: { type: string } }]
      responses: { "200": { description: Fine } }
  /own:
    get:
      operationId: own
      x-codeSamples: [{ lang: python, label: SDK, source: "garden.own(7)" }]
      parameters: [{ name: id, in: query, schema: { type: string }, example: a }]
      responses: { "200": { description: Fine } }
`;

const host = await site("files", {
  append: `
[[openapi]]
id = "garden"
file = "openapi/garden.yaml"
route = "/garden"
[[openapi]]
id = "own"
file = "openapi/garden.yaml"
route = "/own"
parameters = { limit = 20 }
servers = [{ url = "https://garden.example", label = "Production" }, { url = "https://staging.example", label = "Staging" }]
`,
  files: {
    "openapi/garden.yaml": description,
    "static/favicon.ico": "",
    "content/docs/plain.md": "# Plain\n\nText.\n",
  },
});

async function open(path: string, options: Parameters<typeof read>[1] = {}) {
  const reader = await read(host, { viewport: { width: 1440, height: 900 }, ...options });
  await reader.open(path);
  const { page } = reader;
  const button = (id: string) => page.locator(`[id="${id}"] > .api-row-head > .api-include`);
  const kind = (name: string) => page.locator(".samples-fields button", { hasText: name });
  return { ...reader, button, kind };
}

const sampleOf = ({ page }: Pick<Reader, "page">) => page.locator(".samples-panel pre code").innerText();

const pressed = (name: string) => ({ timeout: 10_000, message: name });

describe("an operation's optional parts", () => {
  test("a button in each optional row adds the part to the sample, and removes it", async () => {
    const reader = await open("/garden/bed");
    const { page, button } = reader;
    await button("query.limit").waitFor();
    expect(await page.locator(".api-include").count()).toBe(6);
    await expect.poll(() => button("query.limit").getAttribute("aria-pressed")).toBe("false");
    expect(await button("query.limit").getAttribute("aria-label")).toBe("limit in the sample");
    await button("query.limit").click();
    await expect.poll(() => sampleOf(reader), pressed("limit")).toContain("dryRun=true&limit=10");
    await button("header.X-Trace").click();
    await expect.poll(() => sampleOf(reader)).toContain("X-Trace: trace-1");
    await button("request-body.note").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => sampleOf(reader)).toContain('"note": "dry"');
    expect(await button("request-body.note").getAttribute("aria-pressed")).toBe("true");
    // A nested field brings the field around it.
    await page.locator('[id="request-body.size"] > details > summary').click();
    await button("request-body.size.unit").click();
    await expect.poll(() => sampleOf(reader)).toMatch(/"size": \{\s+"width": 2,\s+"unit": "m"/);
    await page.keyboard.press("Space");
    await expect.poll(() => sampleOf(reader)).not.toContain('"unit"');
    await button("query.limit").click();
    await expect.poll(() => sampleOf(reader)).not.toContain("limit=10");
    expect(await violations(page)).toEqual([]);
  });

  test("the form contains what the sample contains, and the other way round", async () => {
    const reader = await open("/garden/bed");
    const { page, button } = reader;
    await button("query.limit").click();
    await button("request-body.note").click();
    await page.locator(".request-toggle").click();
    const limit = page.locator('[id$="-query:limit"]');
    await expect.poll(() => limit.inputValue()).toBe("10");
    await expect.poll(() => page.locator(".request-form textarea").inputValue()).toContain('"note": "dry"');
    await limit.fill("");
    await expect.poll(() => button("query.limit").getAttribute("aria-pressed")).toBe("false");
    await limit.fill("7");
    await expect.poll(() => button("query.limit").getAttribute("aria-pressed")).toBe("true");
  });

  test("a switch shows the example, the minimal, or the complete request, and the URL keeps the choice", async () => {
    const reader = await open("/garden/bed");
    const { kind } = reader;
    await expect.poll(() => kind("Example").getAttribute("aria-pressed")).toBe("true");
    const example = await sampleOf(reader);
    await kind("All fields").click();
    await expect.poll(() => sampleOf(reader)).toMatch(/limit=10[\s\S]*trace-1[\s\S]*"note"[\s\S]*"unit"/);
    expect(await kind("All fields").getAttribute("aria-pressed")).toBe("true");
    await kind("Required fields").click();
    await expect.poll(() => sampleOf(reader)).not.toMatch(/limit|trace|note|size|number/);
    expect(await reader.at()).toBe("/garden/bed?fields=required");
    await kind("Example").click();
    await expect.poll(() => sampleOf(reader)).toBe(example);
    expect(await reader.at()).toBe("/garden/bed");
    const again = await open("/garden/bed?fields=all");
    await expect.poll(() => sampleOf(again)).toMatch(/limit=10[\s\S]*"unit"/);
    const unknown = await open("/garden/bed?fields=constructor");
    await expect.poll(() => unknown.kind("Example").getAttribute("aria-pressed")).toBe("true");
    // The reader's own choice is none of the three.
    await again.button("query.limit").click();
    await expect.poll(() => again.at()).toBe("/garden/bed");
    expect(await again.kind("All fields").getAttribute("aria-pressed")).toBe("false");
  });

  test("the variant of a field applies to the sample, and the URL's fragment chooses it", async () => {
    const reader = await open("/garden/bed");
    const { page, button } = reader;
    await button("query.limit").waitFor();
    await page.locator('[id="request-body.pay"] > details > summary').click();
    await page.locator('[id="request-body.pay"] [role=tab]', { hasText: "Bank" }).click();
    await expect.poll(() => sampleOf(reader)).toMatch(/"kind": "bank",\s+"iban": "NL91"/);
    await page.locator('[id="request-body.pay"] [role=tab]', { hasText: "Card" }).click();
    await expect.poll(() => sampleOf(reader)).toContain('"number": "4242"');
    const id = await page.locator('[id="request-body.pay"] .api-variants [id*="iban"]').first().getAttribute("id");
    const again = await open(`/garden/bed#${encodeURIComponent(id ?? "")}`);
    await expect.poll(() => sampleOf(again)).toContain('"iban": "NL91"');
  });

  test("the sample and the form start with the site's own servers and values", async () => {
    const reader = await open("/own/bed");
    const { page, button } = reader;
    await expect.poll(() => sampleOf(reader)).toContain("https://garden.example/beds?dryRun=true&limit=20");
    await expect.poll(() => button("query.limit").getAttribute("aria-pressed")).toBe("true");
    await page.locator(".request-toggle").click();
    const limit = page.locator('[id$="-query:limit"]');
    await expect.poll(() => limit.inputValue()).toBe("20");
    await limit.fill("");
    await expect.poll(() => sampleOf(reader)).not.toContain("limit");
    await button("query.limit").click();
    await expect.poll(() => limit.inputValue()).toBe("20");
    const servers = page.getByRole("combobox", { name: "Base URL" });
    expect(await servers.locator("option").allInnerTexts()).toContain("Staging — https://staging.example");
    await servers.selectOption({ index: 1 });
    await expect.poll(() => sampleOf(reader)).toContain("https://staging.example/beds");
  });

  test("the page's menu saves the document of the operation", async () => {
    const { page } = await open("/garden/plain");
    await page.locator(".page-menu-toggle").click();
    const download = page.waitForEvent("download");
    await page.locator(".page-menu").getByRole("link", { name: "OpenAPI of this operation (JSON)" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("plain.json");
    const saved = JSON.parse(await text(await file.createReadStream()));
    expect(Object.keys(saved.paths)).toEqual(["/plain"]);
    expect(saved).not.toHaveProperty("components");
  });

  test("a page without optional parts shows nothing", async () => {
    const { page } = await open("/garden/plain");
    await page.locator(".samples-panel pre").waitFor();
    await page.waitForLoadState("networkidle");
    expect(await page.locator(".samples-fields, .api-include").count()).toBe(0);
  });

  test("a sample from the document has no choice of fields, because it doesn't change", async () => {
    const { page, kind } = await open("/garden/own");
    await page.getByRole("tab", { name: "SDK" }).click();
    await expect.poll(() => sampleOf({ page })).toBe("garden.own(7)");
    expect(await kind("All fields").count()).toBe(0);
    await page.getByRole("tab", { name: "curl" }).click();
    await kind("All fields").waitFor();
  });

  test("the buttons work by touch, and don't move the rows", async () => {
    const reader = await open("/garden/bed", { viewport: mobile, hasTouch: true });
    const { page, button } = reader;
    await page.locator(".samples-panel").scrollIntoViewIfNeeded();
    await button("query.limit").waitFor();
    const heads = page.locator(".api-main > .api-rows > li > .api-row-head");
    expect(await heads.evaluateAll((all) => all.every((head) => head.getBoundingClientRect().height <= 25))).toBe(true);
    await button("query.limit").tap();
    await expect.poll(() => sampleOf(reader)).toContain("limit=10");
  });
});
