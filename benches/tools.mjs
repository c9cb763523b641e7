/** The tools to measure, and how to call each of them. */

import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";

/** Returns the command in an environment variable, split into words. The default is the name of the program. */
const command = (variable, name) => (process.env[variable] ?? name).split(" ");

const docgen = {
  version: () => [...command("DOCGEN", "docgen"), "--version"],
  build: (out) => [...command("DOCGEN", "docgen"), "build", "--out", out],
  caches: [".docgen"],
};

/**
 * `version` prints the version. `build` builds the site in the current folder and writes the output to `out`. `caches`
 * are the folders that the tool keeps between builds. `prepare` runs once for a site. `team` is docgen on the site of a
 * team, and `team-plain` is docgen on the same text without the team's features.
 */
export const tools = {
  docgen,
  team: docgen,
  "team-plain": docgen,
  hugo: {
    version: () => [...command("HUGO", "hugo"), "version"],
    build: (out) => [...command("HUGO", "hugo"), "--quiet", "--destination", out, "--cacheDir", `${out}-cache`],
    caches: ["resources"],
  },
  zola: {
    version: () => [...command("ZOLA", "zola"), "--version"],
    build: (out) => [...command("ZOLA", "zola"), "build", "--force", "--output-dir", out],
    caches: [],
  },
  mdbook: {
    version: () => [...command("MDBOOK", "mdbook"), "--version"],
    build: (out) => [...command("MDBOOK", "mdbook"), "build", "--dest-dir", out],
    caches: [],
  },
  docusaurus: {
    // The program itself prints its version only in a site's folder.
    version: () => [
      "node",
      "--print",
      `require(${JSON.stringify(join(installed(), "@docusaurus/core/package.json"))}).version`,
    ],
    build: (out) => ["node", "node_modules/@docusaurus/core/bin/docusaurus.mjs", "build", "--out-dir", out],
    caches: [".docusaurus", "build"],
    prepare: (site) => {
      if (!existsSync(join(site, "node_modules"))) symlinkSync(installed(), join(site, "node_modules"));
      mkdirSync(join(site, "static"), { recursive: true });
    },
  },
};

/** Returns the `node_modules` folder that `DOCUSAURUS` specifies. */
function installed() {
  if (!process.env.DOCUSAURUS) throw new Error("DOCUSAURUS must be a `node_modules` folder that contains Docusaurus");
  return process.env.DOCUSAURUS;
}
