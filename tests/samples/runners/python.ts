/** Python with Requests, which not every Python on a machine has. */

import { interpreted } from "./interpreted.ts";

export const python = interpreted("python", process.env.SAMPLES_PYTHON ?? "python3", "sample.py", {
  resolvesDots: true,
});
