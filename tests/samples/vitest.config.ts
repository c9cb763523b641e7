/**
 * Tests of code samples, which are run against a server that records requests, or parsed with a grammar. All packages
 * except the grammars come from the theme. `tests/samples/run` sets everything up.
 */

import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const modules = fileURLToPath(new URL("../../theme/node_modules/", import.meta.url));

export default {
  root: here,
  cacheDir: `${modules}.vite-samples`,
  resolve: {
    alias: [
      { find: /^vitest$/, replacement: `${modules}vitest/dist/index.js` },
      { find: /^playwright-core$/, replacement: `${modules}playwright-core/index.mjs` },
    ],
  },
  test: {
    include: ["*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
    maxConcurrency: 2,
  },
};
