// Uses `docgen mcp` over both transports with the official client, which validates every answer.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const repository = join(dirname(fileURLToPath(import.meta.url)), "../..");
const docgen = process.env.DOCGEN_BIN ?? join(repository, "target/debug/docgen");

const files = {
  "docgen.toml": '[site]\ntitle = "Zebra"\nurl = "https://zebra.example"\n',
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
function site(t) {
  const root = mkdtempSync(join(tmpdir(), "docgen-mcp-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
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

for (const [name, transport] of Object.entries(transports)) {
  test(`an agent finds and reads pages and operations over ${name}`, async (t) => {
    const client = new Client({ name: "test", version: "1" });
    await client.connect(await transport(t, site(t)));
    t.after(() => client.close());
    assert.equal(client.getServerVersion().title, "Zebra");
    assert.ok(client.getInstructions().length > 0);

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
    assert.match(await call("search", { query: "how many legs" }), /\/docs\/legs/);
    assert.match(await call("read", { page: "/docs/legs/" }), /four legs/);
    assert.match(await call("outline", {}), /Stripes/);
    assert.match(await call("operations", { filter: "pets" }), /GET \/v1\/pets/);
    assert.match(await call("read", { page: "/docs/nothing/" }), /^error: /);

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
    await assert.rejects(client.callTool({ name: "nothing", arguments: {} }), /nothing/);
    await client.ping();
  });
}
