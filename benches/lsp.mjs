/**
 * Measures the language server: how long an editor waits for the problems of the open file after each kind of edit, and
 * for the answer to each request. Prints the smallest and the median time in milliseconds, and the median CPU time of
 * the server (on Linux), which other work on the machine changes less.
 *
 *     DOCGEN=target/release/docgen node benches/lsp.mjs [--pages 10000] [--only TEXT]
 */

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { corpus, source } from "./corpus.mjs";
import { median } from "./measure.mjs";

const { values } = parseArgs({
  options: { pages: { type: "string", default: "10000" }, only: { type: "string", default: "" } },
});
const root = mkdtempSync(join(tmpdir(), "docgen-lsp-"));
corpus(root, "docgen", Number(values.pages));
const server = spawn(process.env.DOCGEN ?? "docgen", ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });

/** The functions that wait for answers, by ID, and those that hear the problems of files. */
const waiting = new Map();
const hearing = new Set();
let received = Buffer.alloc(0);
server.stdout.on("data", (data) => {
  received = Buffer.concat([received, data]);
  for (;;) {
    const start = received.indexOf("\r\n\r\n") + 4;
    const length = Number(/Content-Length: (\d+)/.exec(received.subarray(0, start))?.[1]);
    if (start < 4 || received.length < start + length) return;
    const { id, method, result, params } = JSON.parse(received.subarray(start, start + length));
    received = received.subarray(start + length);
    if (method === "textDocument/publishDiagnostics") for (const hear of hearing) hear(params);
    else if (!method) waiting.get(id)?.(result);
  }
});
const send = (message) => {
  const text = JSON.stringify({ jsonrpc: "2.0", ...message });
  server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
};
let last = 0;
const ask = (method, params) =>
  new Promise((done) => {
    last += 1;
    waiting.set(last, done);
    send({ id: last, method, params });
  });
const uri = (file) => `file://${join(root, file)}`;

/** Waits until a file has a problem whose message contains a text. */
const reported = (file, text) =>
  new Promise((done) => {
    const hear = ({ uri: of, diagnostics }) => {
      if (of !== uri(file) || !diagnostics.some(({ message }) => message.includes(text))) return;
      hearing.delete(hear);
      done();
    };
    hearing.add(hear);
  });

const open = new Set();
/** Opens a file, or changes its text. */
function type(file, text) {
  last += 1;
  const textDocument = { uri: uri(file), version: last, languageId: "markdown", text };
  if (open.has(file)) send({ method: "textDocument/didChange", params: { textDocument, contentChanges: [{ text }] } });
  else send({ method: "textDocument/didOpen", params: { textDocument } });
  open.add(file);
}
const changed = (...files) =>
  send({
    method: "workspace/didChangeWatchedFiles",
    params: { changes: files.map(([file, kind]) => ({ uri: uri(file), type: kind })) },
  });

/** Returns the CPU time of the server in milliseconds, in steps of 10. Threads that have ended count, too. */
function cpu() {
  try {
    const fields = readFileSync(`/proc/${server.pid}/stat`, "utf8").split(") ")[1].split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

const capabilities = {
  workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ["rename"] } },
  textDocument: { hover: { contentFormat: ["markdown"] } },
};
await ask("initialize", { capabilities });
send({ method: "initialized", params: {} });
const page = source("docgen", 5);
const folder = dirname(page);
const text = readFileSync(join(root, page), "utf8");
const config = readFileSync(join(root, "docgen.toml"), "utf8");
const show = (name, times) => console.log([name, ...times.map((time) => time.toFixed(1))].join("\t"));

let marks = 0;
/** Makes an edit several times, each with a new broken link on the page, and waits until the link is reported. */
async function edit(name, change, { count = 9, rest = 1500 } = {}) {
  if (!name.includes(values.only)) return;
  const [times, work] = [[], []];
  for (let round = 0; round < count; round += 1) {
    marks += 1;
    const seen = reported(page, `missing-${marks}.`);
    const [start, before] = [performance.now(), cpu()];
    change(round, `\n[x](./missing-${marks}.md)\n`);
    await seen;
    times.push(performance.now() - start);
    work.push(cpu() - before);
    await pause(rest);
  }
  show(name, [Math.min(...times), median(times), median(work)]);
}

