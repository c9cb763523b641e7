/** A site's writer, who runs `docgen serve --watch` on a copy of the site's files. */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { binary, copy, type SiteName, siteFolder, type Variant } from "./site.ts";

export interface Writer {
  url: string;
  /** Does nothing, because only one test uses the server. */
  reset(): void;
  /** Writes a file. */
  write(path: string, text: string): void;
  /** Replaces a part of a file. The part must exist. */
  edit(path: string, from: string, to: string): void;
  /** Stops the server and waits until its port is free. */
  stop(): Promise<void>;
  /** Starts the server again, on the same port. */
  start(): Promise<void>;
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}

/**
 * Resolves when the server reports that it's running. If the server stops before that, rejects with the server's
 * output.
 */
function ready(server: ChildProcess): Promise<void> {
  return new Promise((done, fail) => {
    let said = "";
    server.stderr?.on("data", (text) => {
      said += String(text);
      if (said.includes("watching for changes")) done();
    });
    server.once("error", fail);
    server.once("exit", () => fail(new Error(`docgen serve stopped: ${said}`)));
  });
}

/** Copies a site from `sites/` and serves it until the test is done. `flags` returns more flags for the server. */
export async function write(
  name: SiteName,
  variant: Variant = {},
  flags: (port: number) => string[] = () => [],
): Promise<Writer> {
  const work = mkdtempSync(join(tmpdir(), "docgen-browser-"));
  onTestFinished(() => rmSync(work, { recursive: true, force: true }));
  const root = join(work, "site");
  copy(siteFolder(name), root, variant);
  const port = await freePort();
  let server: ChildProcess | undefined;

  const start = async () => {
    const args = ["serve", "--watch", "--root", root, "--port", String(port), ...flags(port)];
    server = spawn(binary, args, { stdio: ["ignore", "ignore", "pipe"] });
    await ready(server);
  };
  const stop = async () => {
    const running = server;
    server = undefined;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((done) => running.once("exit", done));
    running.kill("SIGTERM");
    await ended;
  };
  onTestFinished(stop);
  await start();
  const text = (path: string) => readFileSync(join(root, path), "utf8");
  // As editors do, write the file in one step so that the server never sees a partial file.
  const put = (path: string, content: string) => {
    const draft = join(work, "draft");
    writeFileSync(draft, content);
    mkdirSync(dirname(join(root, path)), { recursive: true });
    renameSync(draft, join(root, path));
  };
  return {
    url: `http://127.0.0.1:${port}`,
    reset() {},
    write: put,
    edit(path, from, to) {
      if (!text(path).includes(from)) throw new Error(`${path} doesn't contain ${from}`);
      put(
        path,
        text(path).replace(from, () => to),
      );
    },
    stop,
    start,
  };
}
