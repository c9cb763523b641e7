/**
 * Patches a file in an npm package. Each string to replace must occur exactly once. If a string doesn't occur exactly
 * once, for example in a different version of the package, the build fails until someone reviews the patches.
 */

import { readFile } from "node:fs/promises";

/** Returns an esbuild plugin that replaces strings in the files whose paths match `filter`. */
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
