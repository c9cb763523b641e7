/**
 * Takes screenshots of a built site, to look at them: one page of each kind, and the states that a reader can open, at
 * four widths in light and dark mode. Each file's name contains the kind, the width, and the mode.
 *
 *     node benches/screens.mjs DIST FOLDER [--widths 390,996,1280,1600] [--modes light,dark] [--only TEXT]
 */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { browser } from "./browser.mjs";
import { largestPages } from "./kinds.mjs";
import { serve } from "./load.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    widths: { type: "string", default: "390,996,1280,1600" },
    modes: { type: "string", default: "light,dark" },
    only: { type: "string", default: "" },
  },
});
const [dist, out] = positionals;
if (!out) throw new Error("use: node benches/screens.mjs DIST FOLDER");

const largest = largestPages(dist);

/** States of pages: the kind of page, and what a reader does. A state that a width doesn't have is left out, with a message. */
const states = {
  search: ["doc", (page) => page.keyboard.press("/").then(() => page.keyboard.type("how to", { delay: 50 }))],
  menu: ["doc", (page) => page.locator("button[aria-controls], .navbar button").first().click({ timeout: 2000 })],
  shortcuts: ["doc", (page) => page.keyboard.press("?")],
  console: ["api-operation", (page) => page.getByRole("button", { name: "Try it" }).first().click({ timeout: 2000 })],
};

const shots = [...largest].map(([kind, { path }]) => ({ name: kind, path, full: true }));
for (const [name, [kind, act]] of Object.entries(states)) {
  const path = largest.get(kind)?.path;
  if (path) shots.push({ name: `${kind}-${name}`, path, act });
}

mkdirSync(out, { recursive: true });
const server = await serve(dist);
const baseURL = `http://127.0.0.1:${server.address().port}`;
const chromium = await browser();
for (const width of values.widths.split(",").map(Number)) {
  for (const colorScheme of values.modes.split(",")) {
    const context = await chromium.newContext({ baseURL, colorScheme, viewport: { width, height: 1000 } });
    for (const { name, path, full, act } of shots.filter((shot) => shot.name.includes(values.only))) {
      const page = await context.newPage();
      await page.goto(path, { waitUntil: "networkidle" });
      try {
        await act?.(page);
        await page.waitForTimeout(500);
        const file = join(out, `${name}-${width}-${colorScheme}.png`);
        await page.screenshot({ path: file, fullPage: full ?? false });
      } catch (error) {
        console.error(`${name} at ${width} px: ${String(error).split("\n")[0]}`);
      }
      await page.close();
    }
    await context.close();
  }
}
await chromium.close();
server.closeAllConnections();
server.close();
