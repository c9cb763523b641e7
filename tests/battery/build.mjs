// Builds a site that consists of one OpenAPI document, with a time limit, and records docgen's output and resource
// usage.

import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";

/** The time limit. A build that takes longer counts as a failure. */
const LIMIT_SECONDS = 300;

/** Builds `file` in the `root` folder. Writes the site to `root/dist`. */
export async function build(file, root) {
  mkdirSync(join(root, "openapi"), { recursive: true });
  copyFileSync(file, join(root, "openapi", `document${extname(file)}`));
  const started = performance.now();
  const args = ["build", "--root", root, "--no-cache", "--format", "json"];
  const child = spawn(process.env.DOCGEN_BIN, args, { env: { ...process.env, NO_COLOR: "1" } });
  let [out, errors, memory] = ["", "", 0];
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    errors = (errors + text).slice(-4000);
  });
  const timer = setInterval(() => {
    memory = Math.max(memory, peak(child.pid));
    if (performance.now() - started > LIMIT_SECONDS * 1000) child.kill("SIGKILL");
  }, 5);
  const [code, signal] = await new Promise((end) => {
    child.on("close", (...how) => end(how));
  });
  clearInterval(timer);
  const seconds = (performance.now() - started) / 1000;
  const diagnostics = out.split("\n").filter(Boolean).map(parsed);
  const failed = code !== 0 || errors.includes("panicked");
  const failure = failed ? `${signal ?? `exit code ${code}`}: ${firstLine(diagnostics, errors)}` : undefined;
  return { failure, seconds, memory, diagnostics };
}

/** Returns the peak memory of a process so far, in MB. Returns 0 on systems other than Linux. */
function peak(pid) {
  try {
    const line = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return line ? Number(line[1]) / 1024 : 0;
  } catch {
    return 0;
  }
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return { severity: "error", code: "not-json", message: line };
  }
}

function firstLine(diagnostics, errors) {
  return diagnostics.find((one) => one.severity === "error")?.message ?? errors.trim().split("\n")[0];
}
