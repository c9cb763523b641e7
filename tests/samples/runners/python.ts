/** Python, where Requests is installed: not every Python of a machine has it. */

import { interpreted } from "./interpreted.ts";

export const python = interpreted("python", process.env.SAMPLES_PYTHON ?? "python3", "sample.py", {
  resolvesDots: true,
});
