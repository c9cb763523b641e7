/** An API reference on one page: deep links, the sidebar, linked reading, and the request form of each operation. */

import { expect, test } from "vitest";
import { api } from "./harness/api.ts";
import { violations } from "./harness/axe.ts";
import { desktop, mobile, read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const server = await api();
const operation = (id: string, parameter: string) => `
    post:
      operationId: ${id}
      summary: The ${id} operation
      tags: [beds]
      parameters: [{ name: ${parameter}, in: query, required: true, schema: { type: string }, example: ${parameter}-1 }]
      requestBody: { content: { application/json: { schema: { type: object, properties: { note: { type: string, example: dry } } } } } }
      responses:
        "200": { description: Fine, content: { application/json: { schema: { type: object, properties: { ok: { type: boolean } } } } } }
        "404": { description: Gone, content: { application/json: { schema: { type: object, properties: { why: { type: string } } } } } }
`;
const host = await site("files", {
  append: `
[[openapi]]
file = "openapi/garden.yaml"
route = "/garden"
layout = "single_page"
`,
  files: {
    "openapi/garden.yaml": `
openapi: 3.1.0
info: { title: Garden, version: '1', description: A garden. }
servers: [{ url: '${server.url}' }]
tags: [{ name: beds, description: Everything about beds. }]
paths:
  /dig:${operation("dig", "depth")}  /plant:${operation("plant", "seed")}  /water:${operation("water", "amount")}`,
  },
});

const part = (id: string) => `.api-part[data-part="${id}"]`;

test("a deep link opens its operation, and the sidebar marks the part that the reader reached", async () => {
  const { page, open } = await read(host, { viewport: desktop });
  await open("/garden#plant/query.seed");
  await expect.poll(() => page.locator(`[id="plant/query.seed"]`).isVisible()).toBe(true);
  const current = page.locator(".sidebar-nav [aria-current=page]");
  await expect.poll(() => current.textContent()).toContain("The plant operation");
  await page.locator(".sidebar-nav").getByText("The water operation").click();
  await expect.poll(() => page.url()).toContain("/garden#water");
  await expect.poll(() => current.textContent()).toContain("The water operation");
  expect(await page.locator(part("water")).evaluate((box) => box.getBoundingClientRect().top)).toBeLessThan(200);
});

test("each operation has its own form, which loads near the reader", async () => {
  const { page, open } = await read(host, { viewport: desktop });
  await open("/garden#plant");
  const own = page.locator(part("plant"));
  await own.getByRole("button", { name: "Try it" }).click();
  await own.locator("input[id$='query:seed']").fill("bean");
  await own.getByRole("button", { name: "Send" }).click();
  await expect.poll(() => server.received.at(-1)?.url).toBe("/plant?seed=bean");
  expect(await page.locator(`${part("dig")} .request-console:not([hidden])`).count()).toBe(0);
});

test("choices and linked reading belong to one operation", async () => {
  const { page, open, until } = await read(host, { viewport: desktop });
  await open("/garden#water");
  const own = page.locator(part("water"));
  await own.locator(".samples-panel").waitFor();
  await own.locator(`[id="water/query.amount"]`).hover();
  await until(() => document.querySelector(".linked-mark") !== null);
  expect(await page.locator(".linked-mark").count()).toBe(1);
  expect(await own.locator(".linked-mark").count()).toBe(1);
  await own.getByRole("tab", { name: "404" }).first().click();
  await expect.poll(() => new URL(page.url()).searchParams.get("water/status")).toBe("404");
  await page.reload();
  await expect.poll(() => own.locator(".api-responses > .tab-list > [aria-selected=true]").textContent()).toBe("404");
  const others = page.locator(`${part("dig")} .api-responses > .tab-list > [aria-selected=true]`);
  expect(await others.textContent()).toBe("200");
});

test("a search result leads to the operation", async () => {
  const { page, open } = await read(host, { viewport: desktop });
  await open("/garden");
  await page.keyboard.press("/");
  await page.keyboard.type("water operation");
  await page.locator(".search-hits a, .search-list a, [role=option]").first().waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toContain("/garden#water");
});

test("the page is accessible", async () => {
  for (const viewport of [desktop, mobile]) {
    const { page, open } = await read(host, { viewport });
    await open("/garden");
    expect(await violations(page)).toEqual([]);
  }
});
