/** Rust: one package with a program for each sample so that the package's libraries are compiled only once. */

import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { tool } from "../tools.ts";
import type { Runner } from "./table.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Compiled libraries are kept between runs, next to docgen's own compiled libraries. */
const target = here("../../../target/samples");

export const rust: Runner = {
  id: "rust",
  limits: { resolvesDots: true },
  prepare: async (samples, folder) => {
    for (const name of ["Cargo.toml", "Cargo.lock"]) copyFileSync(here(`../rust/${name}`), join(folder, name));
    mkdirSync(join(folder, "src/bin"), { recursive: true });
    for (const { index, source } of samples) writeFileSync(join(folder, `src/bin/sample${index}.rs`), `${source}\n`);
    const environment = { CARGO_TARGET_DIR: target };
    await tool("cargo", ["build", "--locked", "--quiet", "-j2"], { folder, environment, within: 590_000 });
    return async (sample) => {
      await tool(join(target, "debug", `sample${sample.index}`), [], { folder: sample.folder });
    };
  },
};
