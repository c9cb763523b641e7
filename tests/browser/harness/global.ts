/** One browser for all tests. */

import { chromium } from "playwright-core";

declare module "vitest" {
  export interface ProvidedContext {
    browser: string;
  }
}

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export default async function setup({ provide }: { provide(key: "browser", value: string): void }) {
  const executablePath = process.env.CHROMIUM || "/usr/bin/chromium";
  const server = await chromium.launchServer({ executablePath, args: flags });
  provide("browser", server.wsEndpoint());
  return () => server.close();
}
