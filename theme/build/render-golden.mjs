/**
 * Renders the frame with React for each `NAME.json` of a folder, and writes `NAME.react.html` beside it.
 *
 * The JSON is `{site, page, tree?}`, as docgen sends them to the browser: the frame's data is derived from these as the
 * browser does it, so the filled template has to equal this file in every byte but the body's, which is `page.html`.
 *
 *     node build/render-golden.mjs FOLDER
 */

import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { load } from "./load.mjs";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("usage: node build/render-golden.mjs FOLDER");
const { derive, render } = await load("build/golden.tsx");
for (const name of (await readdir(folder)).sort()) {
  if (!name.endsWith(".json")) continue;
  const golden = JSON.parse(await readFile(path.join(folder, name), "utf8"));
  await writeFile(path.join(folder, name.replace(/json$/, "react.html")), render(derive(golden)));
}
