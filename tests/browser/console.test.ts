/** The request form of an operation, against a server that answers, and one that does not. */

import { describe, expect, test } from "vitest";
import { api } from "./harness/api.ts";
import { violations } from "./harness/axe.ts";
import { policed } from "./harness/policy.ts";
import { desktop, mobile, type Reader, type ReaderOptions, read } from "./harness/reader.ts";
import { operation, parameter, requestFiles } from "./harness/requests.ts";
import { site } from "./harness/site.ts";
import { write } from "./harness/writer.ts";

const server = await api();
const other = await api();
const at = (path: string) => operation(server.url, { path });

const order = operation(server.url, {
  document: "orders",
  method: "POST",
  path: "/orders/{id}",
  servers: [
    { url: server.url, variables: [] },
    {
      url: "http://127.0.0.1:{port}/{version}",
      variables: [
        { name: "port", default: new URL(other.url).port },
        { name: "version", default: "v1", values: ["v1", "v2"] },
      ],
    },
  ],
  parameters: [
    parameter("id", "path"),
    parameter("limit", "query", { required: true, input: { type: "integer" }, example: "10" }),
    parameter("tag", "query", { input: { type: "array", items: { type: "string" } } }),
    parameter("open", "query", { input: { type: "boolean" } }),
    parameter("filter", "query", { style: "deepObject", input: { type: "object" } }),
    ...["sort", "cursor", "page"].map((name) => parameter(name, "query")),
    parameter("X-Trace", "header"),
    parameter("session", "cookie"),
  ],
  bodies: [
    {
      mediaType: "application/json",
      examples: [
        { name: "first", title: "First", text: '{\n  "amount": 9007199254740993,\n  "email": "a@b.example"\n}' },
        { name: "second", title: "Second", text: '{\n  "amount": 2\n}' },
      ],
    },
    {
      mediaType: "multipart/form-data",
      examples: [],
      fields: [
        { name: "title", required: true, style: "form", explode: true, input: { type: "string" } },
        { name: "file", required: false, style: "form", explode: true, input: { type: "file" } },
      ],
    },
    { mediaType: "application/octet-stream", examples: [], file: true },
  ],
  bodyRequired: true,
  security: [[{ scheme: "token", scopes: [] }], [{ scheme: "key", scopes: [] }], [{ scheme: "basic", scopes: [] }], []],
  schemes: {
    token: { type: "http", scheme: "bearer" },
    key: { type: "apiKey", in: "query", name: "key" },
    basic: { type: "http", scheme: "basic" },
  },
  accepts: ["application/json", "text/csv"],
  schemas: "/schemas.json",
});

const signed = operation(server.url, {
  document: "signed",
  path: "/echo",
  security: [[{ scheme: "oauth", scopes: ["read"] }]],
  schemes: {
    oauth: {
      type: "oauth2",
      flows: [
        {
          kind: "authorizationCode",
          authorizationUrl: `${server.url}/authorize`,
          tokenUrl: `${server.url}/token`,
          scopes: { read: "See all", write: "Change all" },
        },
      ],
    },
  },
});

const script = `</script><img src=x onerror="top.hacked = true">`;
const hostile = operation(server.url, {
  document: script,
  method: "GET",
  path: `/json/${script}`,
  servers: [
    {
      url: "javascript:alert(1)",
      description: script,
      variables: [{ name: script, default: script, description: script }],
    },
    { url: server.url, variables: [] },
  ],
  parameters: [parameter(script, "query", { input: { type: "string", enum: [JSON.stringify(script)] } })],
  security: [[{ scheme: script, scopes: [script] }], [{ scheme: "oauth", scopes: [] }]],
  schemes: {
    [script]: { type: "apiKey", in: "header", name: script },
    oauth: {
      type: "oauth2",
      flows: [
        {
          kind: "authorizationCode",
          authorizationUrl: "javascript:top.hacked=true",
          tokenUrl: "javascript:top.hacked=true",
          scopes: { [script]: script },
        },
      ],
    },
  },
  samples: [{ lang: script, label: script, source: script }],
});

const schemas = {
  parameters: { "query:limit": { type: "integer", maximum: 100 } },
  bodies: [{ type: "object", required: ["city"], properties: { email: { type: "string", format: "email" } } }],
};

