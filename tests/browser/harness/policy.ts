/** Pages under the published policy, which allows the site's own scripts and the hashes of its inline scripts. */

import { createHash } from "node:crypto";
import { type Reader, read } from "./reader.ts";
import type { Host } from "./server.ts";

/** Returns the hashes of a shell's inline scripts, except data blocks. */
export function hashes(shell: string): string[] {
  return [...shell.matchAll(/<script(?![^>]*(?:src=|type="application))[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text]) =>
      `'sha256-${createHash("sha256")
        .update(text ?? "")
        .digest("base64")}'`,
  );
}

export interface PolicedReader extends Reader {
  /** Returns what the browser has blocked so far. */
  violations(): Promise<string[]>;
}

/**
 * Opens a browser window for a reader of a site. The pages at the paths in `under` have the same policy as the page at
 * `path`.
 */
export async function policed(host: Host, path: string, under: string | RegExp = path): Promise<PolicedReader> {
  const reader = await read(host, {
    before: [
      () => {
        const violations: string[] = [];
        Object.assign(window, { violations });
        addEventListener("securitypolicyviolation", (event) =>
          violations.push(`${event.violatedDirective} ${event.blockedURI}`),
        );
      },
    ],
  });
  const shell = await (await reader.page.request.get(host.url + path)).text();
  const policy = `script-src 'self' ${hashes(shell).join(" ")}; object-src 'none'; base-uri 'self'`;
  host.rule(under, { headers: { "content-security-policy": policy } });
  return {
    ...reader,
    violations: () => reader.page.evaluate(() => (window as unknown as { violations: string[] }).violations),
  };
}
