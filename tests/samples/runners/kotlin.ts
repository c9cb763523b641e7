/** Kotlin. The compiler takes seconds to start, so all samples are compiled together, each in a separate package. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tool } from "../tools.ts";
import type { Runner } from "./table.ts";

export const kotlin: Runner = {
  id: "kotlin",
  limits: {},
  prepare: async (samples, folder) => {
    for (const { index, source } of samples) {
      writeFileSync(join(folder, `Sample${index}.kt`), `package sample${index}\n\n${source}\n`);
    }
    const sources = samples.map(({ index }) => `Sample${index}.kt`);
    await tool("kotlinc", [...sources, "-jvm-target", "1.8", "-include-runtime", "-d", "samples.jar"], {
      folder,
      within: 500_000,
    });
    return async (sample) => {
      const entry = `sample${sample.index}.Sample${sample.index}Kt`;
      await tool("java", ["-cp", join(folder, "samples.jar"), entry], { folder: sample.folder });
    };
  },
};
