/**
 * Does thirty tasks of readers with docgen, Scalar, and Redoc on the same OpenAPI documents, and prints a table with the
 * median over the documents.
 *
 *     DOCGEN=target/release/docgen PEERS=/tmp/peers/node_modules node benches/readers/main.mjs FILE.json... [--details]
 *
 * `PEERS` is a folder in which npm installed `@scalar/api-reference` and `@redocly/cli`. The documents are JSON in one
 * file, such as the `openapi.json` of a site that docgen built. All tools are served by the same server, which compresses
 * files, and the browser requests nothing from other hosts.
 */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { browser } from "../browser.mjs";
import { serve } from "../load.mjs";
import { median } from "../measure.mjs";
import { inBrowser } from "./page.mjs";
import { targets } from "./targets.mjs";
import { tasks } from "./tasks.mjs";
import { tools } from "./tools.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { details: { type: "boolean", default: false }, only: { type: "string", default: "" } },
});
if (positionals.length === 0) throw new Error("use: node benches/readers/main.mjs FILE.json...");

const chromium = await browser();
const found = new Map(tasks.map(({ title }) => [title, new Map(tools.map(({ name }) => [name, []]))]));

/** Opens a page of a tool. A page is a fresh visit: nothing is cached. */
async function visit(origin, options = {}) {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => null);
  const page = await context.newPage();
  await page.addInitScript(inBrowser);
  await page.route(
    (url) => url.origin !== origin,
    (route) => route.abort(),
  );
  page.close = () => context.close();
  return page;
}

for (const file of positionals) {
  const root = mkdtempSync(join(tmpdir(), "docgen-readers-"));
  const about = targets(JSON.parse(readFileSync(file, "utf8")));
  for (const tool of tools) {
    const folder = join(root, tool.name);
    try {
      tool.build(file, folder);
    } catch (error) {
      console.error(`${tool.name} can't build ${file}: ${String(error).slice(0, 200)}`);
      continue;
    }
    const server = await serve(folder);
    const origin = `http://127.0.0.1:${server.address().port}`;
    for (const task of tasks.filter(({ title }) => title.includes(values.only))) {
      const open = async (path, options) => {
        const page = await visit(origin, options);
        open.all.push(page);
        if (path) await page.goto(origin + path, { waitUntil: "load" });
        return page;
      };
      open.all = [];
      let result;
      try {
        result = await task.run({ tool, open, about, origin });
      } catch (error) {
        result = task.unit ? null : false;
        if (values.details) console.error(`  ${String(error).split("\n")[0]}`);
      }
      for (const page of open.all) await page.close().catch(() => null);
      if (result !== undefined) found.get(task.title).get(tool.name).push(result);
      const folderName = basename(dirname(file));
      if (values.details) console.error([basename(file), folderName, tool.name, task.title, result].join("\t"));
    }
    server.closeAllConnections();
    server.close();
  }
  rmSync(root, { recursive: true });
}
await chromium.close();

const ONE = { clicks: "click", keys: "key" };

/** Returns the result of a task over all documents: the median, or the number of documents with which it's possible. */
function summary({ unit }, results) {
  if (results.length === 0) return "";
  if (!unit) {
    const done = results.filter(Boolean).length;
    return done === results.length ? "yes" : done === 0 ? "no" : `${done} of ${results.length}`;
  }
  const numbers = results.filter((one) => one !== null);
  if (numbers.length < results.length / 2) return "no";
  const middle = median(numbers);
  return `${middle >= 10 ? Math.round(middle).toLocaleString("en") : Math.round(middle * 10) / 10}${unit === "count" ? "" : ` ${middle === 1 ? (ONE[unit] ?? unit) : unit}`}`;
}

console.log(`| Task | ${tools.map(({ name }) => name).join(" | ")} |\n| --- |${" --: |".repeat(tools.length)}`);
for (const task of tasks) {
  const cells = tools.map(({ name }) => summary(task, found.get(task.title).get(name)));
  console.log(`| ${task.title} | ${cells.join(" | ")} |`);
}
