/** The tools for agents in the page: `window.docgen`, and the browser's own agents with WebMCP. */

import { chromium } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { executablePath, flags } from "./harness/global.ts";
import { read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const long = Array.from({ length: 900 }, (_, index) => `Line ${index} of the long page.`).join("\n\n");
const host = await site("api", {
  files: {
    "content/docs/brewing.md":
      "---\ntitle: Brewing\n---\n\nHot water and time.\n\n## Time\n\nThree minutes.\n\n```md\n## Time\n```\n\n### Longer\n\nBitter.\n\n## Water quality {#water}\n\nSoft.\n\n## Time\n\nAgain.\n",
    "content/docs/long.md": `---\ntitle: Long\n---\n\n${long}\n\n## Around the part\n\nBefore.\n\n### Part\n\nIn it.\n`,
  },
});

type Tool = "search" | "read" | "outline" | "operations" | "fill";

/** Opens a page and returns a function that calls a tool as a script in the page does. */
async function calling(path: string) {
  const reader = await read(host);
  await reader.open(path);
  const call = async (tool: Tool, input?: object) =>
    reader.page.evaluate(([name, given]) => window.docgen?.[name](given) as Promise<unknown>, [tool, input] as const);
  return { ...reader, call };
}

test("search returns the best sections with their URLs", async () => {
  const { call } = await calling("/docs/brewing/");
  expect(await call("search", { query: "three minutes" })).toEqual({
    total: 1,
    results: [
      {
        title: "Tea shop › Brewing › Time",
        url: `${host.url}/docs/brewing/#time`,
        snippet: "Three minutes.",
        text: expect.stringMatching(/^## Time\n\nThree minutes\..*Bitter\.$/s),
      },
    ],
  });
  expect(await call("search", { query: "xyzzyplugh" })).toEqual({ total: 0, results: [] });
});

test("read returns the open page, another page, or a section as Markdown", async () => {
  const { call, page, follow } = await calling("/docs/brewing/");
  const url = `${host.url}/docs/brewing/`;
  const whole = (await call("read")) as { url: string; text: string };
  expect(whole.url).toBe(url);
  expect(whole.text).toMatch(/^# Brewing\n.*Again\.\n?$/s);
  const section = {
    url: `${url}#time`,
    text: "## Time\n\nThree minutes.\n\n```md\n## Time\n```\n\n### Longer\n\nBitter.",
  };
  // The whole page is short.
  expect(await call("read", { page: "/docs/brewing.md#time" })).toEqual({ url: section.url, text: whole.text });
  expect(await call("read", { page: url, section: "Time" })).toEqual(section);
  expect(await call("read", { section: "time-1" })).toEqual({ url: `${url}#time-1`, text: "## Time\n\nAgain." });
  expect(await call("read", { section: "water" })).toMatchObject({ text: "## Water quality {#water}\n\nSoft." });
  await follow(page.locator(".sidebar").getByRole("link", { name: "Long" }), "Long");
  const first = (await call("read")) as { text: string; next: number };
  expect([first.text.length, first.next]).toEqual([20_000, 20_000]);
  const rest = (await call("read", { offset: first.next })) as { text: string };
  expect(`${first.text}${rest.text}`).toContain("Line 899 of the long page.");
  expect(rest).not.toHaveProperty("next");
  const around = (await call("read", { page: "/docs/long/#part" })) as { text: string };
  expect(around.text).toMatch(/^## Around the part\n\nBefore\.\n\n### Part\n\nIn it\.$/);
});

test("outline lists the pages, or the headings of a page", async () => {
  const { call } = await calling("/docs/brewing/");
  const pages = (await call("outline")) as { text: string };
  expect(pages.text).toContain("[Brewing](");
  expect(await call("outline", { page: "/docs/brewing/" })).toEqual({
    url: `${host.url}/docs/brewing/`,
    text: "- Time #time\n  - Longer #longer\n- Water quality #water\n- Time #time-1",
  });
});

test("operations lists the operations of the API and shows one of them", async () => {
  const { call } = await calling("/docs/brewing/");
  const all = (await call("operations")) as { total: number; operations: Record<string, string>[] };
  expect(all.total).toBe(all.operations.length);
  const place = all.operations.find(({ id }) => id === "placeOrder");
  expect(place).toMatchObject({
    method: "POST",
    path: expect.stringMatching(/\/orders$/),
    url: `${host.url}/api/place-order/`,
  });
  // Only the latest version is listed, with the path of each endpoint.
  expect(all.operations.filter(({ path }) => !path)).toEqual([]);
  const some = (await call("operations", { filter: "post order" })) as typeof all;
  expect(some.operations).toContainEqual(place);
  expect(some.total).toBeLessThan(all.total);
  for (const operation of ["placeOrder", "POST /orders", place?.url, place?.title]) {
    expect(await call("operations", { operation }), operation).toMatchObject({ url: place?.url });
  }
});

test("fill fills in the form for the reader, and sends nothing", async () => {
  const { call, page, at } = await calling("/docs/brewing/");
  const sent: string[] = [];
  page.on("request", (request) => new URL(request.url()).host === new URL(host.url).host || sent.push(request.url()));
  const answer = await call("fill", { operation: "POST /orders", body: { tea: "green" } });
  expect(answer).toMatchObject({ url: `${host.url}/api/place-order/#try-it` });
  await page.locator(".request-console textarea").first().waitFor();
  expect(await at()).toBe("/api/place-order/#try-it");
  expect(JSON.parse(await page.locator(".request-console textarea").first().inputValue())).toEqual({ tea: "green" });
  expect(await call("fill", { operation: "readOrder" })).toMatchObject({ missing: ["id"] });
  expect(await call("fill", { operation: "readOrder", parameters: { id: 7 } })).toMatchObject({ missing: [] });
  await page.locator("h1", { hasText: "Read" }).waitFor();
  await expect.poll(() => page.getByRole("textbox", { name: "id" }).inputValue()).toBe("7");
  expect(sent).toEqual([]);
});

test("wrong input is an error that says what is possible", async () => {
  const { call, said } = await calling("/docs/brewing/");
  const cases: [Tool, object, RegExp][] = [
    ["search", {}, /The field `query` is missing\./],
    ["search", { words: "x" }, /Unknown field `words`\. The fields are: query, limit\./],
    ["read", { page: "https://elsewhere.example/" }, /isn't on this site/],
    ["read", { page: "/docs/nowhere/" }, /No page \/docs\/nowhere\/\. To find pages, use `search`\./],
    ["read", { section: "steam" }, /No section `steam` on \/docs\/brewing\/\. Sections: time, longer, water, time-1\./],
    ["operations", { operation: "POST /orderz" }, /No operation `POST \/orderz`\./],
    ["fill", { operation: "readOrder", parameters: { name: "x" } }, /No parameter `name`\. Parameters: id\b/],
    ["fill", { operation: "readOrder", body: "x" }, /has no body/],
  ];
  for (const [tool, input, message] of cases) await expect(call(tool, input)).rejects.toThrow(message);
  // The browser also logs each missing file.
  said();
});

test("the browser's agents get the same tools", async () => {
  const browser = await chromium.launch({ executablePath, args: [...flags, "--enable-features=WebMCP"] });
  onTestFinished(async () => {
    await browser.close();
    host.reset();
  });
  const page = await browser.newPage();
  await page.goto(`${host.url}/docs/brewing/`);
  await expect
    .poll(async () => (await page.webmcp.tools()).map(({ name }) => name).sort())
    .toEqual(["fill", "operations", "outline", "read", "search"]);
  const [search] = (await page.webmcp.tools()).filter(({ name }) => name === "search");
  expect(search?.inputSchema).toMatchObject({ type: "object", required: ["query"] });
  const answer = JSON.stringify(await page.webmcp.callTool("search", { query: "three minutes" }));
  expect(answer).toContain("/docs/brewing/#time");
});

test("a site without an API has no tools for APIs", async () => {
  const { page, open } = await read(await site("files"));
  await open("/");
  const call = page.evaluate(() => window.docgen?.operations());
  await expect(call).rejects.toThrow("This site has no content for `operations`.");
});

test("other browsers don't load the code", async () => {
  const reader = await read(host);
  await reader.open("/docs/brewing/");
  await reader.page.waitForLoadState("networkidle");
  expect(host.requests.filter((path) => /\/(?:tools|register)-/.test(path))).toEqual([]);
});
