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
  headers: Record<string, string>;
}

export interface Rules {
  locations: Location[];
  /** The headers for locations without their own headers. */
  headers: Record<string, string>;
}

/** The directives in locations that don't matter here: they don't apply to files, or only set the type. */
const others = ["try_files", "types", "default_type", "return", "rewrite"];

/**
 * Returns the rules in the manual's nginx block, which includes the file that docgen writes. Fails on a directive that
 * this host doesn't support.
 */
export function rulesOf(dist: string): Rules {
  const block = /```nginx[^\n]*\n(.*?)```/s.exec(readFileSync(manual, "utf8"))?.[1] ?? "";
  const include = "include /srv/docs/dist/docgen.nginx.conf;";
  const error = "error_page 403 404 =404 /404.html;";
  if (!block.includes(include) || !block.includes(error)) throw new Error("another block");
  const headersIn = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/add_header ([\w-]+) "((?:[^"\\]|\\.)*)"/g)].map(([, name = "", value = ""]) => [
        name.toLowerCase(),
        value.replaceAll("\\", ""),
      ]),
    );
  const all: Location[] = [];
  const text = block.replace(include, () => readFileSync(join(dist, "docgen.nginx.conf"), "utf8"));
  const outside = text.replace(
    /location\s+(?:(=|~\*?|\^~)\s+)?("[^"]*"|\S+)\s*\{((?:"(?:[^"\\]|\\.)*"|[^{}"]|\{[^{}]*\})*)\}/g,
    (_, modifier: string | undefined, pattern: string, body: string) => {
      for (const [, name = ""] of body.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').matchAll(/(?:^|[;}])\s*(\w+)/g)) {
        if (name !== "add_header" && !others.includes(name)) throw new Error(name);
      }
      all.push({ modifier: modifier ?? "", pattern: pattern.replaceAll('"', ""), headers: headersIn(body) });
      return "";
    },
  );
  if (all.length < 4) throw new Error("too few locations");
  return { locations: all, headers: headersIn(outside) };
}

/** Returns the headers for a path. In nginx, a location with its own headers doesn't inherit any. */
export function headersOf(rules: Rules, path: string): Record<string, string> {
  const own = locationOf(rules.locations, path)?.headers ?? {};
  return Object.keys(own).length > 0 ? own : rules.headers;
}

/**
 * Returns the location for a path. If there's no exact match, returns the location with the longest matching prefix,
 * unless a regular expression takes precedence.
 */
function locationOf(all: readonly Location[], path: string): Location | undefined {
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
  const rules = rulesOf(dist);
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
    const headers = { etag, ...headersOf(rules, path.endsWith("/") ? `${path}index.html` : path) };
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
