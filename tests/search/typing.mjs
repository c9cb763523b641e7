/**
 * Measures what a reader's browser fetches while a query is typed letter by letter, and how soon a result appears.
 *
 *     node typing.mjs FOLDER [whole] < queries.txt
 *
 * With `whole`, the host ignores requests for parts of files.
 *
 * FOLDER is the `_docgen/search` folder of a built site. Each input line is a query. Every query is typed into a new
 * client, which has loaded the files that it loads when the dialog opens. A letter follows every `key` milliseconds,
 * and a file takes `trip` milliseconds. As in the dialog, a letter cancels the search for the previous letters. After a
 * pause, a draft is replaced by the answer, and the texts and headings of the visible results are loaded. The output is one line per query and a summary, both as JSON.
 */

import { readFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { createProvider } from "./bundle.mjs";

const folder = process.argv[2];
const sendsParts = process.argv[3] !== "whole";
const key = 120;
const trip = 20;
/** The delay after which the dialog loads texts, and the number of results that it shows without scrolling. */
const pause = 200;
const visible = 7;
/** The number of clients that run at a time. */
const width = 12;

const after = (time) => new Promise((done) => setTimeout(done, time));

/** The requests of each client, by the first part of its base URL. */
const counts = new Map();
globalThis.fetch = async (url, { headers } = {}) => {
  const { host, pathname } = new URL(url);
  const own = counts.get(host);
  const whole = await readFile(path.join(folder, pathname.slice(1)));
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(sendsParts ? new Headers(headers).get("range") : "") ?? [];
  const bytes = first === undefined ? whole : whole.subarray(Number(first), Number(last) + 1);
  own.requests.push([pathname, bytes.length]);
  await after(trip);
  return new Response(bytes, { status: first === undefined ? 200 : 206 });
};

async function typed(query, number) {
  const host = `client-${number}`;
  const count = { requests: [] };
  counts.set(host, count);
  const provider = createProvider({ base: `http://${host}/` });
  await provider.prepare();
  const times = [];
  let left = new AbortController();
  let found = 0;
  const search = async (text, controller, isDraft = true) => {
    const start = performance.now();
    const request = { query: text, page: 0, hitsPerPage: 20, visible, facetFilters: ["language:en"], isDraft };
    const { hits, nbHits, ...rest } = await provider.search(request, controller.signal);
    times.push(performance.now() - start);
    found = nbHits;
    if (!provider.complete) return;
    await after(pause);
    if (controller.signal.aborted) return;
    if (rest.isDraft) return search(text, controller, false);
    const excerpts = hits
      .slice(0, visible)
      .filter(({ type, operation, isPartial }) => isPartial || type === "content" || (type === "lvl1" && !operation));
    await Promise.all(excerpts.map((hit) => provider.complete(hit, controller.signal)));
  };
  const searches = [];
  const letters = [...query];
  for (let length = 1; length <= letters.length; length++) {
    left.abort();
    left = new AbortController();
    searches.push(search(letters.slice(0, length).join(""), left).catch(() => {}));
    await after(key);
  }
  await Promise.all(searches);
  const kinds = {};
  for (const [name, size] of count.requests) {
    const kind = name.replace(/[0-9a-f]{8}/g, "").replace(/\d+/g, "").split("/").slice(2).join("/") || name;
    kinds[kind] ??= [0, 0];
    kinds[kind][0] += 1;
    kinds[kind][1] += size;
  }
  const bytes = count.requests.reduce((sum, [, size]) => sum + size, 0);
  return { query, bytes, requests: count.requests.length, slowest: Math.round(Math.max(...times)), found, kinds };
}

const queries = [];
for await (const line of createInterface({ input: process.stdin })) if (line.trim()) queries.push(line.trim());
const all = [];
for (let first = 0; first < queries.length; first += width) {
  const some = queries.slice(first, first + width);
  all.push(...(await Promise.all(some.map((query, index) => typed(query, first + index)))));
}
for (const one of all) console.log(JSON.stringify(one));
const at = (name, share) => {
  const sorted = all.map((one) => one[name]).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
};
const sum = (name) => ({ median: at(name, 0.5), p90: at(name, 0.9), most: at(name, 1) });
const kinds = {};
for (const one of all) {
  for (const [kind, [count, size]] of Object.entries(one.kinds)) {
    kinds[kind] ??= [0, 0];
    kinds[kind][0] += count / all.length;
    kinds[kind][1] += size / all.length;
  }
}
for (const [kind, [count, size]] of Object.entries(kinds)) kinds[kind] = [Number(count.toFixed(1)), Math.round(size)];
console.log(JSON.stringify({ queries: all.length, bytes: sum("bytes"), requests: sum("requests"), slowest: sum("slowest"), kinds }));
