/**
 * Runs afdocs, a public checklist for documentation that agents read, on a site that `docgen serve` shows. Prints the
 * number of checks with each result, and the checks that didn't pass. npm downloads afdocs.
 *
 *     node benches/readiness.mjs SITE [--port 8870]
 *
 * `DOCGEN` is the command to run instead of `docgen`.
 */

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs, promisify } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: "string", default: "8870" } },
});
const [site] = positionals;
if (!site) throw new Error("use: node benches/readiness.mjs SITE");

const args = ["serve", "--no-watch", "--port", values.port, "--root", site];
const server = spawn(process.env.DOCGEN ?? "docgen", args, { stdio: ["ignore", "ignore", "pipe"] });
await once(server.stderr, "data");
try {
  const url = `http://127.0.0.1:${values.port}/`;
  // A failed check isn't a failed command.
  const run = promisify(execFile)("npx", ["--yes", "afdocs@0.22", "check", url, "--format", "json", "--quiet"], {
    maxBuffer: 1 << 28,
  }).catch((error) => error);
  const { results } = JSON.parse((await run).stdout);
  const count = (wanted) => `${results.filter(({ status }) => status === wanted).length} ${wanted}`;
  console.log(["pass", "warn", "fail", "skip"].map(count).join(", "));
  for (const { id, status, message } of results) {
    if (status !== "pass" && status !== "skip") console.log(`  ${status}\t${id}: ${message}`);
  }
} finally {
  server.kill();
}
