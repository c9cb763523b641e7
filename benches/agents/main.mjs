/**
 * Measures what an agent needs to find an answer in documentation: the number of tool calls and of tokens.
 *
 *     DOCGEN=target/release/docgen DOCGEN_CORPUS=... node benches/agents/main.mjs [--details]
 *
 * `questions.tsv` contains questions about the sites in the folder `DOCGEN_CORPUS`. A scripted agent searches for the
 * words of a question without stop words, and then reads the first results one after the other, at most four. It stops
 * when what it has read contains the answer. The ways to search and to read are in `ways`. A token is counted as four
 * characters.
 */

import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { browser } from "../browser.mjs";
import { serve } from "../load.mjs";
import { median } from "../measure.mjs";

const { values } = parseArgs({ options: { details: { type: "boolean", default: false } } });
const docgen = process.env.DOCGEN ?? "docgen";
const corpus = process.env.DOCGEN_CORPUS;
if (!corpus) throw new Error("set DOCGEN_CORPUS to a folder with the sites of questions.tsv");

/** The number of results that the agent reads before it gives up. */
const most = 4;
const stopWords = new Set(
  "a an and another are automatically before by can do does for from had has how i if in into is it its me my of on or our own should that the their them then there these they this to up used use want was what when where whether which who why will with without you your".split(
    " ",
  ),
);
const keywords = (question) =>
  question
    .replace(/\?$/, "")
    .split(/\s+/)
    .filter((word) => !stopWords.has(word.toLowerCase()))
    .join(" ");

const tokens = (text) => Math.round(text.length / 4);

/** Builds a site from a folder with Markdown. */
function build(folder) {
  const root = mkdtempSync(join(tmpdir(), "docgen-agents-"));
  const english = join(folder, "en");
  cpSync(existsSync(english) ? english : folder, join(root, "content/docs"), { recursive: true });
  writeFileSync(join(root, "docgen.toml"), '[site]\ntitle = "Docs"\n[diagnostics]\nerrors = "warn"\n');
  execFileSync(docgen, ["build", root], { stdio: "ignore" });
  return { root, dist: join(root, "dist") };
}

/** Starts an MCP server on a built site and returns a function that calls a tool. */
async function connect(dist) {
  const server = spawn(docgen, ["mcp", dist], { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map();
  createInterface({ input: server.stdout }).on("line", (line) => {
    const { id, result, error } = JSON.parse(line);
    waiting.get(id)?.(result ?? error);
  });
  let last = 0;
  const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const request = (method, params) =>
    new Promise((done) => {
      last += 1;
      waiting.set(last, done);
      send({ id: last, method, params });
    });
  await request("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "bench", version: "1" },
  });
  send({ method: "notifications/initialized" });
  const call = async (name, args) => {
    const { content } = await request("tools/call", { name, arguments: args });
    return content.map(({ text }) => text).join("\n");
  };
  return { call, stop: () => server.kill() };
}

/** Returns the URLs in the text of search results. */
const urlsIn = (text) => [...text.matchAll(/^ {3}(\/\S*|https?:\S+)$/gm)].map(([, url]) => url);

/** Opens Pagefind in a browser and returns a function that searches. */
async function pagefind(dist) {
  execFileSync("npx", ["--yes", "pagefind", "--site", dist], { stdio: "ignore" });
  const server = await serve(dist);
  const chromium = await browser();
  const page = await chromium.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/404.html`);
  const search = (query) =>
    page.evaluate(async (query) => {
      const engine = await import("/pagefind/pagefind.js");
      const { results } = await engine.search(query);
      const all = await Promise.all(results.slice(0, 6).map((one) => one.data()));
      return all.map(({ url, meta, excerpt }) => ({ url, text: `${meta.title}\n${url}\n${excerpt}\n` }));
    }, query);
  const stop = async () => {
    await chromium.close();
    server.closeAllConnections();
    server.close();
  };
  return { search, stop };
}

/** Returns the path of a page's files without an extension, given its URL. */
const pathOf = (dist, url) => join(dist, decodeURIComponent(url.replace(/[?#].*/, "")).replace(/\/$/, ""));
const html = ({ dist }, url) => readFileSync(join(pathOf(dist, url), "index.html"), "utf8");
const markdown = ({ dist }, url) => readFileSync(`${pathOf(dist, url)}.md`, "utf8");
const section = ({ mcp }, url) => mcp.call("read", { page: url });

const searchOwn = async ({ mcp }, query) => {
  const text = await mcp.call("search", { query });
  return { text, urls: urlsIn(text) };
};
const searchPagefind = async ({ engine }, query) => {
  const found = await engine.search(query);
  return { text: found.map(({ text }) => text).join("\n"), urls: found.map(({ url }) => url) };
};

/** Returns a way to find an answer: searches, and then reads the results. */
const withSearch = (search, read) =>
  async function* (site, question) {
    const { text, urls } = await search(site, keywords(question));
    yield text;
    for (const url of urls.slice(0, most)) yield await read(site, url);
  };

/** Each way to find an answer: a function that yields the answers of the tools, in order. */
const ways = {
  "search, then sections": withSearch(searchOwn, section),
  "search, then pages as Markdown": withSearch(searchOwn, markdown),
  "search, then pages as HTML": withSearch(searchOwn, html),
  "Pagefind, then pages as HTML": withSearch(searchPagefind, html),
  async *"llms-full.txt"({ dist }) {
    yield readFileSync(join(dist, "llms-full.txt"), "utf8");
  },
};

const rows = readFileSync(new URL("questions.tsv", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => line.split("\t"));
const results = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
for (const site of new Set(rows.map(([name]) => name))) {
  const { root, dist } = build(join(corpus, site));
  const mcp = await connect(dist);
  const engine = await pagefind(dist);
  for (const [, question, answer] of rows.filter(([name]) => name === site)) {
    const expected = new RegExp(answer, "is");
    for (const [way, run] of Object.entries(ways)) {
      const result = { calls: 0, tokens: 0, isAnswered: false };
      for await (const text of run({ mcp, engine, dist }, question)) {
        result.calls += 1;
        result.tokens += tokens(text);
        result.isAnswered = expected.test(text);
        if (result.isAnswered) break;
      }
      results[way].push(result);
      if (values.details) console.log([site, question, way, result.isAnswered, result.calls, result.tokens].join("\t"));
    }
  }
  mcp.stop();
  await engine.stop();
  rmSync(root, { recursive: true });
}
console.log(["way", "answered", "calls", "tokens, median", "tokens, mean"].join("\t"));
for (const [way, all] of Object.entries(results)) {
  const mean = (name) => all.reduce((sum, one) => sum + one[name], 0) / all.length;
  const answered = all.filter(({ isAnswered }) => isAnswered).length;
  const figures = [median(all.map((one) => one.tokens)), mean("tokens").toFixed(0)];
  console.log([way, `${answered} of ${all.length}`, mean("calls").toFixed(1), ...figures].join("\t"));
}
