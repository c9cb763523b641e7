// Runs programs and serves files for release tests.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const repository = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** The folder that `tests/packaging/run` creates: `binaries`, `out`, and `npm`. */
export const release = process.env.DOCGEN_RELEASE;

/** Creates a folder that is removed after the test. */
export function folder(t) {
  const path = mkdtempSync(join(tmpdir(), "docgen-packaging-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/**
 * Runs a program until it exits. Returns the program's output, and its exit code or the signal that stopped the
 * program.
 */
export function run(program, args, { cwd, env = {}, input = "" } = {}) {
  const { child, end } = start(program, args, { cwd, env, stdin: "pipe" });
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return end;
}

/** Starts a program in a separate process group, as a shell does. */
export function start(program, args, { cwd, env = {}, stdin = "ignore" } = {}) {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, NO_COLOR: "1", NODE_OPTIONS: "", ...env },
    stdio: [stdin, "pipe", "pipe"],
    detached: true,
  });
  const out = { stdout: "", stderr: "" };
  for (const name of Object.keys(out)) {
    child[name].setEncoding("utf8").on("data", (text) => {
      out[name] += text;
    });
  }
  const end = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, ...out }));
  });
  return { child, end, out };
}

/** Serves the result of `answer` for each requested path, and records the requested paths. */
export async function serve(t, answer) {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    const body = answer(decodeURIComponent(request.url));
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${server.address().port}`, asked };
}
