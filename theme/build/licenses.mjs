/** Collects the licenses and copyright notices of everything in the bundle in one string. */

import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

const byName = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the folders of all npm packages that bundled files are from. */
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
    if (!license) throw new Error(`${name} has no license`);
    found.push([`License: ${license}`, author?.name ?? author, homepage].filter(Boolean).join("\n"));
  }
  return { title: `${name} ${version}`, texts: found };
}

/** Returns the files with the licenses of the theme's fonts. */
export const fontLicenses = async (theme) =>
  (await readdir(path.join(theme, "fonts"))).filter((file) => file.startsWith("OFL-")).sort(byName);

/**
 * Returns a font family's license. For example, the license in `OFL-sans.txt` applies to the `docgen-sans….woff2`
 * files.
 */
async function font(theme, file) {
  const text = await readFile(path.join(theme, "fonts", file), "utf8");
  return { title: `Fonts docgen-${path.basename(file, ".txt").slice("OFL-".length)}`, texts: [tidy(text)] };
}

/** Returns the comments in esbuild's `.LEGAL.txt` files, without the names of the source files. */
function comments(legal) {
  const found = legal.flatMap((text) => [...text.matchAll(/^ {2}(\/\*[\s\S]*?^ {2} ?\*\/|\/\*.*\*\/|\/\/.*)$/gm)]);
  const texts = found.map(([, comment]) => tidy(comment.replace(/^ {2}/gm, "")));
  return [...new Set(texts)].filter((text) => /licen[cs]e|copyright|\(c\)/i.test(text)).sort(byName);
}

/** Returns the text. Identical licenses appear once, below the names of all works that they apply to. */
export async function licenses(theme, inputs, legal, fonts) {
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
  return `The works in this bundle, and their licenses.${rule}${sections.join(rule)}\n`;
}
