/**
 * JavaScript in Chromium. The samples run on one of the server's own pages, because other origins would need the
 * server's permission.
 */

import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { filesOf } from "../files.ts";
import type { Runner } from "./table.ts";

let browser: Browser | undefined;

export const javascript: Runner = {
  id: "javascript",
  limits: {
    resolvesDots: true,
    breaksLines: true,
    bodyless: true,
    keeps: ["cookie"],
    refuses: ["TRACE", "CONNECT"],
  },
  prepare: async (_samples, _folder, origin) => {
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync"],
    });
    const page: Page = await browser.newPage();
    await page.goto(`${origin}/page`);
    return async (sample) => {
      const files = filesOf(sample.described);
      await page.setContent(`<input type="file" multiple>`);
      if (files.length > 0)
        await page.setInputFiles(
          "input",
          files.map((name) => join(sample.folder, name)),
        );
      await page.evaluate(`(async () => {\n${sample.source}\n})()`);
    };
  },
  finish: async () => {
    await browser?.close();
    browser = undefined;
  },
};
