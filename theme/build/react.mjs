/**
 * Patches React's renderer for docgen's own script engine. Each text to replace must occur exactly once. If it doesn't,
 * as in another version of the package, the build fails until someone reviews the patches.
 */

import { readFile } from "node:fs/promises";

const corrections = [
  // Errors that React would otherwise hide by rendering a fallback: there is no browser that could try again.
  ["function onError() {}", "function onError(error, info) { exports.onError(error, info); }"],
  // The innermost component of an error, whose place docgen reports.
  ["var errorInfo = {};\n  node$jscomp$0 &&", "var errorInfo = { node: node$jscomp$0 };\n  node$jscomp$0 &&"],
  // React would write a hint to load the image in front of the whole page.
  ['"lazy" === props.loading ||\n          (!src && !srcSet) ||', "true ||\n          (!src && !srcSet) ||"],
];

export const react = {
  name: "react",
  setup({ onLoad }) {
    onLoad({ filter: /react-dom-server-legacy\.browser\.production\.js$/ }, async ({ path: file }) => {
      let contents = await readFile(file, "utf8");
      for (const [from, to] of corrections) {
        if (contents.split(from).length !== 2)
          throw new Error(`${file} doesn't contain this text exactly once: ${from}`);
        contents = contents.replace(from, () => to);
      }
      return { contents, loader: "js" };
    });
  },
};
