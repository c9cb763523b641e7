/** The system's Chromium, and pages in it that remember what was said on their console. */

import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const flags =
  "no-sandbox disable-gpu disable-quic no-first-run disable-background-networking disable-component-update disable-sync";

export function launch(): Promise<Browser> {
  const executablePath = process.env.DOCGEN_CHROMIUM ?? places.find(existsSync);
  if (!executablePath) throw new Error("no Chromium found; name one in DOCGEN_CHROMIUM");
  return chromium.launch({ executablePath, args: flags.split(" ").map((flag) => `--${flag}`) });
}

export interface Visit {
  page: Page;
  /** Everything on the console, and every error nobody caught. */
  messages: string[];
  open(url: string): Promise<void>;
  /** Where the reader is: path, query and hash. */
  at(): Promise<string>;
  close(): Promise<void>;
}

export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(5000);
  const messages: string[] = [];
  page.on("console", (message) => messages.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => messages.push(`uncaught: ${error.message}`));
  return {
    page,
    messages,
    async open(url) {
      await page.goto(url);
      await page.waitForSelector("html[data-has-hydrated]");
    },
    at: () => page.evaluate(() => location.pathname + location.search + location.hash),
    close: () => context.close(),
  };
}

/** As on a connection where nothing is loaded ahead. */
export function saveData(): void {
  Object.defineProperty(navigator, "connection", { value: { saveData: true } });
}
