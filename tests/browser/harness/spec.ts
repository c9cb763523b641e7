/**
 * The lines of the site's specification. Each is a check of its own; the manual has a table of them, which a test compares
 * with these calls, so a line is a call with its number and words as they stand.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hashes } from "./policy.ts";
import { type Reader, type ReaderOptions, read } from "./reader.ts";
import type { Host } from "./server.ts";

/** A line that is held by a check. */
export function line(id: string, words: string, check: () => Promise<void>): void {
  test(`${id} ${words}`, { timeout: 180_000 }, check);
}

/** A line that nothing holds yet, and why. */
export function gap(_id: string, _words: string, _why: string): void {}

/** The policy of a site's pages: its own scripts, its inline ones by their hashes, and the statistics that it names. */
async function policy(host: Host): Promise<string> {
  const files = ["index.html", "404.html", ...host.redirects()];
  const inline = new Set(files.flatMap((file) => hashes(readFileSync(join(host.dist, file), "utf8"))));
  const scripts = ["'self'", ...inline, "https://www.googletagmanager.com"].join(" ");
  return `script-src ${scripts}; object-src 'none'; base-uri 'self'`;
}

/** A reader of a site whose pages have their policy; a violation is on the console, where nothing may be. */
export async function visitor(host: Host, options: ReaderOptions = {}): Promise<Reader> {
  const reader = await read(host, options);
  const wanted = await policy(host);
  host.rule(/(\/|\.html)$/, { headers: { "content-security-policy": wanted } });
  const answer = await fetch(`${host.url}/`);
  expect(answer.headers.get("content-security-policy")).toBe(wanted);
  return reader;
}
