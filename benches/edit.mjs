/**
 * Measures how long a writer waits: from starting the server to seeing the first page, and from saving a file to seeing
 * the change.
 */

import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { browser } from "./browser.mjs";

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function untilServed(url, server) {
  for (;;) {
    try {
      const answer = await fetch(url);
      await answer.arrayBuffer();
      if (answer.ok) return;
    } catch {
      // The server isn't listening yet.
    }
    if (server.exitCode !== null) throw new Error("the server has stopped");
    await pause(5);
  }
}

export async function edits(tool, site, file, address, count) {
  const path = join(site, file);
  const before = readFileSync(path, "utf8");
  const port = 20_000 + (process.pid % 20_000);
  const [command] = tool.build("");
  const started = performance.now();
  const server = spawn(command, ["serve", "--watch", "--port", String(port)], { cwd: site, stdio: "ignore" });
  try {
    const url = `http://127.0.0.1:${port}${address}`;
    await untilServed(url, server);
    const start = performance.now() - started;
    const chromium = await browser();
    const page = await chromium.newPage();
    await page.goto(url);
    await page.waitForFunction(() => document.documentElement.dataset.hasHydrated === "true");
    await pause(1000);
    const times = [];
    for (let edit = 0; edit < count; edit += 1) {
      const word = `edited-${edit}-${Date.now()}`;
      // The page reports the time, in milliseconds, when the word appears. The clock is the same as for `saved`.
      const seen = page.evaluate(
        (text) =>
          new Promise((done) => {
            const look = () => document.querySelector("main").textContent.includes(text);
            const observer = new MutationObserver(() => {
              if (!look()) return;
              observer.disconnect();
              done(performance.timeOrigin + performance.now());
            });
            observer.observe(document.body, { subtree: true, childList: true, characterData: true });
          }),
        word,
      );
      await pause(50);
      const saved = performance.timeOrigin + performance.now();
      writeFileSync(path, `${before}\nThis is ${word}.\n`);
      times.push((await seen) - saved);
      await pause(300);
    }
    await chromium.close();
    return { start, times };
  } finally {
    writeFileSync(path, before);
    server.kill();
  }
}
