import { defineConfig } from "vitest/config";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", development: false } },
  test: {
    include: ["test/**/*.test.{ts,tsx}"],
    // Test what readers get, without React's checks, which are only for development.
    env: { NODE_ENV: "production" },
  },
});
