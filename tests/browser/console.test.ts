/** An operation's request form: what it sends, where it sends the request, and what it checks first. */

import { describe, expect, test } from "vitest";
import { forms, script } from "./harness/forms.ts";
import { read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const { server, other, form, send, answer, fill } = await forms();

describe("requests", () => {
  test("nothing is sent while a required field is empty: the field reports it and gets focus", async () => {
    const reader = await form("order");
    const { page } = reader;
    const limit = page.getByLabel("limit", { exact: true });
    await page.getByLabel("id", { exact: true }).fill("1");
    await page.getByRole("textbox", { name: "Body" }).fill("");
    await send(reader);
    expect(await page.getByText("This field is required").count()).toBe(2);
    await expect.poll(() => limit.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await limit.getAttribute("aria-invalid")).toBe("true");
    const described = (await limit.getAttribute("aria-describedby")) ?? "";
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe("This field is required");
    expect(server.received).toEqual([]);
    await limit.fill("1");
    expect(await page.getByText("This field is required").count()).toBe(1);
  });

  test("the request is exactly as described, digit for digit", async () => {
    const reader = await form("order");
    const { page } = reader;
    await fill(reader);
    await page.getByText("6 optional").click();
    await page.getByLabel("tag, item 1", { exact: true }).fill("a&b");
    await page.getByRole("button", { name: "Add item" }).click();
    await page.getByLabel("tag, item 2", { exact: true }).fill("c");
    await page.getByLabel("open", { exact: true }).selectOption("true");
    await page.getByLabel("filter", { exact: true }).fill('{"a": [1.10]}');
    await page.getByLabel("X-Trace", { exact: true }).fill("t-1");
    await page.getByLabel("session", { exact: true }).fill("s");
    await page.getByRole("combobox", { name: "Accept" }).selectOption("text/csv");
    await page.getByLabel("token", { exact: true }).fill("secret");
    await answer(reader);
    expect(server.received).toHaveLength(1);
    const [sent] = server.received;
    expect(sent?.method).toBe("POST");
    expect(sent?.url).toBe("/orders/a%2Fb?limit=9007199254740993&tag=a%26b&tag=c&open=true&filter%5Ba%5D%5B0%5D=1.10");
    expect(sent?.body).toBe('{\n  "amount": 9007199254740993,\n  "email": "a@b.example"\n}');
    expect(sent?.headers).toMatchObject({
      accept: "text/csv",
      authorization: "Bearer secret",
      "content-type": "application/json",
      "x-trace": "t-1",
    });
    for (const name of ["cookie", "referer"]) expect(sent?.headers[name]).toBeUndefined();
    expect(await page.getByText("they're left out: Cookie.").isVisible()).toBe(true);
  });

  test("basic credentials, a key in the query, and none", async () => {
    const reader = await form("order");
    const { page } = reader;
    await fill(reader);
    const auth = page.getByRole("combobox", { name: "Auth" });
    await auth.selectOption("basic");
    await page.getByLabel("Username").fill("ann");
    await page.getByLabel("Password", { exact: true }).fill("a:b");
    await answer(reader);
    await auth.selectOption("key");
    await page.getByLabel("key", { exact: true }).fill("k&1");
    await answer(reader);
    await auth.selectOption("None");
    await answer(reader);
    const [basic, key, none] = server.received;
    expect(basic?.headers.authorization).toBe(`Basic ${btoa("ann:a:b")}`);
    expect(key?.url).toContain("&key=k%261");
    expect(key?.headers.authorization).toBeUndefined();
    expect(none?.url).not.toContain("key=");
  });

  test("parts with a file, and a file alone", async () => {
    const reader = await form("order");
    const { page } = reader;
    await fill(reader);
    const type = page.getByRole("combobox", { name: "Media type" });
    const file = { name: "it.txt", mimeType: "text/plain", buffer: Buffer.from("the bytes") };
    await type.selectOption("multipart/form-data");
    await send(reader);
    expect(server.received).toEqual([]);
    await page.getByLabel("title", { exact: true }).fill("T");
    await page.getByLabel("file", { exact: true }).setInputFiles(file);
    expect(await page.getByText("it.txt", { exact: true }).isVisible()).toBe(true);
    await answer(reader);
    await type.selectOption("application/octet-stream");
    await page.getByLabel("File", { exact: true }).setInputFiles(file);
    await answer(reader);
    const [parts, alone] = server.received;
    expect(parts?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(parts?.body).toContain('form-data; name="title"\r\n\r\nT\r\n');
    expect(parts?.body).toContain(
      'form-data; name="file"; filename="it.txt"\r\nContent-Type: text/plain\r\n\r\nthe bytes\r\n',
    );
    expect(alone?.body).toBe("the bytes");
  });

  test("a form contains the example, and what the sample shows is sent", async () => {
    const reader = await form("signup");
    const { page } = reader;
    const name = page.getByLabel("name", { exact: true });
    const sample = page.locator(".samples-panel pre code");
    expect(await name.inputValue()).toBe("Ann");
    expect(await page.getByLabel("plan", { exact: true }).inputValue()).toBe("pro");
    // The example's file has no content, so the reader replaces it or removes it.
    await send(reader);
    expect(await page.getByText("Choose a file, or remove the example file").isVisible()).toBe(true);
    expect(server.received).toEqual([]);
    await page.getByRole("button", { name: "Remove a.png" }).click();
    await answer(reader);
    const names = (at: number) =>
      [...(server.received[at]?.body ?? "").matchAll(/name="(\w+)"\r\n\r\n(.*)\r\n/g)].map(([, ...found]) => found);
    expect(names(0)).toEqual([
      ["name", "Ann"],
      ["plan", "pro"],
    ]);
    expect(await sample.textContent()).not.toContain("a.png");
    await name.fill("");
    await expect.poll(() => sample.textContent()).not.toContain("Ann");
    await answer(reader);
    expect(names(1)).toEqual([["plan", "pro"]]);
    const kind = (text: string) => page.locator(".samples-fields button", { hasText: text });
    await kind("All fields").click();
    expect(await name.inputValue()).toBe("Ann");
    await expect.poll(() => sample.textContent()).toContain("a.png");
    await kind("Required fields").click();
    expect(await name.inputValue()).toBe("");
    await answer(reader);
    expect(server.received[2]?.body).toBe("");
  });

  test("parts in order, without names, with the described headers", async () => {
    const reader = await form("parts");
    const { page } = reader;
    await page.getByLabel("id", { exact: true }).fill("1");
    await page.getByLabel("Part 1", { exact: true }).fill('{"a": 1.10}');
    expect(await page.getByText("Sent with X-Part: one.").isVisible()).toBe(true);
    const file = { name: "it.txt", mimeType: "text/plain", buffer: Buffer.from("the bytes") };
    await page.getByLabel("Part 2", { exact: true }).setInputFiles(file);
    await page.getByLabel("More parts, item 1", { exact: true }).fill("a,b");
    await answer(reader);
    const [sent] = server.received;
    const [, boundary = ""] = /^multipart\/mixed; boundary=(.+)$/.exec(String(sent?.headers["content-type"])) ?? [];
    expect(sent?.body.split(`--${boundary}`)).toEqual([
      "",
      '\r\nContent-Type: application/json\r\nX-Part: one\r\n\r\n{"a":1.10}\r\n',
      '\r\nContent-Disposition: attachment; filename="it.txt"\r\nContent-Type: text/plain\r\n\r\nthe bytes\r\n',
      "\r\nContent-Type: text/csv\r\n\r\na,b\r\n",
      "--\r\n",
    ]);
    expect(sent?.url).toBe("/parts/1?flag=");
  });

  test("a value that the browser would resolve in the path isn't sent: its field reports it", async () => {
    const reader = await form("parts");
    const { page } = reader;
    const id = page.getByLabel("id", { exact: true });
    await page.getByRole("combobox", { name: "Media type" }).selectOption("text/tab-separated-values");
    const body = page.getByRole("textbox", { name: "Body" });
    await body.focus();
    await page.keyboard.type("a\tb");
    await page.keyboard.press("Tab");
    expect(await body.inputValue()).toBe("a\tb\t");
    await id.fill("..");
    expect(await page.getByText("so the request would go to a different URL").count()).toBe(1);
    expect(await id.getAttribute("aria-invalid")).toBe("true");
    await send(reader);
    await expect.poll(() => id.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(server.received).toEqual([]);
    await id.fill("..x");
    await answer(reader);
    expect(server.received.map(({ url, body }) => [url, body])).toEqual([["/parts/..x?flag=", "a\tb\t"]]);
  });

  test("the selected server, remembered for the document in this tab, and shown on the page", async () => {
    const reader = await form("order");
    const { page } = reader;
    const shown = page.locator("[data-request-server]");
    await expect.poll(() => shown.textContent()).toBe(server.url);
    await fill(reader);
    await page.getByRole("combobox", { name: "Base URL" }).selectOption({ index: 1 });
    await page.getByLabel("version", { exact: true }).selectOption("v2");
    await expect.poll(() => shown.textContent()).toBe(`${other.url}/v2`);
    await answer(reader);
    expect(other.received[0]?.url).toMatch(/^\/v2\/orders\/a%2Fb/);
    await page.reload();
    await expect.poll(() => shown.textContent()).toBe(`${other.url}/v2`);
    await reader.open("/docs/json");
    await expect.poll(() => shown.textContent()).toBe(server.url);
  });

  test("the reader's own URL, which must be valid", async () => {
    const reader = await form("json");
    const { page } = reader;
    await page.getByRole("combobox", { name: "Base URL" }).selectOption("Custom URL");
    const input = page.getByLabel("Custom URL", { exact: true });
    for (const address of ["", "javascript:alert(1)", "api.example"]) {
      await input.fill(address);
      await send(reader);
      expect(await input.getAttribute("aria-invalid"), address).toBe("true");
    }
    await input.fill(`${other.url}/`);
    await answer(reader);
    expect(other.received[0]?.url).toBe("/json");
    expect(server.received).toEqual([]);
  });
});

describe("credentials", () => {
  test("are for one origin, and aren't stored unless the reader chooses to store them", async () => {
    const reader = await form("order");
    const { page } = reader;
    const token = page.getByLabel("token", { exact: true });
    const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    await token.fill("secret");
    await page.getByRole("combobox", { name: "Base URL" }).selectOption({ index: 1 });
    expect(await token.inputValue()).toBe("");
    await fill(reader);
    await answer(reader);
    expect(other.received[0]?.headers.authorization).toBeUndefined();
    await page.getByRole("combobox", { name: "Base URL" }).selectOption({ index: 0 });
    expect(await token.inputValue()).toBe("secret");
    expect(await stored()).not.toContain("secret");
    await page.getByLabel("Keep until I close this tab").check();
    expect(
      await page.evaluate((key) => sessionStorage.getItem(key), `docgen.credentials.orders.${server.url}`),
    ).toContain("secret");
    await page.reload();
    await page.getByRole("button", { name: "Try it" }).click();
    expect(await token.inputValue()).toBe("secret");
    await page.getByLabel("Keep until I close this tab").uncheck();
    expect(await stored()).not.toContain("secret");
  });

  test("are in the samples only while the reader wants them there", async () => {
    const { page } = await form("order");
    await page.getByLabel("token", { exact: true }).fill("secret");
    const samples = page.locator(".samples-panel");
    await page.getByLabel("Show in code samples").check();
    await expect.poll(() => samples.textContent()).toContain("Bearer secret");
    await page.getByLabel("Show in code samples").uncheck();
    await expect.poll(() => samples.textContent()).toContain("Bearer <token>");
  });

  test("aren't in the samples, and are hidden until the reader shows them", async () => {
    const { page } = await form("order");
    const token = page.getByLabel("token", { exact: true });
    await token.fill("secret");
    expect(await page.locator(".samples-panel").textContent()).toContain("Bearer <token>");
    expect(await token.getAttribute("type")).toBe("password");
    await page.getByRole("button", { name: "Show token" }).click();
    expect(await token.getAttribute("type")).toBe("text");
  });
});

describe("the editor of the body", () => {
  test("reports what is invalid and where, without blocking the request", async () => {
    const reader = await form("order");
    const { page } = reader;
    await fill(reader);
    const body = page.getByRole("textbox", { name: "Body" });
    await page.getByText("“city” is missing").waitFor();
    await body.fill('{\n  "city": "x",\n  "email": "no"\n}');
    await page.getByText("must be in the format email").waitFor();
    await page.getByRole("button", { name: "Line 3" }).click();
    expect(
      await body.evaluate((area: HTMLTextAreaElement) => [area === document.activeElement, area.selectionStart]),
    ).toEqual([true, 28]);
    await body.fill('{"a": }');
    await page.getByText("Invalid JSON starting at “}”").waitFor();
    expect(await page.getByText("must be at most 100").isVisible()).toBe(true);
    await answer(reader);
    expect(server.received[0]?.body).toBe('{"a": }');
  });

  test("Tab indents until Escape; Enter keeps the indentation; undo works", async () => {
    const { page } = await form("order");
    const body = page.getByRole("textbox", { name: "Body" });
    const { keyboard } = page;
    const focused = () => body.evaluate((area) => area === document.activeElement);
    await body.fill('  {"a": 1}');
    await keyboard.press("Home");
    await keyboard.press("Tab");
    expect(await body.inputValue()).toBe('    {"a": 1}');
    await keyboard.press("End");
    await keyboard.press("Enter");
    expect(await body.inputValue()).toBe('    {"a": 1}\n    ');
    await keyboard.press("Control+z");
    expect(await body.inputValue()).toBe('    {"a": 1}');
    await keyboard.press("Escape");
    await keyboard.press("Tab");
    expect(await focused()).toBe(false);
    await body.focus();
    await keyboard.press("Shift+Tab");
    expect(await focused()).toBe(false);
  });

  test("formats text, and restores examples", async () => {
    const { page } = await form("order");
    const body = page.getByRole("textbox", { name: "Body" });
    await body.fill('{"a":9007199254740993,"b":[]}');
    const example = page.getByRole("combobox", { name: "Example" });
    expect(await example.locator("option:checked").textContent()).toBe("Edited");
    await page.getByRole("button", { name: "Format" }).click();
    expect(await body.inputValue()).toBe('{\n  "a": 9007199254740993,\n  "b": []\n}');
    await example.selectOption("Second");
    expect(await body.inputValue()).toBe('{\n  "amount": 2\n}');
    await page.getByRole("button", { name: "Reset" }).click();
    expect(await body.inputValue()).toContain("9007199254740993");
  });
});

test("typed text is kept when the reader returns to the page", async () => {
  const reader = await form("order");
  const { page } = reader;
  await fill(reader);
  await reader.follow(page.locator(".sidebar a[href='/docs/json']"), "json");
  await page.goBack();
  await page.locator("h1", { hasText: "order" }).waitFor();
  expect(await page.getByLabel("limit", { exact: true }).inputValue()).toBe("9007199254740993");
});

test("texts of a document are plain text, and its URLs are harmless", async () => {
  const reader = await form("hostile");
  const { page } = reader;
  expect(await page.getByText(script).count()).toBeGreaterThan(2);
  // If a server's URL isn't an HTTP URL, the server gets neither credentials nor a request.
  await page.getByText("Enter the base URL first").waitFor();
  await send(reader);
  await page.getByText("This URL doesn't start with http:// or https://").waitFor();
  expect(server.received).toEqual([]);
  await page.getByRole("combobox", { name: "Base URL" }).selectOption({ index: 1 });
  await page.getByRole("combobox", { name: "Auth" }).selectOption({ index: 1 });
  expect(await page.getByText("The API description has no usable sign-in URLs").isVisible()).toBe(true);
  await send(reader);
  await expect.poll(() => server.received.length).toBe(1);
  expect(reader.said().every((message) => /404|srcdoc|Content Security Policy/.test(message))).toBe(true);
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  expect(await page.locator("a[href^='javascript:'], img[onerror]").count()).toBe(0);
});

describe("a page that docgen wrote", async () => {
  const document = {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url: `${server.url}/{stage}`, variables: { stage: { default: "live", enum: ["live", "test"] } } }],
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      schemas: {
        Item: {
          type: "object",
          required: ["name", "count"],
          properties: {
            name: { type: "string" },
            count: { type: "integer", minimum: 1 },
            id: { type: "integer", readOnly: true },
          },
        },
      },
    },
    paths: {
      "/items/{id}": {
        put: {
          operationId: "putItem",
          summary: "Put an item",
          security: [{ token: [] }],
          parameters: [
            { name: "id", in: "path", required: true, schema: { type: "string" }, example: "a b" },
            { name: "dry", in: "query", schema: { type: "boolean" } },
          ],
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: { $ref: "#/components/schemas/Item" },
                example: { name: "Kettle", count: 9 },
              },
            },
          },
          responses: { 200: { description: "It is there." } },
        },
      },
    },
  };
  const shop = await site("files", {
    append: '[[openapi]]\nid = "shop"\nfile = "openapi/shop.json"\nroute = "/shop"\n',
    files: { "openapi/shop.json": JSON.stringify(document), "static/favicon.ico": "" },
  });

  test("sends what it shows, and checks it against the document's schemas", async () => {
    const reader = await read(shop);
    const { page } = reader;
    await reader.open("/shop/put-item");
    await page.getByRole("button", { name: "Try it" }).click();
    server.received.length = 0;
    await page.getByLabel("id", { exact: true }).fill("a b");
    await page.getByLabel("token", { exact: true }).fill("secret");
    await page.getByLabel("stage", { exact: true }).selectOption("test");
    await page.getByLabel("dry", { exact: true }).selectOption("false");
    await page.getByRole("textbox", { name: "Body" }).fill('{"name": "Kettle", "count": 0}');
    await page.getByText("must be at least 1").waitFor();
    await answer(reader);
    expect(server.received).toMatchObject([
      {
        method: "PUT",
        url: "/test/items/a%20b?dry=false",
        body: '{"name": "Kettle", "count": 0}',
        headers: { authorization: "Bearer secret", "content-type": "application/json" },
      },
    ]);
    expect(await page.locator("[data-request-server]").first().textContent()).toContain(`${server.url}/test`);
    await page.getByRole("button", { name: "Reset" }).click();
    await expect.poll(() => page.getByText("must be at least 1").count()).toBe(0);
  });

  test("is complete: the island moves nothing", async () => {
    const { page, open } = await read(shop, {
      before: [
        () => {
          Object.assign(window, { shifts: 0 });
          new PerformanceObserver((list) => {
            // When a font loads late, lines become a fraction of a pixel longer. Don't count this change as a shift.
            const moves = list
              .getEntries()
              .filter((entry) => (entry as PerformanceEntry & { value: number }).value > 0.0005);
            Object.assign(window, { shifts: (window as unknown as { shifts: number }).shifts + moves.length });
          }).observe({ type: "layout-shift", buffered: true });
        },
      ],
    });
    await open("/shop/put-item");
    await page.getByRole("tablist", { name: "Languages" }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBe(0);
  });
});
