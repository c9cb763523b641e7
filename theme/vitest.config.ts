import { defineConfig } from "vitest/config";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", development: false } },
  test: {
    include: ["test/**/*.test.{ts,tsx}"],
    // A busy machine is only slow, not broken.
    testTimeout: 120_000,
    // Test the same code that readers get, without React's development checks.
    env: { NODE_ENV: "production" },
  },
});
