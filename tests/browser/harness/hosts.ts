/** Three kinds of hosts, which differ only in ways that affect a static site. */

import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { afterAll } from "vitest";

/** The response of a host: a file with a status, or a URL to redirect to. */
type Answer = { file: string; status: number } | { location: string };
type Habit = (dist: string, path: string) => Answer;

const isFile = (file: string) => existsSync(file) && statSync(file).isFile();
const isFolder = (file: string) => existsSync(file) && statSync(file).isDirectory();
const missing = (dist: string): Answer => ({ file: join(dist, "404.html"), status: 404 });

/** Like nginx with `try_files $uri $uri.html $uri/index.html =404`: every file is served at the requested URL. */
export const tryFiles: Habit = (dist, path) => {
  const direct = join(dist, path);
  const found = [direct, `${direct.replace(/\/$/, "")}.html`, join(direct, "index.html")].find(isFile);
  return found ? { file: found, status: 200 } : missing(dist);
};

/** Like GitHub Pages: a folder's path without a trailing slash is redirected, and `name` matches `name.html`. */
export const pages: Habit = (dist, path) => {
  const direct = join(dist, path);
  if (!path.endsWith("/") && isFile(`${direct}.html`)) return { file: `${direct}.html`, status: 200 };
  if (!path.endsWith("/") && isFolder(direct)) return { location: `${path}/` };
  const file = path.endsWith("/") ? join(direct, "index.html") : direct;
  return isFile(file) ? { file, status: 200 } : missing(dist);
};

/**
 * Like a server that has only two kinds of redirects: from a folder's path to the same path with a trailing slash, and
 * from every `index.html` to its folder.
 */
export const folders: Habit = (dist, path) => {
  if (path.endsWith("/index.html")) return { location: path.slice(0, -"index.html".length) };
  const direct = join(dist, path);
  if (!path.endsWith("/") && isFolder(direct)) return { location: `${path}/` };
  const file = path.endsWith("/") ? join(direct, "index.html") : direct;
  return isFile(file) ? { file, status: 200 } : missing(dist);
};

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

export interface PlainHost {
  url: string;
  /** The path and status of each response. */
  answers: [string, number][];
  reset(): void;
}

/** Serves a site below a path with one kind of host, until the tests in the file are done. */
export async function host(dist: string, habit: Habit, base = "/"): Promise<PlainHost> {
  const answers: [string, number][] = [];
  const answer = (path: string, query: string, response: ServerResponse) => {
    if (path === "/favicon.ico") return response.writeHead(204).end();
    const bare = base.slice(0, -1);
    if (base !== "/" && path === bare) return response.writeHead(301, { location: base }).end();
    if (!path.startsWith(base)) return response.writeHead(404, { "content-type": "text/plain" }).end("elsewhere");
    const found = habit(dist, `/${path.slice(base.length)}`);
    if ("location" in found) {
      answers.push([path, 301]);
      return response.writeHead(301, { location: bare + found.location + query }).end();
    }
    answers.push([path, found.status]);
    const type = types[extname(found.file)] ?? "application/octet-stream";
    return response.writeHead(found.status, { "content-type": type }).end(readFileSync(found.file));
  };
  const server = createServer((request, response) => {
    const address = request.url ?? "/";
    const at = address.includes("?") ? address.indexOf("?") : address.length;
    answer(decodeURIComponent(address.slice(0, at)), address.slice(at), response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    answers,
    reset() {
      answers.length = 0;
    },
  };
}
