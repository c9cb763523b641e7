/** Starts Chromium. Looks for the browser in the same places as the tests. */

import { createRequire } from "node:module";

const require = createRequire(new URL("../theme/package.json", import.meta.url));
const { chromium } = require("playwright-core");

/** The path of the browser. */
export const path = process.env.CHROMIUM || "/usr/bin/chromium";

export const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const browser = () => chromium.launch({ executablePath: path, args: flags });
