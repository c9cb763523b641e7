import { defineConfig } from "vitest/config";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", development: false } },
  test: {
    include: ["test/**/*.test.{ts,tsx}"],
    // React's own checks are only for development. The tests check what readers get.
    env: { NODE_ENV: "production" },
  },
});
