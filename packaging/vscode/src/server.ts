/** Runs `docgen serve` for a site. */

import { type ChildProcess, spawn } from "node:child_process";
import { type AddressInfo, createServer } from "node:net";
import { addressIn, forwarding } from "./site.ts";

export interface Server {
  /** The URL of the site, for the browser. */
  address: string;
  stop(): void;
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}

/**
 * Starts the server on a free port. `reach` returns the URL at which the browser reaches a server of this computer.
 * Rejects with the server's output if it stops.
 */
export async function serve(
  program: string,
  site: string,
  reach: (url: string) => PromiseLike<string>,
  ended: () => void,
): Promise<Server> {
  const port = await freePort();
  const outside = await reach(`http://127.0.0.1:${port}/`);
  return new Promise((done, fail) => {
    const child: ChildProcess = spawn(
      program,
      ["serve", "--watch", "--host", "127.0.0.1", "--port", `${port}`, "--root", site, ...forwarding(outside)],
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
      done({ address: new URL(new URL(address).pathname, outside).href, stop: () => child.kill() });
    });
    child.once("error", fail);
    child.once("exit", () => (isRunning ? ended() : fail(new Error(output.trim() || "docgen serve stopped"))));
  });
}
