/**
 * A host that implements the parts of the manual's nginx configuration that determine which file and which headers are
 * sent.
 */

import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const manual = fileURLToPath(new URL("../../../manual/content/docs/guides/deploying.md", import.meta.url));
const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "application/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

interface Location {
  modifier: string;
  pattern: string;
  cacheControl: string | undefined;
}

/** Returns the locations in the manual's nginx block. Fails on a directive that this host doesn't support. */
export function locations(): Location[] {
  const block = /```nginx[^\n]*\n(.*?)```/s.exec(readFileSync(manual, "utf8"))?.[1] ?? "";
  const found: Location[] = [];
  const outside = block.replace(
    /location\s+(?:(=|~\*?|\^~)\s+)?(\S+)\s*\{((?:[^{}]|\{[^{}]*\})*)\}/g,
    (_, ...parts) => {
      const [modifier = "", pattern, body] = parts as [string | undefined, string, string];
      for (const directive of body.matchAll(/^\s*(\w+)/gm)) {
        if (!["try_files", "add_header", "types", "default_type"].includes(directive[1] ?? ""))
          throw new Error(directive[0]);
      }
      found.push({ modifier, pattern, cacheControl: /add_header Cache-Control "([^"]+)"/.exec(body)?.[1] });
      return "";
    },
  );
  if (!outside.includes("error_page 403 404 =404 /404.html;") || found.length < 3) throw new Error("another block");
  return found;
}

/**
 * Returns the location for a path. If there's no exact match, returns the location with the longest matching prefix,
 * unless a regular expression takes precedence.
 */
export function locationOf(all: readonly Location[], path: string): Location | undefined {
  const exact = all.find(({ modifier, pattern }) => modifier === "=" && pattern === path);
  const [prefix] = all
    .filter(({ modifier, pattern }) => ["", "^~"].includes(modifier) && path.startsWith(pattern))
    .sort((a, b) => b.pattern.length - a.pattern.length);
  const matches = ({ modifier, pattern }: Location) =>
    modifier.startsWith("~") && new RegExp(pattern, modifier === "~*" ? "i" : "").test(path);
  return exact ?? (prefix?.modifier === "^~" ? prefix : (all.find(matches) ?? prefix));
}

export interface Nginx {
  url: string;
  close(): void;
}

/** Serves the current content of a folder. */
export async function nginx(dist: string): Promise<Nginx> {
  const rules = locations();
  const isFile = (file: string) => existsSync(file) && statSync(file).isFile();
  const answer = ({ url = "/", headers: asked }: IncomingMessage, response: ServerResponse) => {
    const path = decodeURIComponent(url.split("?")[0] ?? "/");
    const direct = join(dist, path);
    if (!path.endsWith("/") && existsSync(direct) && !isFile(direct)) {
      response.writeHead(301, { location: `${path}/` }).end();
      return;
    }
    const file = path.endsWith("/") ? join(direct, "index.html") : direct;
    if (!isFile(file)) {
      response.writeHead(404, { "content-type": "text/html" }).end(readFileSync(join(dist, "404.html")));
      return;
    }
    const body = readFileSync(file);
    const etag = `"${createHash("sha1").update(body).digest("hex")}"`;
    const cacheControl = locationOf(rules, path)?.cacheControl;
    const headers = { etag, ...(cacheControl && { "cache-control": cacheControl }) };
    if (asked["if-none-match"] === etag) response.writeHead(304, headers).end();
    else response.writeHead(200, { "content-type": types[extname(file)] ?? "text/plain", ...headers }).end(body);
  };
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
