/**
 * Collects all icons that pages can use in one string, sorted by name. Each icon has a line with its name, a tab, and
 * its elements. Each alias has a line in the form `alias=name`.
 */

import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** The icon folder, relative to the theme. */
const folder = "node_modules/lucide-static";

const byName = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

function element([tag, { key: _, ...attributes }]) {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<${tag}${written.join("")}/>`;
}

/** Returns the text and the path of a file in the icon package. The path determines the license. */
export async function icons(theme) {
  const nodes = JSON.parse(await readFile(path.join(theme, folder, "icon-nodes.json"), "utf8"));
  const lines = new Map(Object.entries(nodes).map(([name, elements]) => [name, `\t${elements.map(element).join("")}`]));
  // An alias has its own file, which contains the same drawing.
  const names = new Map();
  const others = [];
  for (const file of (await readdir(path.join(theme, folder, "icons"))).sort(byName)) {
    const name = path.basename(file, ".svg");
    const text = await readFile(path.join(theme, folder, "icons", file), "utf8");
    const drawing = text.replace(/ class="[^"]*"/, "");
    if (lines.has(name)) names.set(drawing, name);
    else others.push([name, drawing]);
  }
  for (const [name, drawing] of others) {
    if (names.has(drawing)) lines.set(name, `=${names.get(drawing)}`);
  }
  const sorted = [...lines].sort(([a], [b]) => byName(a, b));
  return { text: sorted.map(([name, rest]) => `${name}${rest}\n`).join(""), source: `${folder}/icon-nodes.json` };
}
