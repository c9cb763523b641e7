import { defineConfig } from "vitest/config";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", development: false } },
  test: {
    include: ["test/**/*.test.{ts,tsx}"],
    // Test the same code that readers get, without React's development checks.
    env: { NODE_ENV: "production" },
  },
});
