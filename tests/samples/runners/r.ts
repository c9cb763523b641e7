/** R. */

import { interpreted } from "./interpreted.ts";

export const r = interpreted("r", "Rscript", "sample.R");
