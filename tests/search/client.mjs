/**
 * Answers queries with the browser's client, for tests. The client is bundled as in the theme, and `fetch` reads the
 * files of an index, or parts of them, from a folder.
 *
 *     node client.mjs FOLDER < requests.jsonl > answers.jsonl
 *
 * Each input line is a request, and each output line is its answer or `{"error": ...}`. A request with `files` uses a
 * new client, which reads these files instead of the files in the folder. Each value is a file's bytes in base64, or
 * null for a missing file. The answer lists the requested files in `asked`. A request with `complete` gets hits with
 * all texts. If a line is a string, the output is a list of the string's tokens, and whether each token is primary.
 */

import { readFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { createProvider, tokens } from "./bundle.mjs";

const folder = process.argv[2];

let replaced = {};
let asked = new Set();
globalThis.fetch = async (url, { headers } = {}) => {
  const name = new URL(url).pathname.slice(1);
  asked.add(name);
  try {
    if (replaced[name] === null) throw new Error("there is no such file");
    const bytes = replaced[name] === undefined ? await readFile(path.join(folder, name)) : replaced[name];
    const whole = typeof bytes === "string" ? Buffer.from(bytes, "base64") : bytes;
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(new Headers(headers).get("range")) ?? [];
    if (first === undefined) return new Response(whole);
    return new Response(whole.subarray(Number(first), Number(last) + 1), { status: 206 });
  } catch {
    return new Response("", { status: 404 });
  }
};

const create = () => createProvider({ base: "http://127.0.0.1/" });
const whole = create();

async function answerOf(line) {
  if (typeof line === "string") return tokens(line).map(({ text, primary }) => [text, primary]);
  const { files, complete, ...request } = line;
  replaced = files ?? {};
  asked = new Set();
  try {
    const answer = await (files ? create() : whole).search(request, new AbortController().signal);
    if (complete) {
      const { signal } = new AbortController();
      answer.hits = await Promise.all(answer.hits.map((hit) => whole.complete(hit, signal)));
    }
    return files ? { ...answer, asked: [...asked] } : answer;
  } catch (error) {
    return { error: String(error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answerOf(JSON.parse(line)))}\n`);
}
