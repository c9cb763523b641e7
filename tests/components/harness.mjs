// Builds sites with docgen.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const docgen = process.env.DOCGEN_BIN ?? join(import.meta.dirname, "../../target/debug/docgen");

/** The folder that contains the tests' npm packages. */
export const installed = join(import.meta.dirname, "node_modules");

/** Creates a folder with these files, which is removed after the test. */
export function folder(t, files) {
  const root = mkdtempSync(join(tmpdir(), "docgen-components-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** Runs docgen in a folder. Returns docgen's output and exit code. */
export function run(root, args, env = {}) {
  const child = spawn(docgen, args, { cwd: root, env: { ...process.env, NO_COLOR: "1", ...env } });
  const out = { stdout: "", stderr: "" };
  for (const name of Object.keys(out)) {
    child[name].setEncoding("utf8").on("data", (text) => {
      out[name] += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, ...out }));
  });
}
