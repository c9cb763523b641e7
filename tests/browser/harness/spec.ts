/**
 * The functions that check each line of the site's specification. A test compares these calls with the table in the
 * manual, so each call contains the number and the exact words of its line.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hashes } from "./policy.ts";
import { type Reader, type ReaderOptions, read } from "./reader.ts";
import type { Host } from "./server.ts";

/** Checks a line of the specification. */
export function line(id: string, words: string, check: () => Promise<void>): void {
  test(`${id} ${words}`, { timeout: 180_000 }, check);
}

/** Names a line of the specification that has no check, and states the reason. */
export function gap(_id: string, _words: string, _why: string): void {}

/**
 * Returns the policy for a site's pages, which allows the site's own scripts, the hashes of the inline scripts, and
 * analytics.
 */
async function policy(host: Host): Promise<string> {
  const files = ["index.html", "404.html", ...host.redirects()];
  const inline = new Set(files.flatMap((file) => hashes(readFileSync(join(host.dist, file), "utf8"))));
  const scripts = ["'self'", ...inline, "https://www.googletagmanager.com"].join(" ");
  return `script-src ${scripts}; object-src 'none'; base-uri 'self'`;
}

/** Opens a site with its policy. Violations appear in the console, which must be empty. */
export async function visitor(host: Host, options: ReaderOptions = {}): Promise<Reader> {
  const reader = await read(host, options);
  const wanted = await policy(host);
  host.rule(/(\/|\.html)$/, { headers: { "content-security-policy": wanted } });
  const answer = await fetch(`${host.url}/`);
  expect(answer.headers.get("content-security-policy")).toBe(wanted);
  return reader;
}
