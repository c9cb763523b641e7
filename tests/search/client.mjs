/**
 * Answers questions with the browser's client, for tests: the client is bundled as the theme bundles it, and `fetch` reads
 * the files of an index from a folder.
 *
 *     node client.mjs FOLDER < requests.jsonl > answers.jsonl
 *
 * A line in is a request, a line out its answer, or `{"error": ...}`.
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

globalThis.fetch = async (url) => {
  try {
    return new Response(await readFile(path.join(folder, new URL(url).pathname)));
  } catch {
    return new Response("", { status: 404 });
  }
};

const provider = createProvider({ base: "http://127.0.0.1/" });
for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = await provider.search(JSON.parse(line), new AbortController().signal);
  } catch (error) {
    answer = { error: String(error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
