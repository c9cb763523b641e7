/** A plain static host that tests can observe, slow down, or break. */

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml",
};

/** A replacement for the normal response to requests for a path. */
export interface Rule {
  status?: number;
  /** Closes the connection without responding. */
  abort?: boolean;
  headers?: Record<string, string>;
  /** Returns the body to send, based on the file's content. */
  body?: (text: string) => string;
  /** Responds when this promise resolves. */
  hold?: Promise<void>;
  /** Called for each request. */
  hear?: () => void;
  /** Applies only to this number of requests. */
  times?: number;
}

export interface Gate {
  /** Resolves when a request has arrived. */
  arrived: Promise<void>;
  release(): void;
}

export interface Host {
  url: string;
  dist: string;
  /** The paths and queries of all requests, in order. */
  requests: string[];
  /** Sets how to handle a path from now on. Returns a function that restores the default behavior. */
  rule(path: string | RegExp, rule: Rule): () => void;
  /** Holds all requests for a path until they're released, and then responds as another rule specifies. */
  hold(path: string | RegExp, answer?: Rule): Gate;
  /** Clears all rules and requests. */
  reset(): void;
  /** The URLs of all pages, except redirects. */
  pages(): string[];
  /** The files that contain redirects. */
  redirects(): string[];
  close(): void;
}

interface Options {
  gzip?: boolean;
}

function find(dist: string, path: string): string | null {
  const direct = join(dist, path);
  if (path.endsWith("/")) return [join(direct, "index.html")].find(existsSync) ?? null;
  if (existsSync(direct) && statSync(direct).isFile()) return direct;
  return existsSync(`${direct}.html`) ? `${direct}.html` : null;
}

/** Returns the part of a file that a request asks for. */
function partOf(body: Buffer, range = ""): Buffer | undefined {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  return first === undefined ? undefined : body.subarray(Number(first), Number(last) + 1);
}

/** Ends a response with a file or with the part of it that the request asks for. */
function end(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: Buffer,
): void {
  const part = status === 200 && !headers["content-encoding"] ? partOf(body, request.headers.range) : undefined;
  response.writeHead(part ? 206 : status, headers).end(part ?? body);
}

/** Returns the site's base URL, which isn't part of the paths of the site's files. */
function baseUrl(dist: string): string {
  const data = /id="docgen-site">(.*?)<\/script>/.exec(readFileSync(join(dist, "404.html"), "utf8"))?.[1] ?? "{}";
  return (JSON.parse(data) as { baseUrl?: string }).baseUrl ?? "/";
}

export async function serve(dist: string, { gzip = false }: Options = {}): Promise<Host> {
  const base = baseUrl(dist);
  let rules: { path: string | RegExp; rule: Rule }[] = [];
  const requests: string[] = [];

  /** Returns how a plain host responds to a path: the status, and the file or the URL to redirect to. */
  function look(path: string): { status: number; file?: string; location?: string } {
    // Browsers sometimes request these files by themselves.
    if (path === "/favicon.ico" && !existsSync(join(dist, path))) return { status: 204 };
    const below = path.startsWith(base) ? `/${path.slice(base.length)}` : null;
    const file = below && find(dist, below);
    if (file) return { status: 200, file };
    if (below && existsSync(join(dist, below, "index.html"))) return { status: 301, location: `${path}/` };
    return { status: 404, file: join(dist, "404.html") };
  }

  function send(request: IncomingMessage, response: ServerResponse, path: string, rule: Rule = {}): void {
    const { status: plain, file, location } = look(path);
    if (!file) {
      response.writeHead(plain, location ? { location } : {}).end();
      return;
    }
    let body: Buffer = readFileSync(file);
    if (rule.body) body = Buffer.from(rule.body(body.toString()));
    const etag = `"${createHash("sha1").update(body).digest("hex")}"`;
    const status = rule.status ?? plain;
    // A failure must not be cached. Otherwise, the next request would never arrive.
    const hashed = status === 200 && path.includes("/_docgen/immutable/");
    const headers: Record<string, string> = {
      "content-type": types[extname(file)] ?? "application/octet-stream",
      "cache-control": hashed ? "max-age=31536000, immutable" : "no-cache",
      etag,
      ...rule.headers,
    };
    if (status === 200 && request.headers["if-none-match"] === etag) {
      response.writeHead(304, headers).end();
      return;
    }
    if (gzip && request.headers["accept-encoding"]?.includes("gzip")) {
      body = gzipSync(body, { level: 9 });
      headers["content-encoding"] = "gzip";
    }
    end(request, response, status, headers, body);
  }

  const server = createServer((request, response) => {
    const address = request.url ?? "/";
    if (address !== "/favicon.ico") requests.push(address);
    const path = decodeURIComponent(address.split("?")[0] ?? "");
    const fits = (wanted: string | RegExp) => (typeof wanted === "string" ? wanted === path : wanted.test(path));
    const rule = rules.findLast((each) => fits(each.path) && each.rule.times !== 0)?.rule;
    const answer = () => {
      if (rule?.abort) response.destroy();
      else send(request, response, path, rule);
    };
    rule?.hear?.();
    if (rule?.times !== undefined) rule.times -= 1;
    if (rule?.hold) void rule.hold.then(answer);
    else answer();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));

  const rule = (path: string | RegExp, given: Rule) => {
    const entry = { path, rule: { ...given } };
    rules.push(entry);
    return () => {
      rules = rules.filter((each) => each !== entry);
    };
  };
  const documents = (pages: boolean) =>
    readdirSync(dist, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".html"))
      .filter((file) => readFileSync(join(dist, file), "utf8").includes('id="docgen-page"') === pages);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    dist,
    requests,
    rule,
    hold(path, answer) {
      let release = () => {};
      let hear = () => {};
      const arrived = new Promise<void>((done) => {
        hear = done;
      });
      const hold = new Promise<void>((done) => {
        release = done;
      });
      const drop = rule(path, { ...answer, hold, hear });
      return {
        arrived,
        release() {
          drop();
          release();
        },
      };
    },
    reset() {
      rules = [];
      requests.length = 0;
    },
    pages() {
      return documents(true)
        .map((file) => base + (file.endsWith("index.html") ? file.slice(0, -"index.html".length) : file))
        .sort();
    },
    redirects: () => documents(false),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
