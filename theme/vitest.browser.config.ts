import { defineConfig } from "vitest/config";

/** The tests in a real browser: `npm run test:browser`. */
export default defineConfig({
  oxc: { jsx: { runtime: "automatic", development: false } },
  test: {
    include: ["test/browser/**/*.test.ts"],
    env: { NODE_ENV: "production" },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Two cores: one for the browser.
    fileParallelism: false,
  },
});
