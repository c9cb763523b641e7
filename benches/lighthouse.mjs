/**
 * Runs Lighthouse on one page of each kind in a built site and prints the median of several runs: the score in each
 * category, the Largest Contentful Paint and the Total Blocking Time in milliseconds, the Cumulative Layout Shift, the
 * size in KB, and the audits that didn't pass. npm downloads Lighthouse.
 *
 *     node benches/lighthouse.mjs DIST [--runs 9] [--only TEXT] [--preset desktop]
 */

import { execFile } from "node:child_process";
import { parseArgs, promisify } from "node:util";
import { path as executable, flags } from "./browser.mjs";
import { largestPages } from "./kinds.mjs";
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
  },
});
const [dist] = positionals;
if (!dist) throw new Error("use: node benches/lighthouse.mjs DIST");

const server = await serve(dist);
const origin = `http://127.0.0.1:${server.address().port}`;

async function report(path) {
  const preset = values.preset ? [`--preset=${values.preset}`] : [];
  const chrome = `--chrome-flags=--headless ${flags.join(" ")}`;
  const args = ["--yes", lighthouse, origin + path, "--output=json", "--quiet", chrome, ...preset];
  const env = { ...process.env, CHROME_PATH: executable };
  const { stdout } = await promisify(execFile)("npx", args, { env, maxBuffer: 1 << 28 });
  return JSON.parse(stdout);
}

const categories = ["performance", "accessibility", "best-practices", "seo"];
if (lighthouse.endsWith("13")) categories.push("agentic-browsing");
const audits = ["largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift", "total-byte-weight"];
console.log(["kind", ...categories, "LCP", "TBT", "CLS", "KB"].join("\t"));
for (const [kind, { path }] of [...largestPages(dist)].filter(([kind]) => kind.includes(values.only))) {
  const reports = [];
  for (let run = 0; run < Number(values.runs); run += 1) reports.push(await report(path));
  const score = (name) => Math.round(100 * median(reports.map((one) => one.categories[name].score)));
  const [lcp, tbt, cls, bytes] = audits.map((name) => median(reports.map((one) => one.audits[name].numericValue)));
  const figures = [lcp.toFixed(0), tbt.toFixed(0), cls.toFixed(3), (bytes / 1000).toFixed(0)];
  console.log([kind, ...categories.map(score), ...figures].join("\t"));
  // The scores of performance vary. The other audits pass, or they don't.
  const [first] = reports;
  const refs = categories.slice(1).flatMap((name) => first.categories[name].auditRefs);
  for (const id of new Set(refs.map(({ id }) => id))) {
    const { score, title } = first.audits[id];
    if (score !== null && score < 1) console.log(`  ${id}: ${title}`);
  }
}
server.closeAllConnections();
server.close();
