/**
 * Measures builds of generated sites and prints a table.
 *
 *     benches/run [--pages 1000,10000] [--tools docgen,team,team-plain,hugo,zola,mdbook,docusaurus] [--runs 3]
 *                 [--edits 20] [--at FOLDER] [--limit MINUTES]
 *
 * Each round runs every tool once so that other load on the machine affects all tools equally. A build is cold if there
 * is neither output nor a cache. The output of cold builds is kept until the end, because a file system that has just
 * removed many files is slow to create new ones. A build that takes longer than the limit is stopped. If a tool's build
 * fails or is stopped, the tool isn't run again.
 */

import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { address, corpus, source } from "./corpus.mjs";
import { edits } from "./edit.mjs";
import { firstLoad } from "./load.mjs";
import { measure, median } from "./measure.mjs";
import { tools } from "./tools.mjs";

const { values } = parseArgs({
  options: {
    pages: { type: "string", default: "1000,10000" },
    tools: { type: "string", default: "docgen" },
    runs: { type: "string", default: "3" },
    edits: { type: "string", default: "20" },
    at: { type: "string" },
    limit: { type: "string", default: "30" },
  },
});
const names = values.tools.split(",");
const work = values.at ?? mkdtempSync(join(tmpdir(), "docgen-bench-"));
const trash = join(work, "trash");
mkdirSync(trash, { recursive: true });
let thrown = 0;
const discard = (path) => {
  thrown += 1;
  if (existsSync(path)) renameSync(path, join(trash, String(thrown)));
};

const table = (head, rows) => {
  console.log(`\n| ${head.join(" | ")} |\n|${head.map((_, index) => (index ? " ---: |" : " --- |")).join("")}`);
  for (const row of rows) console.log(`| ${row.join(" | ")} |`);
};
const limit = Number(values.limit);
const seconds = (list) => (list.length ? `${median(list).toFixed(2)} s` : "–");
const note = (text) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`);

console.log(
  `${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}, load ${loadavg()[0].toFixed(1)} at the start`,
);
for (const name of names) {
  console.log(
    `- ${name}: ${execFileSync(...split(tools[name].version()))
      .toString()
      .trim()
      .split("\n")
      .pop()}`,
  );
}

function split([command, ...args]) {
  return [command, args, { stdio: ["ignore", "pipe", "ignore"] }];
}

for (const count of values.pages.split(",").map(Number)) {
  const sites = Object.fromEntries(names.map((name) => [name, join(work, `${name}-${count}`)]));
  const results = Object.fromEntries(names.map((name) => [name, { cold: [], same: [], edit: [] }]));
  for (const name of names) {
    if (existsSync(sites[name])) continue;
    corpus(sites[name], name, count);
    tools[name].prepare?.(sites[name]);
  }
  const out = (name) => join(work, `out-${name}-${count}`);
  /** The reason why a tool isn't run again. */
  const lost = new Map();
  for (let round = 0; round < Number(values.runs); round += 1) {
    for (const name of names.filter((name) => !lost.has(name))) {
      const { build, caches } = tools[name];
      for (const path of [...caches.map((cache) => join(sites[name], cache)), out(name), `${out(name)}-cache`])
        discard(path);
      const result = results[name];
      // Some builds take many minutes, so report each measurement immediately.
      const run = async (what) => {
        if (lost.has(name)) return;
        const title = `${name}, ${count} pages, round ${round + 1}, ${what}`;
        const measured = await measure(build(out(name)), sites[name], limit * 60).catch((error) => {
          lost.set(name, "failed");
          note(`${title}: ${error.message}`);
        });
        if (!measured) {
          if (!lost.has(name)) {
            lost.set(name, `> ${limit} min`);
            note(`${title}: stopped after ${limit} min`);
          }
          return;
        }
        result[what].push(measured);
        const { wall, cpu, memory } = measured;
        note(`${title}: ${wall} s, CPU ${cpu} s, ${Math.round(memory)} MB`);
      };
      await run("cold");
      await run("same");
      appendFileSync(join(sites[name], source(name, count >> 1)), `\nEdited in round ${round}.\n`);
      await run("edit");
    }
  }
  table(
    [`${count} pages`, "cold", "CPU", "memory", "nothing changed", "one edit"],
    names.map((name) => {
      const { cold, same, edit } = results[name];
      if (!cold.length) return [name, lost.get(name), "–", "–", "–", "–"];
      return [
        name,
        seconds(cold.map(({ wall }) => wall)),
        seconds(cold.map(({ cpu }) => cpu)),
        `${Math.round(median(cold.map(({ memory }) => memory)))} MB`,
        seconds(same.map(({ wall }) => wall)),
        seconds(edit.map(({ wall }) => wall)),
      ];
    }),
  );
  const loads = [];
  const built = names.filter((name) => results[name].cold.length > 0);
  for (const name of built) loads.push([name, ...(await firstLoad(out(name), address(name, count >> 1)))]);
  table([`${count} pages`, "HTML of a page", "all of its first load"], loads);
  for (const name of names.filter((name) => tools[name] === tools.docgen && Number(values.edits) > 0)) {
    note(`${name}, ${count} pages, serving`);
    const live = await edits(
      tools[name],
      sites[name],
      source(name, count >> 1),
      address(name, count >> 1),
      Number(values.edits),
    );
    table(
      [`docgen serve, ${name}, ${count} pages`, "median", "slowest"],
      [
        ["first page after the start", `${Math.round(live.start)} ms`, "–"],
        ["edit to changed text", `${Math.round(median(live.times))} ms`, `${Math.round(Math.max(...live.times))} ms`],
      ],
    );
  }
}
console.log(`\nload ${loadavg()[0].toFixed(1)} at the end`);
if (!values.at) rmSync(work, { recursive: true, force: true });
