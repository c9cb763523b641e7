/**
 * Determines which files in the bundle only diagrams need, and which files only some kinds of diagrams need. A site
 * contains only the files for its own diagrams. The words that each kind of diagram can start with are read from the
 * library's source. The words precede the import of the code that draws diagrams of this kind. The files are derived
 * from the imports in the bundle.
 */

import { readFile } from "node:fs/promises";
import path from "node:path";

const library = "node_modules/mermaid/dist/mermaid.core.mjs";

/** Returns the module that draws each kind of diagram, and the words that diagrams of this kind can start with. */
async function drawn(theme, imports) {
  const source = await readFile(path.join(theme, library), "utf8");
  const modules = new Map(
    imports.filter(({ kind }) => kind === "dynamic-import").map((one) => [one.original, one.path]),
  );
  const words = new Map();
  let end = 0;
  for (const found of source.matchAll(/\bimport\("([^"]+)"\)/g)) {
    const patterns = source.slice(end, found.index).matchAll(/\/\^\\s\*\(?([\w|-]+)/g);
    const begin = [...patterns].flatMap(([, alternatives]) => alternatives.split("|"));
    const module = modules.get(found[1]);
    if (!module || begin.length === 0) throw new Error(`${library} doesn't say which diagrams need ${found[1]}`);
    words.set(module, new Set([...(words.get(module) ?? []), ...begin]));
    end = found.index + found[0].length;
  }
  if (words.size !== new Set(modules.values()).size)
    throw new Error(`${library} doesn't name everything that it loads`);
  return words;
}

export async function diagrams(theme, { inputs, outputs }) {
  const fileOf = (module) => Object.keys(outputs).find((file) => outputs[file].entryPoint === module);
  /** Returns a file and everything that it imports, statically or dynamically, except the files in `left`. */
  const reached = (file, left, found = new Set()) => {
    if (left.has(file) || found.has(file)) return found;
    found.add(file);
    for (const { path: imported, external } of outputs[file].imports) if (!external) reached(imported, left, found);
    return found;
  };
  const names = (files) => [...files].map((file) => path.basename(file)).sort();
  const words = await drawn(theme, inputs[library].imports);
  const kinds = [...words].map(([module, begin]) => ({ file: fileOf(module), words: [...begin].sort() }));
  const core = fileOf(library);
  const others = reached(fileOf("src/boot.ts"), new Set([core]));
  const all = reached(core, new Set([...others, ...kinds.map(({ file }) => file)]));
  const known = new Set([...others, ...all]);
  return {
    all: names(all),
    kinds: kinds.map(({ file, words }) => ({ words, files: names(reached(file, known)) })),
  };
}
