import { defineConfig } from "vitest/config";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", development: false } },
  test: {
    include: ["test/**/*.test.{ts,tsx}"],
    // React's own checks are for development; what is tested is what readers get.
    env: { NODE_ENV: "production" },
  },
});
