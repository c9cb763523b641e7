/** Builds the sites in the `sites/` folder with `docgen build`. */

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { type Host, serve } from "./server.ts";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
export const binary = process.env.DOCGEN_BIN ?? folder("../../../target/debug/docgen");

export interface Variant {
  /** Lines to replace in the config. Each line must exist. */
  replace?: Record<string, string>;
  /** Tables to append to the config. */
  append?: string;
  /** Additional or replaced files. */
  files?: Record<string, string>;
  /** Symbolic links to files outside the site. */
  links?: Record<string, string>;
}

function vary(root: string, { replace = {}, append = "", files = {}, links = {} }: Variant): void {
  const path = join(root, "docgen.toml");
  let config = readFileSync(path, "utf8");
  for (const [from, to] of Object.entries(replace)) {
    if (!config.includes(from)) throw new Error(`the config of the site doesn't contain ${from}`);
    config = config.replace(from, () => to);
  }
  writeFileSync(path, `${config}\n${append}\n`);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  for (const [name, target] of Object.entries(links)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    symlinkSync(target, join(root, name));
  }
}

/** Copies the sources of a site to a folder that doesn't exist yet and changes the copy as the variant specifies. */
export function copy(root: string, source: string, variant: Variant): void {
  mkdirSync(source);
  for (const part of ["docgen.toml", "components", "content", "data", "openapi", "static", "overrides"]) {
    if (existsSync(join(root, part))) cpSync(join(root, part), join(source, part), { recursive: true });
  }
  vary(source, variant);
}

/** Builds a site and returns its folder, which is removed after the tests in the file are done. */
export function build(root: string, variant: Variant = {}): string {
  const work = mkdtempSync(join(tmpdir(), "docgen-browser-"));
  afterAll(() => rmSync(work, { recursive: true, force: true }));
  const source = join(work, "site");
  const out = join(work, "dist");
  copy(root, source, variant);
  execFileSync(binary, ["build", "--no-cache", "--root", source, "--out", out], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  return out;
}

export type SiteName =
  | "islands"
  | "sets"
  | "slots"
  | "team"
  | "main"
  | "versions"
  | "locales"
  | "subpath"
  | "files"
  | "api";
/** Returns the folder of a site. The `api` site is in a different folder, because it also has golden outputs. */
export const siteFolder = (name: SiteName) => folder(name === "api" ? "../../sites/api" : `../sites/${name}`);

/** Builds a site from `sites/` and serves it until the tests in the file are done. */
export async function site(name: SiteName, variant: Variant = {}): Promise<Host> {
  const host = await serve(build(siteFolder(name), variant));
  afterAll(() => host.close());
  return host;
}

/** Builds this repository's site and serves it until the tests in the file are done. */
export async function ownSite(variant: Variant = {}): Promise<Host> {
  const host = await serve(build(folder("../../.."), variant));
  afterAll(() => host.close());
  return host;
}
