/** Node.js. */

import { interpreted } from "./interpreted.ts";

export const nodejs = interpreted("nodejs", process.execPath, "sample.mjs", {
  resolvesDots: true,
  breaksLines: true,
});
