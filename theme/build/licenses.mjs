/** What a site that carries the bundle owes to the works in it: one text with every licence and copyright notice. */

import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

const byName = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** The package that each bundled file of npm belongs to, as folders. */
function packages(inputs) {
  const folders = inputs.map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0]);
  return [...new Set(folders.filter(Boolean))].sort(byName);
}

const tidy = (text) =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\S\n]+$/gm, "")
    .trim();

async function owed(theme, folder) {
  const root = path.join(theme, folder);
  const { name, version, license, author, homepage } = JSON.parse(await readFile(path.join(root, "package.json")));
  const files = (await readdir(root)).filter((file) => /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i.test(file));
  const texts = files.filter((file) => !/\.[cm]?js$/.test(file)).sort(byName);
  const found = await Promise.all(texts.map(async (file) => tidy(await readFile(path.join(root, file), "utf8"))));
  if (found.length === 0) {
    if (!license) throw new Error(`${name} names no licence`);
    found.push([`Licence: ${license}`, author?.name ?? author, homepage].filter(Boolean).join("\n"));
  }
  return { title: `${name} ${version}`, texts: found };
}

/** The licence of a family of fonts, `OFL-sans.txt` for the files `docgen-sans….woff2`. */
async function font(theme, file) {
  const text = await readFile(path.join(theme, "fonts", file), "utf8");
  return { title: `Fonts docgen-${path.basename(file, ".txt").slice("OFL-".length)}`, texts: [tidy(text)] };
}

/** The comments of esbuild's `.LEGAL.txt` files without the names of the files they come from. */
function comments(legal) {
  const found = legal.flatMap((text) => [...text.matchAll(/^ {2}(\/\*[\s\S]*?^ {2} ?\*\/|\/\*.*\*\/|\/\/.*)$/gm)]);
  const texts = found.map(([, comment]) => tidy(comment.replace(/^ {2}/gm, "")));
  return [...new Set(texts)].filter((text) => /licen[cs]e|copyright|\(c\)/i.test(text)).sort(byName);
}

/** Equal texts are given once, below the names of all that they hold for. */
export async function licenses(theme, inputs, legal) {
  const fonts = (await readdir(path.join(theme, "fonts"))).filter((file) => file.startsWith("OFL-")).sort(byName);
  const works = await Promise.all([
    ...packages(inputs).map((folder) => owed(theme, folder)),
    ...fonts.map((file) => font(theme, file)),
  ]);
  const titles = new Map();
  for (const { title, texts } of works) {
    for (const text of texts) titles.set(text, new Set(titles.get(text)).add(title));
  }
  const sections = [...titles].map(([text, names]) => `${[...names].sort(byName).join("\n")}\n\n${text}`).sort(byName);
  const notices = comments(legal);
  if (notices.length > 0) sections.push(`Notices in the code\n\n${notices.join("\n\n")}`);
  const rule = `\n\n${"=".repeat(80)}\n\n`;
  return `The works that this bundle is made with, and their licences.${rule}${sections.join(rule)}\n`;
}
