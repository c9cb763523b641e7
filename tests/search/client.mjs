/**
 * Answers questions with the browser's client, for tests: the client is bundled as the theme bundles it, and `fetch` reads
 * the files of an index from a folder.
 *
 *     node client.mjs FOLDER < requests.jsonl > answers.jsonl
 *
 * A line in is a request, a line out its answer, or `{"error": ...}`. A request with `files` is put to a client of its
 * own, which finds these in the place of those in the folder: the bytes in base64, or null for none.
 */

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const theme = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../theme");
const { build } = createRequire(path.join(theme, "package.json"))("esbuild");
const folder = process.argv[2];

const { outputFiles } = await build({
  entryPoints: [path.join(theme, "src/search/embedded/index.ts")],
  bundle: true,
  write: false,
  format: "esm",
  target: "es2022",
});
const code = Buffer.from(outputFiles[0].contents).toString("base64");
const { createProvider } = await import(`data:text/javascript;base64,${code}`);

let replaced = {};
globalThis.fetch = async (url) => {
  const name = new URL(url).pathname.slice(1);
  try {
    if (replaced[name] === null) throw new Error("there is no such file");
    const bytes = replaced[name] === undefined ? await readFile(path.join(folder, name)) : replaced[name];
    return new Response(typeof bytes === "string" ? Buffer.from(bytes, "base64") : bytes);
  } catch {
    return new Response("", { status: 404 });
  }
};

const create = () => createProvider({ base: "http://127.0.0.1/" });
const whole = create();
for await (const line of createInterface({ input: process.stdin })) {
  const { files, ...request } = JSON.parse(line);
  replaced = files ?? {};
  let answer;
  try {
    answer = await (files ? create() : whole).search(request, new AbortController().signal);
  } catch (error) {
    answer = { error: String(error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
