/** A language that runs samples directly. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Limits } from "../compare.ts";
import { tool } from "../tools.ts";
import type { Runner } from "./table.ts";

/** Returns a runner that writes the sample to a file and passes the file to a program. */
export const interpreted = (id: string, program: string, file: string, limits: Limits = {}): Runner => ({
  id,
  limits,
  prepare: async () => async (sample) => {
    writeFileSync(join(sample.folder, file), sample.source);
    await tool(program, [file], { folder: sample.folder });
  },
});
