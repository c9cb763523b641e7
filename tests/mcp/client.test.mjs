// Uses `docgen mcp` over both transports, and the file that `docgen export mcp` writes, with the official client, which
// validates every answer. The client speaks the protocol before and since 2026-07-28, which has no handshake.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const repository = join(dirname(fileURLToPath(import.meta.url)), "../..");
const docgen = process.env.DOCGEN_BIN ?? join(repository, "target/debug/docgen");

const files = {
  "content/docs/legs.md": "---\ntitle: Legs\n---\n\n## How many legs\n\nA zebra has four legs.\n",
  "content/docs/stripes.md": "---\ntitle: Stripes\n---\n\nBlack and white.\n",
  "openapi/pets.yaml": `openapi: 3.1.0
info: { title: Pets, version: '1' }
servers: [{ url: https://api.example/v1 }]
paths:
  /pets:
    get:
      operationId: listPets
      summary: List pets
      parameters: [{ name: limit, in: query, schema: { type: integer } }]
      responses: { '200': { description: All pets } }
`,
};

/** Writes the site to a folder that is removed after the test. */
function site(t, url = "https://zebra.example") {
  const root = mkdtempSync(join(tmpdir(), "docgen-mcp-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const config = `[site]\ntitle = "Zebra"\n${url && `url = "${url}"\n`}`;
  for (const [path, text] of Object.entries({ ...files, "docgen.toml": config })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** Builds the site, and loads the server that docgen exports for it. */
async function exported(t, url = "") {
  const root = site(t, url);
  execFileSync(docgen, ["build", "--root", root], { stdio: "ignore" });
  const file = join(root, "mcp.mjs");
  execFileSync(docgen, ["export", "mcp", "--root", root, "--out", file], { stdio: "ignore" });
  const { default: server, onRequest } = await import(pathToFileURL(file));
  return { root, server, onRequest };
}

/** Answers with a file of the built site. */
function stored(root, path) {
  const file = join(root, "dist", decodeURIComponent(path), path.endsWith("/") ? "index.html" : "");
  return existsSync(file) && statSync(file).isFile()
    ? new Response(readFileSync(file))
    : new Response("not found", { status: 404 });
}

async function send(answer, response) {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/** Starts the server over HTTP and returns its URL. */
function listen(t, root) {
  const child = spawn(docgen, ["mcp", "--http=0", "--root", root], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((done) => child.once("exit", done));
  t.after(() => {
    child.kill();
    return ended;
  });
  return new Promise((done, fail) => {
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      said += text;
      const url = /https?:\/\/\S+\/mcp/.exec(said);
      if (url) done(url[0]);
    });
    child.once("error", fail);
    child.once("exit", () => fail(new Error(said)));
  });
}

const transports = {
  "standard input and output": (_, root) =>
    new StdioClientTransport({ command: docgen, args: ["mcp", "--root", root], stderr: "ignore" }),
  HTTP: async (t, root) => new StreamableHTTPClientTransport(new URL(await listen(t, root))),
};

/** Connects a client of one of the protocol's eras: `legacy`, or `auto` for the newest that the server speaks. */
async function connect(t, mode, transport) {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(transport);
  t.after(() => client.close());
  assert.equal(client.getServerVersion().title, "Zebra");
  assert.ok(client.getInstructions().length > 0);
  return client;
}

/** Checks the tools that every server has. */
async function use(client) {
  const { tools } = await client.listTools();
  for (const tool of tools) {
    assert.ok(tool.description && tool.inputSchema.type === "object", tool.name);
    assert.ok(tool.annotations?.readOnlyHint, tool.name);
  }
  const call = async (tool, given) => {
    const { content, isError } = await client.callTool({ name: tool, arguments: given });
    assert.deepEqual(
      content.map(({ type }) => type),
      ["text"],
    );
    return (isError ? "error: " : "") + content[0].text;
  };
  const found = await call("search", { query: "how many legs" });
  assert.match(found, /\/docs\/legs/);
  assert.match(found, /four legs/);
  assert.match(await call("read", { page: "/docs/legs/" }), /four legs/);
  assert.match(await call("outline", {}), /Stripes/);
  assert.match(await call("outline", { page: "/docs/legs/" }), /How many legs/);
  assert.match(await call("operations", { filter: "pets" }), /GET.*\/v1\/pets/);
  assert.match(await call("operations", { operation: "listPets" }), /limit/);
  for (const [tool, given] of [
    ["read", { page: "/docs/nothing/" }],
    ["read", { page: "https://elsewhere.example/docs/legs/" }],
    ["search", {}],
  ]) {
    assert.match(await call(tool, given), /^error: /);
  }
  await assert.rejects(client.callTool({ name: "nothing", arguments: {} }), /nothing/);
}

for (const mode of ["legacy", "auto"]) {
  for (const [name, transport] of Object.entries(transports)) {
    test(`an agent finds and reads pages and operations over ${name} (${mode})`, async (t) => {
      const client = await connect(t, mode, await transport(t, site(t)));
      await use(client);

      const { resources } = await client.listResources();
      const legs = resources.find(({ title, name }) => (title ?? name) === "Legs");
      const { contents } = await client.readResource({ uri: legs.uri });
      assert.match(contents[0].text, /four legs/);
      const { resourceTemplates } = await client.listResourceTemplates();
      assert.ok(resourceTemplates.length > 0);
      const { prompts } = await client.listPrompts();
      assert.deepEqual(prompts.map(({ name }) => name).sort(), ["answer", "request"]);
      const texts = async (name, given) => {
        const { messages } = await client.getPrompt({ name, arguments: given });
        return messages.map(({ content }) => content.text).join("\n");
      };
      assert.match(await texts("answer", { question: "How many legs?" }), /How many legs\?/);
      assert.match(await texts("request", { operation: "listPets" }), /listPets|\/pets/);
    });
  }

  test(`an agent uses the exported file on the site's own host (${mode})`, async (t) => {
    const { root, server } = await exported(t);
    const fetch = async (url) => stored(root, new URL(url).pathname);
    const host = createServer(async (request, response) => {
      const url = new URL(request.url, `http://${request.headers.host}`);
      if (url.pathname !== "/mcp") return send(await fetch(url), response);
      const body = await new Response(request).text();
      const { method, headers } = request;
      send(await server.fetch(new Request(url, { method, headers, ...(body && { body }) })), response);
    });
    await new Promise((done) => host.listen(0, "127.0.0.1", done));
    t.after(() => host.close());
    const url = new URL(`http://127.0.0.1:${host.address().port}/mcp`);
    await use(await connect(t, mode, new StreamableHTTPClientTransport(url)));
  });

  test(`an agent uses the exported file on a host that offers the site's files (${mode})`, async (t) => {
    const { root, onRequest } = await exported(t, "https://zebra.example");
    const asked = [];
    const ASSETS = {
      fetch: async (url) => {
        asked.push(new URL(url).origin);
        return stored(root, new URL(url).pathname);
      },
    };
    const fetch = (url, init) => onRequest({ request: new Request(url, init), env: { ASSETS } });
    await use(
      await connect(t, mode, new StreamableHTTPClientTransport(new URL("https://edge.example/mcp"), { fetch })),
    );
    assert.deepEqual([...new Set(asked)], ["https://zebra.example"]);
  });
}

test("the exported file says what is wrong", async (t) => {
  const { server } = await exported(t);
  const ask = (init) => server.fetch(new Request("https://zebra.example/mcp", init), { ASSETS: { fetch } });
  const fetch = async () => new Response("<h1>Another site</h1>");
  const response = await ask({ method: "POST", body: "{}" });
  assert.equal(response.status, 502);
  assert.equal(await response.text(), "There's no docgen site at https://zebra.example/.");
  const preflight = await ask({ method: "OPTIONS" });
  assert.equal(preflight.headers.get("access-control-allow-origin"), "*");
});
