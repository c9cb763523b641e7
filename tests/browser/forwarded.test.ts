/** Live preview through a proxy that forwards a port below a path, as editors on other computers do. */

import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { createGzip } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { read } from "./harness/reader.ts";
import { write } from "./harness/writer.ts";

const file = "content/docs/live.md";
const source = "---\ntitle: Live\n---\n\nThe first words.\n\nA [way to another page](other.md).\n";

/** Forwards `/proxy/<port>/` to a port of this computer, and compresses what it may. Returns the proxy's origin. */
async function forward(keepsPath: boolean): Promise<string> {
  const proxy = createServer((incoming, answer) => {
    const [path, port] = /^\/proxy\/(\d+)(?=\/)/.exec(incoming.url ?? "") ?? [];
    if (path === undefined || port === undefined) {
      answer.writeHead(404).end();
      return;
    }
    const url = keepsPath ? incoming.url : incoming.url?.slice(path.length);
    const compresses = incoming.headers["accept-encoding"]?.includes("gzip");
    const outgoing = request({ port, path: url, headers: incoming.headers }, (found) => {
      const { location } = found.headers;
      // A proxy that removes the path from requests can add it to redirects.
      if (!keepsPath && location?.startsWith("/")) found.headers.location = path + location;
      const packs = compresses && !/no-transform/.test(found.headers["cache-control"] ?? "");
      if (packs) {
        delete found.headers["content-length"];
        found.headers["content-encoding"] = "gzip";
      }
      answer.writeHead(found.statusCode ?? 500, found.headers);
      if (packs) found.pipe(createGzip()).pipe(answer);
      else found.pipe(answer);
    });
    outgoing.once("error", () => answer.destroy());
    answer.once("close", () => outgoing.destroy());
    outgoing.end();
  });
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

test.each([false, true])(
  "below a proxy's path, pages load, follow edits, and lead to others (%s)",
  async (keepsPath) => {
    const files = { [file]: source, "static/favicon.ico": "" };
    const writer = await write("files", { files }, (port) => ["--base-url", `/proxy/${port}/`]);
    const path = `/proxy/${new URL(writer.url).port}`;
    const { page, visit } = await read({ ...writer, url: await forward(keepsPath) });
    await visit(`${path}/docs/live`);
    await page.getByText("The first words.").waitFor();
    await page.locator("docgen-tools").waitFor();
    writer.edit(file, "The first words.", "The next words.");
    await page.getByText("The next words.").waitFor();
    await page.getByRole("link", { name: "way to another page" }).click();
    await page.waitForURL(`**${path}/docs/other*`);
    await page.goBack();
    await page.getByText("The next words.").waitFor();
    await visit(`${path}/_docgen/page?file=${encodeURIComponent(file)}`);
    expect(new URL(page.url()).pathname).toBe(`${path}/docs/live`);
  },
);
