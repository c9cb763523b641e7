/** Runs `docgen serve` for a site. */

import { type ChildProcess, spawn } from "node:child_process";
import { addressIn } from "./site.ts";

export interface Server {
  /** The URL of the site. */
  address: string;
  stop(): void;
}

/** Starts the server on a free port. Rejects with the server's output if it stops. */
export function serve(program: string, site: string, ended: () => void): Promise<Server> {
  return new Promise((done, fail) => {
    const child: ChildProcess = spawn(
      program,
      ["serve", "--watch", "--host", "127.0.0.1", "--port", "0", "--root", site],
      {
        stdio: ["ignore", "ignore", "pipe"],
        env: { ...process.env, NO_COLOR: "1" },
      },
    );
    let output = "";
    let isRunning = false;
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      if (isRunning) return;
      output += text;
      const address = addressIn(output);
      if (address === null) return;
      isRunning = true;
      done({ address, stop: () => child.kill() });
    });
    child.once("error", fail);
    child.once("exit", () => (isRunning ? ended() : fail(new Error(output.trim() || "docgen serve stopped"))));
  });
}
