/** Bodies with variants: the schema, the examples, the samples, and the form always show the same variant. */

import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../theme/src/islands/request/samples/languages.ts";
import { api } from "./harness/api.ts";
import { violations } from "./harness/axe.ts";
import { type Reader, read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const server = await api();

const MEDIA = { json: "application/json", form: "application/x-www-form-urlencoded", parts: "multipart/form-data" };

const document = `
openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: '${server.url}' }]
components:
  schemas:
    Card: { type: object, required: [kind, number], properties: {
      kind: { type: string, enum: [card, gift] }, number: { type: string, example: '4242' } } }
    Bank: { type: object, required: [kind, iban], properties: {
      kind: { type: string, enum: [bank, wire] }, iban: { type: string, example: NL91 } } }
    Cash: { type: object, properties: { coins: { type: integer } } }
    Pay: { oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Bank' }] }
paths:
${Object.entries(MEDIA)
  .map(
    ([id, media]) => `
  /${id}:
    post:
      operationId: ${id}
      requestBody: { required: true, content: { ${media}: { schema: { $ref: '#/components/schemas/Pay' }, examples: {
        first: { value: { kind: card, number: '1111' } }, second: { value: { kind: bank, iban: NL77 } } } } } }
      responses: { "200": { description: Fine } }`,
  )
  .join("")}
  /made:
    post:
      operationId: made
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Pay' } }, multipart/form-data: {
        schema: { oneOf: [{ $ref: '#/components/schemas/Bank' }, { $ref: '#/components/schemas/Cash' }] } } } }
      responses: { "200": { description: Fine } }
`;

const host = await site("files", {
  append: '[[openapi]]\nid = "shop"\nfile = "openapi/shop.yaml"\nroute = "/shop"',
  files: { "openapi/shop.yaml": document, "static/favicon.ico": "" },
});

const sample = ({ page }: Reader) => page.locator('[data-island="request"] [role="tabpanel"] pre').first();
const schemaTab = ({ page }: Reader, name: string) =>
  page.locator(".api-variants").getByRole("tab", { name, exact: true }).first();
const exampleTab = ({ page }: Reader, name: string) =>
  page.locator(".api-samples").getByRole("tab", { name, exact: true }).first();
const choice = ({ page }: Reader) => page.getByRole("combobox", { name: "Variant" });

async function openForm(id: string): Promise<Reader> {
  const reader = await read(host);
  await reader.open(`/shop/${id}`);
  await reader.page.getByRole("button", { name: "Try it" }).click();
  await reader.page.getByRole("button", { name: "Send API request" }).waitFor();
  server.received.length = 0;
  return reader;
}

/** Checks that all parts show this variant. */
async function shows(reader: Reader, at: number): Promise<void> {
  const [name, example, secret] =
    (
      [
        ["Card", "first", "1111"],
        ["Bank", "second", "NL77"],
      ] as const
    )[at] ?? [];
  await expect.poll(() => schemaTab(reader, name ?? "").getAttribute("aria-selected")).toBe("true");
  expect(await exampleTab(reader, example ?? "").getAttribute("aria-selected")).toBe("true");
  await expect.poll(() => sample(reader).textContent()).toContain(secret);
  expect(await choice(reader).inputValue()).toBe(String(at));
}

describe.each(Object.keys(MEDIA))("a body as %s", (id) => {
  test("the page without scripts shows the first variant everywhere", async () => {
    const html = await (await fetch(`${host.url}/shop/${id}`)).text();
    expect(/<div data-fallback.*?<\/pre>/s.exec(html)?.[0]).toContain("1111");
    const chosen = [...html.matchAll(/aria-selected="true"[^>]*data-variant="(\d)"/g)].map(([, at]) => at);
    expect(chosen).toEqual(["0", "0"]);
  });

  test("schema, example, form, and sample share one selection", async () => {
    const reader = await openForm(id);
    await shows(reader, 0);
    await choice(reader).selectOption({ label: "Bank" });
    await shows(reader, 1);
    await schemaTab(reader, "Card").click();
    await shows(reader, 0);
    await exampleTab(reader, "second").click();
    await shows(reader, 1);
    await choice(reader).focus();
    await reader.page.keyboard.press("ArrowUp");
    await shows(reader, 0);
    expect(await violations(reader.page)).toEqual([]);
    // When the reader returns to a page, the page is unchanged.
    await choice(reader).selectOption("1");
    const { page } = reader;
    await page.locator("a[href='/shop/intro']:visible").first().click();
    await page.locator("h1", { hasText: "Shop" }).waitFor();
    await page.goBack();
    await shows(reader, 1);
  });

  test("samples in all languages show the variant that was selected before the form opened", async () => {
    const reader = await read(host);
    await reader.open(`/shop/${id}`);
    await sample(reader).waitFor();
    await schemaTab(reader, "Bank").click();
    for (const { id: language, label } of LANGUAGES) {
      await reader.page.getByRole("tab", { name: label, exact: true }).first().click();
      await reader.page.locator(`[role="tabpanel"] [data-language="${language}"]`).waitFor();
      await expect.poll(() => sample(reader).textContent(), { message: language }).toContain("NL77");
      expect(await sample(reader).textContent(), language).not.toContain("1111");
    }
  });
});

describe.each(["form", "parts"])("the fields of %s", (id) => {
  test("are those of the variant, with its own labels and values", async () => {
    const reader = await openForm(id);
    const { page } = reader;
    const labels = () => page.locator(".request-form .request-name").allTextContents();
    const values = () => page.getByLabel("kind", { exact: true }).locator("option").allTextContents();
    expect(await labels()).toEqual(["kind", "number"]);
    expect((await values()).slice(1)).toEqual(["card", "gift"]);
    await page.getByLabel("number", { exact: true }).fill("typed");
    await choice(reader).selectOption("1");
    expect(await labels()).toEqual(["kind", "iban"]);
    expect((await values()).slice(1)).toEqual(["bank", "wire"]);
    const [kind, iban] = ["kind", "iban"].map((name) => page.getByLabel(name, { exact: true }));
    expect([await kind?.inputValue(), await iban?.inputValue()]).toEqual(["bank", "NL77"]);
    await kind?.selectOption("");
    await iban?.fill("");
    const send = page.getByRole("button", { name: "Send API request" });
    await send.click();
    expect(await page.getByText("This field is required").count()).toBe(2);
    await kind?.selectOption("wire");
    await iban?.fill("NL1");
    await send.click();
    await expect.poll(() => server.received.length).toBe(1);
    expect(server.received[0]?.body).toContain("wire");
    expect(server.received[0]?.body).not.toContain("typed");
    // Each variant keeps the text that was typed for it.
    await choice(reader).selectOption("0");
    expect(await page.getByLabel("number", { exact: true }).inputValue()).toBe("typed");
    await choice(reader).selectOption("1");
    expect(await page.getByLabel("iban", { exact: true }).inputValue()).toBe("NL1");
  });
});

test("edits of a JSON body are kept for its variant", async () => {
  const reader = await openForm("json");
  const body = reader.page.getByRole("textbox", { name: "Body" });
  await body.fill('{"kind":"gift","number":"7"}');
  await choice(reader).selectOption("1");
  expect(await body.inputValue()).toContain("NL77");
  await choice(reader).selectOption("0");
  expect(await body.inputValue()).toBe('{"kind":"gift","number":"7"}');
});

test("each media type has its own variants", async () => {
  const reader = await openForm("made");
  const { page } = reader;
  const labels = () => choice(reader).locator("option").allTextContents();
  expect(await labels()).toEqual(["Card", "Bank"]);
  await choice(reader).selectOption("1");
  await expect.poll(() => sample(reader).textContent()).toContain("NL91");
  await page.getByRole("combobox", { name: "Media type" }).selectOption("1");
  expect(await labels()).toEqual(["Bank", "Cash"]);
  await choice(reader).selectOption("1");
  expect(await page.getByLabel("coins", { exact: true }).count()).toBe(1);
  await page.getByRole("combobox", { name: "Media type" }).selectOption("0");
  expect(await choice(reader).inputValue()).toBe("1");
});
