/** One browser for all tests. */

import { chromium } from "playwright-core";

declare module "vitest" {
  export interface ProvidedContext {
    browser: string;
  }
}

/**
 * What Playwright turns off itself, since the last such list counts, and at the end what is made for each window: the pages
 * of the browser's own address bar, a process each and a quarter of the time it takes to open one, and processes in reserve.
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
  // The first page of a window takes the process that the empty one has.
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
