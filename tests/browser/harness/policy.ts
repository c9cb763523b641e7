/** Pages under the policy that a site is published with: its own scripts, and the hashes of its inline ones. */

import { createHash } from "node:crypto";
import { type Reader, read } from "./reader.ts";
import type { Host } from "./server.ts";

/** The hashes of a shell's inline scripts, data blocks left out. */
export function hashes(shell: string): string[] {
  return [...shell.matchAll(/<script(?![^>]*(?:src=|type="application))[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text]) =>
      `'sha256-${createHash("sha256")
        .update(text ?? "")
        .digest("base64")}'`,
  );
}

export interface PolicedReader extends Reader {
  /** What the browser has kept the page from so far. */
  violations(): Promise<string[]>;
}

/** A reader of a site whose page at this path, or whose pages at those, are under the policy of the first. */
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
