/**
 * Patches a file of an npm package. Each text to replace must occur exactly once. If a text doesn't occur exactly once,
 * for example in another version of the package, the build fails until someone reviews the patches.
 */

import { readFile } from "node:fs/promises";

/** Returns an esbuild plugin that replaces texts in the files with paths that match `filter`. */
export const patch = (name, filter, corrections) => ({
  name,
  setup({ onLoad }) {
    onLoad({ filter }, async ({ path: file }) => {
      let contents = await readFile(file, "utf8");
      for (const [from, to] of corrections) {
        if (contents.split(from).length !== 2)
          throw new Error(`${file} doesn't contain this text exactly once: ${from}`);
        contents = contents.replace(from, () => to);
      }
      return { contents, loader: "js" };
    });
  },
});
