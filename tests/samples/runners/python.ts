/** Python with Requests. `SAMPLES_PYTHON` specifies a Python interpreter that has Requests installed. */

import { interpreted } from "./interpreted.ts";

export const python = interpreted("python", process.env.SAMPLES_PYTHON ?? "python3", "sample.py", {
  resolvesDots: true,
});