const paths = [
  "json",
  "wrong",
  "large",
  "events",
  "lines",
  "image",
  "drawing",
  "html",
  "binary",
  "empty",
  "closed",
  "slow",
];
const host = await site("files", {
  files: {
    ...requestFiles({
      ...Object.fromEntries(paths.map((path) => [path, at(`/${path}`)])),
      order,
      signed,
      hostile,
      down: operation("http://127.0.0.1:9", {}),
      broken: { document: "x" } as never,
    }),
    "static/schemas.json": JSON.stringify(schemas),
  },
});

/** A page whose form is open. */
async function form(name: string, options: ReaderOptions = {}): Promise<Reader> {
  const reader = await read(host, options);
  await reader.open(`/docs/${name}`);
  await reader.page.getByRole("button", { name: "Try it" }).click();
  await reader.page.getByRole("button", { name: "Send API Request" }).waitFor();
  server.received.length = 0;
  other.received.length = 0;
  return reader;
}

const send = ({ page }: Reader) => page.getByRole("button", { name: "Send API Request" }).click();

/** Sends, waits for the answer, and gives its panel. */
async function answer(reader: Reader) {
  await send(reader);
  const panel = reader.page.getByRole("region", { name: "Response" });
  await panel.getByRole("link", { name: "Download" }).waitFor();
  return panel;
}

/** Fills in what the order needs. */
async function fill({ page }: Reader): Promise<void> {
  await page.getByLabel("id", { exact: true }).fill("a/b");
  await page.getByLabel("limit", { exact: true }).fill("9007199254740993");
}

