/** Starts one browser for all tests. */

import { chromium } from "playwright-core";

declare module "vitest" {
  export interface ProvidedContext {
    browser: string;
  }
}

/**
 * The disabled features. The list starts with Playwright's own entries, because this list replaces Playwright's list.
 * The last three entries make windows open faster. These entries turn off spare processes and the pages in the address
 * bar. Each of those pages uses a process and accounts for a quarter of the time that a window takes to open.
 */
const disabled = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "PreconnectToSearch",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "SpareRendererForSitePerProcess",
];

export const flags = [
  `--disable-features=${disabled.join(",")}`,
  // With this flag, the first page of a window uses the process of the window's empty page.
  "--disable-site-isolation-trials",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const executablePath = process.env.CHROMIUM || "/usr/bin/chromium";

export default async function setup({ provide }: { provide(key: "browser", value: string): void }) {
  const server = await chromium.launchServer({ executablePath, args: flags });
  provide("browser", server.wsEndpoint());
  return () => server.close();
}
