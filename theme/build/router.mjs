/**
 * Lets esbuild leave the unused parts of react-router out of the bundle. The components of react-router are created by
 * calls that esbuild doesn't know to be free of side effects, and each component gets its name by an assignment.
 * Without this plugin, these calls and assignments would keep the components, and everything that they use, in the
 * first load.
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
