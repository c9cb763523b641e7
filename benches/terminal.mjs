/**
 * Draws the manual's pictures of commands and their output as SVG files. The commands run on the manual and on a small
 * site with problems.
 *
 *     DOCGEN=target/release/docgen node benches/terminal.mjs [--only NAME]
 */

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { browser } from "./browser.mjs";
import { serve } from "./load.mjs";

const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
const docgen = resolve(process.env.DOCGEN ?? "target/release/docgen");
const repository = resolve(import.meta.dirname, "..");
const pictures = join(repository, "manual/content/docs/guides/img");
const temporary = mkdtempSync(join(tmpdir(), "docgen-terminal-"));

/** The longest line, in characters, and the most lines of output. */
const columns = 96;
const rows = 30;

/** SVG collapses spaces. */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("  ", "\u00a0 ");
const cut = (text) => (text.length > columns ? `${text.slice(0, columns - 1)}…` : text);

/** Marks a line that was typed. */
const prompt = "\u0000";

/** Draws lines. */
function draw(name, title, lines) {
  const shown = lines.length > rows ? [...lines.slice(0, rows), "…"] : lines;
  const [width, height] = [columns * 7.85 + 32, shown.length * 18 + 28];
  const line = (text, index) => {
    const typed = text.startsWith(prompt);
    const words = typed ? `<tspan fill="#7ee2a8">&gt;</tspan> ${escaped(cut(text.slice(1)))}` : escaped(cut(text));
    const color = typed ? ' fill="#fff"' : "";
    return text ? `<text x="16" y="${index * 18 + 28}"${color}>${words}</text>` : "";
  };
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${Math.round(width)} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="#16191f"/>`,
    `<g font-family="ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="13" fill="#c3cad6">`,
    ...shown.map(line).filter(Boolean),
    "</g></svg>\n",
  ];
  writeFileSync(join(pictures, `${name}.svg`), svg.join("\n"));
}

/** Builds the manual once, as at its published URL. */
let built;
function manual() {
  built ??= (() => {
    const out = join(temporary, "manual");
    execFileSync(docgen, ["build", join(repository, "manual"), "--out", out], { stdio: "ignore" });
    return out;
  })();
  return built;
}

/** Calls a tool of the MCP server, and returns the lines of the answer. */
async function call(name, args) {
  const server = spawn(docgen, ["mcp", manual()], { stdio: ["pipe", "pipe", "ignore"] });
  const answers = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "manual", version: "1" };
  send({ id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo } });
  await answers.next();
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/call", params: { name, arguments: args } });
  const { value } = await answers.next();
  server.kill();
  return JSON.parse(value).result.content[0].text.trimEnd().split("\n");
}

/** Each picture: its name, its title, and its lines. */
const all = {
  "check-fix": [
    "docgen check --fix fixes four problems in two files",
    () => {
      const site = join(temporary, "teapot");
      mkdirSync(join(site, "content/docs"), { recursive: true });
      const files = {
        "docgen.toml": '[site]\ntitel = "Teapot"\n',
        "content/docs/start.md":
          '---\ntitle: Start\ndescripton: How to begin.\n---\n\nFirst [boil water](./Boiling.md).\n\n!!! note "Safety"\n    The handle is hot.\n',
        "content/docs/boiling.md": "# Boil water\n\nThen [pour it](./pouring.md).\n",
      };
      for (const [path, text] of Object.entries(files)) writeFileSync(join(site, path), text);
      const { stdout, stderr } = spawnSync(docgen, ["check", "--fix"], { cwd: site, encoding: "utf8" });
      const output = `${stdout}${stderr}`.trimEnd().split("\n");
      return [`${prompt}docgen check --fix`, ...output.filter((text) => !text.startsWith("for details"))];
    },
  ],
  mcp: [
    "The answers of docgen mcp to a search and to the request for a section",
    async () => [
      `${prompt}search { "query": "redirect a folder", "limit": 2 }`,
      ...(await call("search", { query: "redirect a folder", limit: 2 })).slice(0, 16),
      "…",
      "",
      `${prompt}outline { "page": "/docs/guides/redirects/" }`,
      ...(await call("outline", { page: "/docs/guides/redirects/" })),
    ],
  ],
  agents: [
    "The beginning of llms.txt and of the Markdown version of a page",
    () => {
      const read = (file, count) => readFileSync(join(manual(), file), "utf8").split("\n").slice(0, count);
      return [
        `${prompt}curl https://docs.example.com/llms.txt`,
        ...read("llms.txt", 10),
        "…",
        `${prompt}curl https://docs.example.com/docs/guides/redirects.md`,
        ...read("docs/guides/redirects.md", 12),
      ];
    },
  ],
  console: [
    "Calls of window.docgen in the console of a browser, and their results",
    async () => {
      const server = await serve(manual());
      const chromium = await browser();
      const page = await chromium.newPage();
      const origin = `http://127.0.0.1:${server.address().port}`;
      await page.goto(`${origin}/docs/guides/redirects/`);
      await page.waitForFunction(() => document.documentElement.dataset.hasHydrated === "true");
      const lines = [];
      for (const code of [
        'docgen.search({ query: "redirect a folder", limit: 2 })',
        'docgen.read({ section: "redirect-a-folder" })',
      ]) {
        const result = await page.evaluate(`${code}.then((result) => JSON.stringify(result, null, 2))`);
        lines.push(
          `${prompt}await ${code}`,
          ...result.replaceAll("\\n", " ").replaceAll(origin, "https://docs.example.com").split("\n"),
          "",
        );
      }
      await chromium.close();
      server.closeAllConnections();
      server.close();
      return lines.slice(0, -1);
    },
  ],
};

for (const [name, [title, lines]] of Object.entries(all)) {
  if (name.includes(values.only)) draw(name, title, await lines());
}
rmSync(temporary, { recursive: true });
