/** Bundles the browser's search client as in the theme, and imports it. */

import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const theme = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../theme");
const { build } = createRequire(path.join(theme, "package.json"))("esbuild");

const { outputFiles } = await build({
  stdin: {
    contents: 'export { createProvider } from "./index.ts"; export { tokens } from "./tokens.ts";',
    resolveDir: path.join(theme, "src/search/embedded"),
  },
  bundle: true,
  write: false,
  format: "esm",
  target: "es2022",
});
const code = Buffer.from(outputFiles[0].contents).toString("base64");
export const { createProvider, tokens } = await import(`data:text/javascript;base64,${code}`);
