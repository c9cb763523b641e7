/** Programs that tests start. */

import { spawn } from "node:child_process";

export interface Options {
  folder: string;
  /** The standard input. */
  input?: string;
  environment?: Record<string, string>;
  /** The time limit in milliseconds. A program that takes longer is stopped. */
  within?: number;
}

/** Returns the environment variables for programs: without a proxy, and with UTF-8. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/_proxy$/i.test(name));
  return { ...Object.fromEntries(own), LC_ALL: "C.UTF-8", NO_PROXY: "*" };
}

/** Runs a program. If the program fails or takes too long, rejects with the program's output. */
export function tool(program: string, options: readonly string[], { folder, input = "", ...more }: Options) {
  return new Promise<string>((resolve, reject) => {
    const env = { ...environment(), ...more.environment };
    const child = spawn(program, options, { cwd: folder, env, timeout: more.within ?? 60_000 });
    let output = "";
    const add = (data: Buffer) => {
      output += data.toString();
    };
    child.stdout.on("data", add);
    child.stderr.on("data", add);
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${program} ${options.join(" ")} ended with ${signal ?? code}:\n${output.slice(0, 5000)}`));
    });
  });
}
