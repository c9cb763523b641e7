/**
 * Tests of code samples: executed against a server that records what arrives, or parsed by a grammar. Packages come from the
 * theme, but for the grammars: `tests/samples/run` sets all of it up.
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
