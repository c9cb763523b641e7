/**
 * Checks a built site against React. Renders the frame of every page from the data in the page's shell, as the browser
 * would, and compares the result byte by byte with the filled template.
 *
 *     node build/parity.mjs DIST
 */

import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { load } from "./load.mjs";

const [dist] = process.argv.slice(2);
if (!dist) throw new Error("usage: node build/parity.mjs DIST");

const between = (text, start, end, from = text.indexOf(start)) =>
  from < 0 ? null : text.slice(from + start.length, text.indexOf(end, from));

const inlined = (shell, id) =>
  JSON.parse(between(shell, `<script type="application/json" id="${id}">`, "</script>") ?? "null");

const readJson = async (file) => JSON.parse(await readFile(path.join(dist, file), "utf8"));

/**
 * Returns the body of a page from its shell: everything between the article's opening tag and the fixed markup after
 * the article.
 */
function bodyOf(root) {
  const start = '<div class="article">';
  return root.slice(
    root.indexOf(start) + start.length,
    root.lastIndexOf('</div><button type="button" class="back-to-top"'),
  );
}

const { derive, render } = await load("build/golden.tsx");
const trees = new Map();

/** Returns the tree for a page's sidebar. Loads each part of the tree that is on the path to the page. */
async function treeOf({ id, trail }, baseUrl) {
  const index = (await readJson("_docgen/site.json")).nav[id];
  if (!trees.has(index)) trees.set(index, await readJson(path.join("_docgen/immutable", index)));
  if (!baseUrl) throw new Error("the site has no base URL");
  const tree = trees.get(index);
  let nodes = tree.items;
  for (const key of trail) {
    const node = nodes.find((one) => one.key === key);
    if (node?.part) {
      node.items = (await readJson(path.join("_docgen/immutable", node.part))).items;
      delete node.part;
    }
    nodes = node?.items ?? [];
  }
  return tree;
}

let pages = 0;
const failures = [];
const files = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith(".html")).sort();
for (const file of files) {
  const shell = await readFile(path.join(dist, file), "utf8");
  const page = inlined(shell, "docgen-page");
  const site = inlined(shell, "docgen-site");
  // Redirects and the site's own files aren't shells.
  if (!page || !site) continue;
  pages += 1;
  const root = between(shell, '<div id="docgen-root">', '</div>\n<script type="application/json" id="docgen-site">');
  const tree = page.sidebar && (await treeOf(page.sidebar, site.baseUrl));
  const expected = render(derive({ site, page: { ...page, html: bodyOf(root) }, tree }));
  if (expected === root) continue;
  let at = 0;
  while (expected[at] === root[at]) at += 1;
  const near = (text) => text.slice(Math.max(0, at - 60), at + 120);
  failures.push(`${file}: differs at ${at}\n  React:    ${near(expected)}\n  template: ${near(root)}`);
}
if (pages === 0) failures.push(`${dist} contains no pages`);
console.log(failures.length > 0 ? failures.join("\n") : `${pages} pages match what React renders`);
process.exitCode = failures.length > 0 ? 1 : 0;
