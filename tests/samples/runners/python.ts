/** Python with Requests. `SAMPLES_PYTHON` selects a Python that has Requests installed. */

import { interpreted } from "./interpreted.ts";

export const python = interpreted("python", process.env.SAMPLES_PYTHON ?? "python3", "sample.py", {
  resolvesDots: true,
});