describe("what is sent", () => {
  test("nothing, as long as a required field is empty: it says so and takes the focus", async () => {
    const reader = await form("order");
    const { page } = reader;
    const limit = page.getByLabel("limit", { exact: true });
    await page.getByLabel("id", { exact: true }).fill("1");
    await page.getByRole("textbox", { name: "Body" }).fill("");
    await send(reader);
    expect(await page.getByText("This field is required").count()).toBe(2);
    expect(await limit.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await limit.getAttribute("aria-invalid")).toBe("true");
    const described = (await limit.getAttribute("aria-describedby")) ?? "";
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe("This field is required");
    expect(server.received).toEqual([]);
    await limit.fill("1");
    expect(await page.getByText("This field is required").count()).toBe(1);
  });

  test("the request that is described, to the digit", async () => {
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
    expect(await page.getByText("they are left out: Cookie.").isVisible()).toBe(true);
  });

  test("basic credentials, a key in the query, and none", async () => {
    const reader = await form("order");
    const { page } = reader;
    await fill(reader);
    const auth = page.getByRole("combobox", { name: "Auth" });
    await auth.selectOption("basic");
    await page.getByLabel("User name").fill("ann");
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

  test("a server of the reader's choice, remembered for the document in this tab, and shown on the page", async () => {
    const reader = await form("order");
    const { page } = reader;
    const shown = page.locator("[data-request-server]");
    expect(await shown.textContent()).toBe(server.url);
    await fill(reader);
    await page.getByRole("combobox", { name: "Base URL" }).selectOption({ index: 1 });
    await page.getByLabel("version", { exact: true }).selectOption("v2");
    expect(await shown.textContent()).toBe(`${other.url}/v2`);
    await answer(reader);
    expect(other.received[0]?.url).toMatch(/^\/v2\/orders\/a%2Fb/);
    await page.reload();
    await expect.poll(() => shown.textContent()).toBe(`${other.url}/v2`);
    await reader.open("/docs/json");
    expect(await shown.textContent()).toBe(server.url);
  });

  test("an address of the reader's own, which has to be one", async () => {
    const reader = await form("json");
    const { page } = reader;
    await page.getByRole("combobox", { name: "Base URL" }).selectOption("Own address");
    const input = page.getByLabel("Own address", { exact: true });
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
  test("are for one origin, and in no storage unless the reader wants that", async () => {
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
    await page.getByLabel("Keep until this tab is closed").check();
    expect(
      await page.evaluate((key) => sessionStorage.getItem(key), `docgen.credentials.orders.${server.url}`),
    ).toContain("secret");
    await page.reload();
    await page.getByRole("button", { name: "Try it" }).click();
    expect(await token.inputValue()).toBe("secret");
    await page.getByLabel("Keep until this tab is closed").uncheck();
    expect(await stored()).not.toContain("secret");
  });

  test("stay out of the samples, and hidden until they are to be seen", async () => {
    const { page } = await form("order");
    const token = page.getByLabel("token", { exact: true });
    await token.fill("secret");
    expect(await page.locator(".samples-panel").textContent()).toContain("Bearer <token>");
    expect(await token.getAttribute("type")).toBe("password");
    await page.getByRole("button", { name: "Show token" }).click();
    expect(await token.getAttribute("type")).toBe("text");
  });
});

describe("OAuth", () => {
  async function signIn(reader: Reader, client: string) {
    const { page } = reader;
    await page.getByLabel("Client ID").fill(client);
    const popup = page.context().waitForEvent("page");
    await page.getByRole("button", { name: "Sign in at" }).click();
    return popup;
  }

  test("a code with its proof becomes a token, by a window that closes itself", async () => {
    const reader = await form("signed");
    const { page } = reader;
    expect(await page.getByText(`${host.url}/_docgen/oauth.html`).isVisible()).toBe(true);
    await page.getByText("Scopes (1 chosen)").click();
    await page.getByRole("checkbox", { name: "write" }).check();
    const popup = await signIn(reader, "mine");
    if (!popup.isClosed()) await popup.waitForEvent("close");
    await expect.poll(() => page.getByLabel("oauth", { exact: true }).inputValue()).toBe("good-token");
    expect(await page.getByText("good for about 60 minutes").isVisible()).toBe(true);
    const asked = new URL(server.received.find(({ url }) => url.startsWith("/authorize"))?.url ?? "", server.url);
    expect(asked.searchParams.get("scope")).toBe("read write");
    expect(asked.searchParams.get("code_challenge_method")).toBe("S256");
    const redeemed = server.received.find(({ url }) => url === "/token");
    expect(redeemed?.headers.cookie).toBeUndefined();
    expect(redeemed?.headers.referer).toBeUndefined();
    await answer(reader);
    expect(server.received.at(-1)?.headers.authorization).toBe("Bearer good-token");
  });

  test("a refusal is told", async () => {
    const reader = await form("signed");
    await signIn(reader, "denied");
    await reader.page.getByText("No token was given: access_denied").waitFor();
  });

  test("an answer to another question is none", async () => {
    const reader = await form("signed");
    const { page } = reader;
    const popup = await signIn(reader, "forged");
    if (!popup.isClosed()) await popup.waitForEvent("close");
    expect(await page.getByRole("button", { name: "Waiting for the other window" }).isVisible()).toBe(true);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Cancelled.").waitFor();
    expect(server.received.some(({ url }) => url === "/token")).toBe(false);
  });

  test("the window cannot reach the page that opened it", async () => {
    const reader = await form("signed");
    const popup = await signIn(reader, "stay");
    await popup.getByText("Sign in").waitFor();
    expect(await popup.evaluate(() => window.opener)).toBeNull();
  });
});

describe("what comes back", () => {
  test("status, time, size, headers and JSON with its digits", async () => {
    const reader = await form("json");
    const panel = await answer(reader);
    expect(await panel.locator(".response-head").textContent()).toMatch(/^200 OK\d+ ms\d+ BDownload$/);
    const text = (await panel.locator("pre").textContent()) ?? "";
    expect(text).toContain('"id": 9007199254740993,\n  "price": 1.10,');
    expect(text).toContain('"<b>&amp;"');
    expect(await panel.locator("pre .n").first().textContent()).toBe("9007199254740993");
    await panel.getByRole("tab", { name: "Headers" }).click();
    expect(await panel.locator("dl").textContent()).toContain("x-request-idr-1");
    expect(await panel.locator("dl").textContent()).not.toContain("hidden");
  });

  test("JSON that is none is shown as it is", async () => {
    const reader = await form("wrong");
    const panel = await answer(reader);
    expect(await panel.locator(".response-status").textContent()).toBe("500 Internal Server Error");
    expect(await panel.getByText("The server calls this JSON, and it is not.").isVisible()).toBe(true);
    expect(await panel.locator("pre").textContent()).toBe("<h1>Not JSON</h1>");
    expect(reader.said().filter((message) => !message.includes("status of 500"))).toEqual([]);
  });

  test("of much, a part, with the way to all of it", async () => {
    const reader = await form("large");
    const panel = await answer(reader);
    expect(await panel.getByText(/^The first 100 KB of 1\.\d MB\./).isVisible()).toBe(true);
    expect((await panel.locator("pre").textContent())?.length).toBeLessThan(500_000);
    const download = reader.page.waitForEvent("download");
    await panel.getByRole("link", { name: "Download" }).click();
    expect((await download).suggestedFilename()).toBe("large.json");
  });

  test("no body", async () => {
    const reader = await form("empty");
    await send(reader);
    await reader.page.getByText("The response has no body.").waitFor();
    expect(await reader.page.locator(".response-status").textContent()).toBe("204 No Content");
  });

  test("images, drawings without their scripts, and what can only be saved", async () => {
    for (const name of ["image", "drawing"]) {
      const reader = await form(name);
      const panel = await answer(reader);
      const image = panel.getByRole("img", { name: "The image in the response" });
      await image.waitFor();
      expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
      // Opened by itself, a drawing would be a page: of no origin, not of this one.
      expect(await image.getAttribute("src")).toMatch(name === "drawing" ? /^data:/ : /^blob:/);
      expect(await reader.page.evaluate(() => "hacked" in window)).toBe(false);
    }
    const reader = await form("binary");
    const panel = await answer(reader);
    expect(await panel.getByText("This is no text (application/octet-stream).").isVisible()).toBe(true);
    const address = (await panel.getByRole("link", { name: "Download" }).getAttribute("href")) ?? "";
    expect(await reader.page.evaluate(async (url) => (await fetch(url)).headers.get("content-type"), address)).toBe(
      "application/octet-stream",
    );
  });

  test("a page that can do nothing", async () => {
    const reader = await form("html");
    const panel = await answer(reader);
    const frame = panel.locator("iframe");
    expect(await frame.getAttribute("sandbox")).toBe("");
    await frame.contentFrame().getByRole("heading", { name: "A page" }).waitFor();
    const before = host.requests.length;
    expect(await reader.page.evaluate(() => "hacked" in window)).toBe(false);
    expect(await reader.page.title()).not.toBe("hacked");
    expect(host.requests.slice(before)).toEqual([]);
    await panel.getByRole("tab", { name: "Source" }).click();
    expect(await panel.locator("pre").textContent()).toContain("<script>top.hacked = true;");
    // The browser says what it has kept the page from.
    expect(reader.said().every((message) => /srcdoc|Content Security Policy/.test(message))).toBe(true);
  });

  test("events as they arrive, until the reader has enough", async () => {
    const reader = await form("events");
    const { page } = reader;
    await send(reader);
    await expect.poll(() => server.streams()).toBe(1);
    server.send('event: tick\nid: 1\ndata: {"n": 9007199254740993}\n\ndata: hal');
    await page.getByText('"n": 9007199254740993').waitFor();
    expect(await page.locator(".response-events li").count()).toBe(1);
    expect(await page.locator(".response-event").textContent()).toBe("1tickid 1");
    server.send("f\n\n");
    await page.getByText("half").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Cancelled. This is what had arrived.").waitFor();
    await expect.poll(() => server.streams()).toBe(0);
    expect(await page.locator(".response-events li").count()).toBe(2);
  });

  test("JSON lines as they arrive", async () => {
    const reader = await form("lines");
    await send(reader);
    await expect.poll(() => server.streams()).toBe(1);
    server.send('{"a":1}\n{"b"');
    await reader.page.getByText('"a": 1').waitFor();
    server.send(":2}");
    server.end();
    await reader.page.getByText('"b": 2').waitFor();
  });
});

describe("what goes wrong", () => {
  test("a server that is slow: sending, Cancel, and the end of patience", async () => {
    const reader = await form("slow");
    const { page } = reader;
    await page.clock.install();
    await send(reader);
    await page.getByRole("button", { name: "Sending…" }).waitFor();
    expect(await page.getByText("Times out when nothing comes for 30 seconds.").isVisible()).toBe(true);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.locator(".response-note", { hasText: "Cancelled after" }).waitFor();
    await send(reader);
    await page.getByRole("button", { name: "Sending…" }).waitFor();
    await page.clock.runFor(31_000);
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect(await alert.textContent()).toContain("Timed out: nothing came for 30 seconds.");
  });

  for (const name of ["closed", "down"]) {
    test(`a server that is ${name}: one message for what a browser cannot tell apart, and the curl sample`, async () => {
      const reader = await form(name);
      const { page } = reader;
      await page.getByRole("tab", { name: "Go", exact: true }).click();
      await send(reader);
      const alert = page.getByRole("alert");
      await alert.waitFor();
      expect(await alert.textContent()).toContain(
        "The server could not be reached, or its cross-origin policy blocked the request. The browser does not say which.",
      );
      expect(await alert.textContent()).toContain(`allow the origin ${host.url}`);
      await alert.getByRole("button", { name: "Show the curl sample" }).click();
      const tab = page.getByRole("tab", { name: "curl" });
      expect(await tab.getAttribute("aria-selected")).toBe("true");
      expect(await tab.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(reader.said().length).toBeGreaterThan(0);
    });
  }

  test("something that nobody expected", async () => {
    const reader = await form("json");
    await reader.page.evaluate(() => {
      window.fetch = () => Promise.reject(new RangeError("odd"));
    });
    await send(reader);
    const alert = reader.page.getByRole("alert");
    await alert.waitFor();
    expect(await alert.textContent()).toContain("Something unexpected went wrong: odd");
  });

  test("an island that cannot be shown says so in its place", async () => {
    const reader = await read(host);
    await reader.open("/docs/broken");
    await reader.page.getByText("This part of the page does not work.").waitFor();
    expect(await reader.page.locator(".crash").count()).toBe(0);
    expect(reader.said().every((message) => message.startsWith("error"))).toBe(true);
  });

  test("schemas that did not load leave all else as it is", async () => {
    host.rule("/schemas.json", { status: 500 });
    const reader = await form("order");
    await fill(reader);
    await answer(reader);
    expect(server.received).toHaveLength(1);
    expect(reader.said().some((message) => message.includes("input is not checked"))).toBe(true);
  });
});

describe("the editor of the body", () => {
  test("says what does not fit, where, and hinders nobody", async () => {
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
    await page.getByText("Not JSON from “}” on").waitFor();
    expect(await page.getByText("must be at most 100").isVisible()).toBe(true);
    await answer(reader);
    expect(server.received[0]?.body).toBe('{"a": }');
  });

  test("Tab indents until Escape; Enter goes on where the line began; undo works", async () => {
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

  test("formats, and brings examples back", async () => {
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

test("what was typed is there when the reader comes back to the page", async () => {
  const reader = await form("order");
  const { page } = reader;
  await fill(reader);
  await reader.follow(page.locator(".sidebar a[href='/docs/json']"), "json");
  await page.goBack();
  await page.locator("h1", { hasText: "order" }).waitFor();
  expect(await page.getByLabel("limit", { exact: true }).inputValue()).toBe("9007199254740993");
});

test("texts of a document are texts, and its addresses lead nowhere they should not", async () => {
  const reader = await form("hostile");
  const { page } = reader;
  expect(await page.getByText(script).count()).toBeGreaterThan(2);
  await page.getByRole("combobox", { name: "Auth" }).selectOption("oauth");
  expect(await page.getByText("The document gives no usable addresses").isVisible()).toBe(true);
  // A server that is no address of http is a path on the page's own.
  await send(reader);
  await page.getByRole("region", { name: "Response" }).waitFor();
  expect(reader.said().every((message) => /404|srcdoc|Content Security Policy/.test(message))).toBe(true);
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  expect(await page.locator("a[href^='javascript:'], img[onerror]").count()).toBe(0);
});

test("a journey by keyboard: open the form, fill it, send, read", async () => {
  const reader = await read(host, { reducedMotion: "reduce" });
  const { page, open } = reader;
  await open("/docs/signed");
  server.received.length = 0;
  const { keyboard } = page;
  const name = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute("aria-label") ?? element?.textContent?.trim();
    });
  const reach = async (wanted: string) => {
    for (let step = 0; step < 80 && (await name()) !== wanted; step += 1) await keyboard.press("Tab");
    expect(await name()).toBe(wanted);
  };
  await reach("Try it");
  await keyboard.press("Enter");
  await page.getByRole("button", { name: "Send API Request" }).waitFor();
  await reach("Base URL");
  await reach("oauth");
  await keyboard.type("typed");
  await keyboard.press("Enter");
  await page.getByRole("region", { name: "Response" }).getByRole("link", { name: "Download" }).waitFor();
  expect(server.received[0]?.headers.authorization).toBe("Bearer typed");
  await reach("Body");
  await keyboard.press("ArrowRight");
  await keyboard.press("Enter");
  expect(await page.locator("dl.response-headers").isVisible()).toBe(true);
});

describe("under the site's policy", () => {
  test("the form works, and breaks no rule of it", async () => {
    const reader = await policed(host, "/docs/order");
    const { page, open } = reader;
    await open("/docs/order");
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByText("“city” is missing").waitFor();
    await page.getByRole("tab", { name: "Python", exact: true }).click();
    await fill(reader);
    await answer(reader);
    expect(await reader.violations()).toEqual([]);
  });

  test("an answer's page and drawing can do nothing", async () => {
    for (const name of ["html", "drawing"]) {
      const reader = await policed(host, `/docs/${name}`);
      await reader.open(`/docs/${name}`);
      await reader.page.getByRole("button", { name: "Try it" }).click();
      await answer(reader);
      expect(await reader.violations()).toEqual([]);
      expect(await reader.page.evaluate(() => "hacked" in window)).toBe(false);
      reader.said();
    }
  });

  test("signing in works", async () => {
    host.rule("/_docgen/oauth.html", {
      headers: { "content-security-policy": "default-src 'none'; script-src 'self'" },
    });
    const reader = await form("signed");
    const { page } = reader;
    await page.getByLabel("Client ID").fill("mine");
    await page.getByRole("button", { name: "Sign in at" }).click();
    await expect.poll(() => page.getByLabel("oauth", { exact: true }).inputValue()).toBe("good-token");
  });
});

test("what was typed outlives an edit of the page under docgen serve", async () => {
  const file = "content/docs/order.md";
  const writer = await write("files", { files: requestFiles({ order }) });
  const reader = await read(writer);
  const { page } = reader;
  await reader.open("/docs/order");
  await page.getByRole("button", { name: "Try it" }).click();
  await fill(reader);
  await page.getByRole("textbox", { name: "Body" }).fill("{}");
  await page.getByLabel("token", { exact: true }).fill("secret");
  await page.getByLabel("limit", { exact: true }).focus();
  const state = () =>
    page.evaluate(() => [
      document.activeElement?.id,
      ...[...document.querySelectorAll<HTMLInputElement>(".request-form input, textarea")].map(({ value }) => value),
    ]);
  const before = await state();
  expect(before).toContain("9007199254740993");
  writer.edit(file, "<p><code data-request-server>", "<p>Edited. <code data-request-server>");
  await page.getByText("Edited.").waitFor();
  expect(await state()).toEqual(before);
  expect(await page.locator("[data-request-server]").textContent()).toBe(server.url);
  // Another operation in its place keeps what they have in common.
  writer.edit(file, '"name":"X-Trace"', '"name":"X-Other"');
  await page.getByLabel("X-Other", { exact: true }).waitFor();
  expect(await page.getByLabel("limit", { exact: true }).inputValue()).toBe("9007199254740993");
  reader.said();
});

describe.each([
  ["light", mobile],
  ["light", desktop],
  ["dark", mobile],
  ["dark", desktop],
] as const)("in %s mode at %o", (colorScheme, viewport) => {
  test(`no state of the form violates a rule: ${colorScheme}, ${viewport.width} px`, { timeout: 120_000 }, async () => {
    const reader = await form("order", { colorScheme, viewport, reducedMotion: "reduce" });
    const { page } = reader;
    await send(reader);
    await page.getByText("6 optional").click();
    expect(await violations(page), "what is missing").toEqual([]);
    await fill(reader);
    await answer(reader);
    expect(await violations(page), "an answer").toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    for (const name of ["signed", "html", "slow"]) {
      await reader.open(`/docs/${name}`);
      await page.getByRole("button", { name: "Try it" }).click();
      await send(reader);
      await page.locator(".response-card, [aria-disabled=true]").first().waitFor();
      expect(await violations(page), name).toEqual([]);
    }
    reader.said();
  });
});
