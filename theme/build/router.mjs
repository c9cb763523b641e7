/**
 * Lets the bundle leave out the parts of react-router that the app does not use. Its components are calls that only React
 * knows to be harmless, and each is named by an assignment; both would keep them, and all that they use, in the first load.
 */

import { readFile } from "node:fs/promises";

export const router = {
  name: "router",
  setup({ onLoad }) {
    onLoad({ filter: /react-router\/dist\/\w+\/chunk-\w+\.mjs$/ }, async ({ path: file }) => {
      const contents = await readFile(file, "utf8");
      return {
        contents: contents
          .replace(/\bReact\d*\.(?:createContext|forwardRef|memo|createElement)\(/g, "/* @__PURE__ */ $&")
          .replace(/^\w+\.displayName = "\w+";$/gm, ""),
        loader: "js",
      };
    });
  },
};
