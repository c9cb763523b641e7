/**
 * Tests of built sites in a real browser. Packages come from the theme so that there is only one lock file. To run the
 * tests, use `cd theme && npx vitest run --config ../tests/browser/vitest.config.ts`.
 */

import { basename } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const modules = fileURLToPath(new URL("../../theme/node_modules/", import.meta.url));

/** The slowest test files. They start first so that no slow file runs alone at the end. */
const longest = [
  "parts",
  "own",
  "accessibility",
  "search-lost",
  "servers",
  "search-answers",
  "spec-search",
  "hydration",
];

interface Spec {
  moduleId: string;
}

/** A sequencer that runs the slowest test files first. */
class LongestFirst {
  sort(files: Spec[]): Spec[] {
    const rank = ({ moduleId }: Spec) => {
      const place = longest.indexOf(basename(moduleId, ".test.ts"));
      return place < 0 ? longest.length : place;
    };
    return [...files].sort((a, b) => rank(a) - rank(b));
  }
  shard(files: Spec[]): Spec[] {
    return files;
  }
}

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
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Use the same timeout as everywhere else for the browser. A busy machine is only slow, not broken.
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 5,
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
};
