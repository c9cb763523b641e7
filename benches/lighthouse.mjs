/**
 * Runs Lighthouse on one page of each kind in a built site and prints the median of several runs: the score in each
 * category, the Largest Contentful Paint and the Total Blocking Time in milliseconds, the Cumulative Layout Shift, the
 * size in KB, and the audits that didn't pass. npm downloads Lighthouse.
 *
 *     node benches/lighthouse.mjs [DIST] [--runs 9] [--only TEXT] [--preset desktop] [--agents]
 *
 * Without `DIST`, builds a small site that has every kind of page, with the command in `DOCGEN`. With `--agents`, runs
 * only the audits for agents and for accessibility.
 */

import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { path as executable, flags } from "./browser.mjs";
import { largestPages, writeSite } from "./kinds.mjs";
import { serve } from "./load.mjs";
import { median } from "./measure.mjs";

/** The newest major version that runs on this version of Node. Version 13 also audits a site for agents. */
const lighthouse = Number(process.versions.node.split(".")[0]) >= 22 ? "lighthouse@13" : "lighthouse@12";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "9" },
    only: { type: "string", default: "" },
    preset: { type: "string" },
    agents: { type: "boolean", default: false },
  },
});
const temporary = mkdtempSync(join(tmpdir(), "docgen-lighthouse-"));
const [dist = join(temporary, "dist")] = positionals;
if (positionals.length === 0) {
  writeSite(temporary);
  execFileSync(process.env.DOCGEN ?? "docgen", ["build", temporary], { stdio: "inherit" });
}

const server = await serve(dist);
const origin = `http://127.0.0.1:${server.address().port}`;

async function report(path) {
  const preset = values.preset ? [`--preset=${values.preset}`] : [];
  const chrome = `--chrome-flags=--headless ${flags.join(" ")}`;
  const only = `--only-categories=${categories.join(",")}`;
  const args = ["--yes", lighthouse, origin + path, "--output=json", "--quiet", only, chrome, ...preset];
  const env = { ...process.env, CHROME_PATH: executable };
  const { stdout } = await promisify(execFile)("npx", args, { env, maxBuffer: 1 << 28 });
  return JSON.parse(stdout);
}

const categories = ["performance", "accessibility", "best-practices", "seo"];
if (lighthouse.endsWith("13")) categories.push("agentic-browsing");
if (values.agents) categories.splice(0, categories.length, "accessibility", "agentic-browsing");
const audits = ["largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift", "total-byte-weight"];
const measures = values.agents ? [] : ["LCP", "TBT", "CLS", "KB"];
console.log(["kind", ...categories, ...measures].join("\t"));
for (const [kind, { path }] of [...largestPages(dist)].filter(([kind]) => kind.includes(values.only))) {
  const reports = [];
  for (let run = 0; run < Number(values.runs); run += 1) reports.push(await report(path));
  const score = (name) => Math.round(100 * median(reports.map((one) => one.categories[name].score)));
  const measured = measures.length > 0 ? audits : [];
  const [lcp, tbt, cls, bytes] = measured.map((name) => median(reports.map((one) => one.audits[name].numericValue)));
  const figures = values.agents ? [] : [lcp.toFixed(0), tbt.toFixed(0), cls.toFixed(3), (bytes / 1000).toFixed(0)];
  console.log([kind, ...categories.map(score), ...figures].join("\t"));
  // The scores of performance vary. The other audits pass, or they don't.
  const [first] = reports;
  const refs = categories.filter((name) => name !== "performance").flatMap((name) => first.categories[name].auditRefs);
  for (const id of new Set(refs.map(({ id }) => id))) {
    const { score, title } = first.audits[id];
    if (score !== null && score < 1) console.log(`  ${id}: ${title}`);
  }
}
server.closeAllConnections();
server.close();
rmSync(temporary, { recursive: true });
