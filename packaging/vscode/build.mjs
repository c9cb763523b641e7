// Bundles the extension into one file, and collects the licenses of the packages in it. With a version as the argument,
// also writes the version into `package.json`.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const [version] = process.argv.slice(2);
if (version) {
  const file = join(here, "package.json");
  writeFileSync(file, readFileSync(file, "utf8").replace(/"version": "[^"]*"/, `"version": "${version}"`));
}
const { metafile } = await build({
  metafile: true,
  absWorkingDir: here,
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  minify: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  // VS Code provides this module.
  external: ["vscode"],
  legalComments: "none",
  logLevel: "warning",
});

const packages = Object.keys(metafile.inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
const licenses = [...new Set(packages)].sort().map((folder) => {
  const file = readdirSync(join(here, folder)).find((name) => /^licen[cs]e/i.test(name));
  if (!file) throw new Error(`${folder} has no license file`);
  return `${folder.replace(/^.*node_modules\//, "")}\n\n${readFileSync(join(here, folder, file), "utf8")}`;
});
writeFileSync(join(here, "dist/licenses.txt"), licenses.join("\n\n"));
