/** One browser for all tests. */

import { chromium } from "playwright-core";

declare module "vitest" {
  export interface ProvidedContext {
    browser: string;
  }
}

/**
 * Playwright's own list of disabled features, because a second list replaces the first. The last three entries make
 * windows open faster: they turn off the pages of the address bar, each of which takes a process and a quarter of the
 * time to open a window, and spare processes.
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

const flags = [
  `--disable-features=${disabled.join(",")}`,
  // The first page of a window uses the process of its empty page.
  "--disable-site-isolation-trials",
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
