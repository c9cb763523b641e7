/**
 * Lets esbuild omit the unused parts of react-router from the bundle. react-router creates its components with calls
 * that esbuild can't recognize as free of side effects, and sets the components' names with assignments. Without this
 * plugin, these calls and assignments would keep the components, and all code that the components use, in the first
 * load.
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
