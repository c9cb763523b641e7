/** A language that compiles each sample separately. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Limits } from "../compare.ts";
import { tool } from "../tools.ts";
import type { Runner } from "./table.ts";

export interface Compiled {
  id: string;
  file: string;
  compile: readonly [program: string, ...options: string[]];
  run: readonly [program: string, ...options: string[]];
  limits?: Limits;
}

/** Returns a runner that writes the sample to a file, compiles the file, and runs the result. */
export const compiled = ({ id, file, compile, run, limits = {} }: Compiled): Runner => ({
  id,
  limits,
  prepare: async () => async (sample) => {
    writeFileSync(join(sample.folder, file), sample.source);
    for (const [program, ...options] of [compile, run]) await tool(program, options, { folder: sample.folder });
  },
});
