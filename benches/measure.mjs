/** Measures the time, processor time, and memory of a command and its child processes. */

import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Returns the IDs of a process and its descendants, as listed in `/proc`. */
function below(pid) {
  const parents = new Map();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const [, parent] = readFileSync(`/proc/${name}/stat`, "utf8")
        .replace(/^.*\) /, "")
        .split(" ");
      parents.set(Number(name), Number(parent));
    } catch {
      // The process has stopped in the meantime.
    }
  }
  const found = new Set([pid]);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const [child, parent] of parents) if (found.has(parent)) found.add(child);
  }
  return found;
}

function peak(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/**
 * Runs a command until it exits. Returns the wall-clock time and processor time in seconds. If the system has `/proc`,
 * also returns the sum of the peak memory of all processes in MB. If the command takes longer than `limit` seconds,
 * stops the command and returns nothing.
 */
export async function measure([command, ...args], cwd, limit) {
  const script = 'TIMEFORMAT="@times %R %U %S"; time "$@"';
  const child = spawn("bash", ["-c", script, "bash", command, ...args], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const peaks = new Map();
  const look = () => {
    for (const pid of below(child.pid)) if (pid !== child.pid) peaks.set(pid, Math.max(peaks.get(pid) ?? 0, peak(pid)));
  };
  const timer = setInterval(look, 25);
  let late = false;
  const end = () => {
    late = true;
    for (const pid of below(child.pid)) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // The process has stopped in the meantime.
      }
    }
  };
  const deadline = setTimeout(end, limit * 1000);
  const code = await new Promise((done) => child.on("close", done));
  clearInterval(timer);
  clearTimeout(deadline);
  if (late) return undefined;
  if (code !== 0) throw new Error(`${[command, ...args].join(" ")} exited with code ${code}:\n${said.slice(-2000)}`);
  const [, wall, user, system] = /@times (\S+) (\S+) (\S+)/.exec(said).map(Number);
  const memory = [...peaks.values()].reduce((sum, each) => sum + each, 0);
  return { wall, cpu: user + system, user, memory };
}

export const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