const begin = performance.now();
const first = reported(page, "missing-0.");
type(page, `${text}\n[x](./missing-0.md)\n`);
await first;
show("first problems", [performance.now() - begin]);
await pause(1000);
console.log("after an edit\tmin\tmedian\tCPU");
const before = (line) => text.replace(/^---\n/, `---\n${line}\n`);
await edit("text", (round, mark) => type(page, `${text}${mark}Word ${round}.`));
await edit("text, without a pause", (round, mark) => type(page, `${text}${mark}Word ${round}.`), { rest: 10 });
await edit("title", (round, mark) => type(page, text.replace(/^title: .*/m, `title: T${round}`) + mark));
await edit("new heading", (round, mark) => type(page, `${text}\n## New ${round}\n${mark}`));
await edit("heading with another text", (round, mark) => type(page, text.replace(/^## .*/m, `## H${round}`) + mark));
await edit("description", (round, mark) => type(page, before(`keywords: [k${round}]`) + mark));
await edit("slug", (round, mark) => type(page, before(`slug: s${round}`) + mark));
await edit("category file", (round, mark) => {
  type(join(folder, "_category_.toml"), `label = "L${round}"\n`);
  type(page, text + mark);
});
await edit("new page", (round, mark) => {
  type(join(folder, `new-${marks}.md`), `# New ${round}\n`);
  type(page, text + mark);
});
const onDisk = (round) => join(folder, `disk-${round}.md`);
await edit("new file on disk", (round, mark) => {
  writeFileSync(join(root, onDisk(round)), `# Disk ${round}\n`);
  changed([onDisk(round), 1]);
  type(page, text + mark);
});
await edit("renamed file on disk", (round, mark) => {
  renameSync(join(root, onDisk(round)), join(root, onDisk(round + 100)));
  changed([onDisk(round), 3], [onDisk(round + 100), 1]);
  type(page, text + mark);
});
await edit("config", (round, mark) => {
  type("docgen.toml", config.replace(/title = ".*"/, `title = "T${round}"`));
  type(page, text + mark);
});
type("docgen.toml", config);
type(page, `${text}\n[x](./missing-0.md)\n`);
await pause(3000);

console.log("request\tmin\tmedian");
const lines = `${text}\n[x](./missing-0.md)\n`.split("\n");
const lineOf = (pattern) => lines.findIndex((line) => pattern.test(line));
const at = (line, character, more = {}) => ({
  ...{ textDocument: { uri: uri(page) }, position: { line, character } },
  ...more,
});
const link = lineOf(/\]\(\.{1,2}\/[\w./-]+\.md/);
const onLink = lines[link].search(/\]\(\./) + 4;
const heading = lineOf(/^## /);
const context = { includeDeclaration: false };
const moved = { oldUri: uri(page), newUri: uri(page.replace(/\.md$/, "-new.md")) };
const requests = [
  ["textDocument/completion", at(lines.length - 2, 4)],
  ["textDocument/hover", at(link, onLink)],
  ["textDocument/definition", at(link, onLink)],
  ["textDocument/references", at(0, 0, { context })],
  ["textDocument/references", at(heading, 5, { context })],
  ["textDocument/prepareRename", at(heading, 5)],
  ["textDocument/rename", at(heading, 5, { newName: "abc" })],
  ["textDocument/documentSymbol", at(0, 0)],
  ["textDocument/foldingRange", at(0, 0)],
  ["textDocument/codeAction", at(0, 0, { range: { start: at(0, 0).position, end: at(lines.length - 1, 0).position } })],
  ["workspace/symbol", { query: "e" }],
  ["workspace/willRenameFiles", { files: [moved] }],
];
for (const [method, params] of requests.filter(([method]) => method.includes(values.only))) {
  const times = [];
  for (let round = 0; round < 9; round += 1) {
    const start = performance.now();
    await ask(method, params);
    times.push(performance.now() - start);
  }
  show(method, [Math.min(...times), median(times)]);
}
server.kill();
rmSync(root, { recursive: true });
process.exit(0);
