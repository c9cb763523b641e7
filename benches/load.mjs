/** Measures what a reader downloads for one page from a host that compresses files. */

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { createGzip } from "node:zlib";
import { browser } from "./browser.mjs";

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};
const compressed = new Set([".html", ".js", ".mjs", ".css", ".json", ".svg"]);

/** Serves a folder on a free port. A missing path gets the site's not-found page. */
export function serve(folder) {
  const server = createServer((request, response) => {
    let path = join(folder, decodeURIComponent(new URL(request.url, "http://host").pathname));
    if (existsSync(path) && statSync(path).isDirectory()) path = join(path, "index.html");
    const isThere = existsSync(path);
    if (!isThere) path = join(folder, "404.html");
    if (!existsSync(path)) return response.writeHead(404).end();
    const ending = extname(path);
    const gzip = compressed.has(ending);
    response.writeHead(isThere ? 200 : 404, {
      "content-type": types[ending] ?? "application/octet-stream",
      ...(gzip && { "content-encoding": "gzip" }),
    });
    const file = createReadStream(path);
    (gzip ? file.pipe(createGzip()) : file).pipe(response);
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server)));
}

/** Returns, as text, the sizes of a page and of everything that the page's first load fetches from the host. */
export async function firstLoad(folder, address) {
  const server = await serve(folder);
  const origin = `http://127.0.0.1:${server.address().port}`;
  const chromium = await browser();
  const page = await chromium.newPage();
  const session = await page.context().newCDPSession(page);
  const sizes = new Map();
  const addresses = new Map();
  await session.send("Network.enable");
  session.on("Network.responseReceived", ({ requestId, response }) => addresses.set(requestId, response.url));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  await page.goto(origin + address, { waitUntil: "networkidle" });
  let [html, all] = [0, 0];
  for (const [id, size] of sizes) {
    if (!addresses.get(id)?.startsWith(origin)) continue;
    all += size;
    if (addresses.get(id) === origin + address) html += size;
  }
  await chromium.close();
  server.closeAllConnections();
  server.close();
  const kilobytes = (bytes) => `${Math.round(bytes / 1024)} KB`;
  return [kilobytes(html), kilobytes(all)];
}
