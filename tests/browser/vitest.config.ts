/**
 * Tests of built sites in a real browser. Packages come from the theme, so there is one lockfile:
 * `cd theme && npx vitest run --config ../tests/browser/vitest.config.ts`.
 */

import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const modules = fileURLToPath(new URL("../../theme/node_modules/", import.meta.url));

export default {
  root: here,
  cacheDir: `${modules}.vite-browser`,
  resolve: {
    alias: [
      { find: /^vitest$/, replacement: `${modules}vitest/dist/index.js` },
      { find: /^algoliasearch$/, replacement: `${modules}algoliasearch/dist/node.js` },
      { find: /^playwright-core$/, replacement: `${modules}playwright-core/index.mjs` },
    ],
  },
  test: {
    include: ["*.test.ts"],
    globalSetup: "harness/global.ts",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
};
