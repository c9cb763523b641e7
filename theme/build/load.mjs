/** Loads one of the theme's TypeScript modules in Node, with the installed React in production mode. */

import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const theme = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

export async function load(entry) {
  process.env.NODE_ENV = "production";
  const { outputFiles } = await build({
    absWorkingDir: theme,
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    packages: "external",
    logLevel: "warning",
  });
  // Write the module to a folder below the installed packages so that the module can import these packages.
  const cache = path.join(theme, "node_modules", ".cache");
  const module = path.join(cache, `${path.parse(entry).name}-${process.pid}.mjs`);
  await mkdir(cache, { recursive: true });
  await writeFile(module, outputFiles[0].contents);
  try {
    return await import(pathToFileURL(module).href);
  } finally {
    await rm(module);
  }
}
