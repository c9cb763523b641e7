/** A small built site, made of the fixtures by the theme's own means, and a server for it that can misbehave. */

import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { derive, render } from "../../build/golden.tsx";
import type { Page, SiteData } from "../../src/chunk.ts";
import { site as fixture, pages as fixtures, page, tree } from "../fixtures/site.ts";

const run = promisify(execFile);

const json = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");
const paragraphs = (count: number) => "<p>Lorem ipsum dolor sit amet, consectetur adipiscing elit.</p>".repeat(count);

const tabs = (id: string) => `<div class="tabs" data-tabs data-group="lang" data-query="lang">
<div class="tab-list" role="tablist" aria-label="Languages ${id}"
><button type="button" class="tab" role="tab" id="tab-${id}-1" aria-controls="panel-${id}-1" aria-selected="true" tabindex="0" data-value="python">Python</button
><button type="button" class="tab" role="tab" id="tab-${id}-2" aria-controls="panel-${id}-2" aria-selected="false" tabindex="-1" data-value="rust">Rust</button></div>
<div class="tab-panel" role="tabpanel" id="panel-${id}-1" aria-labelledby="tab-${id}-1" data-value="python"><p>python ${id}</p></div>
<div class="tab-panel" role="tabpanel" id="panel-${id}-2" aria-labelledby="tab-${id}-2" data-value="rust" hidden><p>rust ${id}</p>${paragraphs(5)}</div></div>`;

const code = (text: string) => `<div class="code" data-language="rust"><pre tabindex="0"><code>${text}</code></pre>
<div class="code-tools"><button type="button" class="code-wrap" aria-label="Toggle word wrap" hidden></button
><button type="button" class="code-copy" aria-label="Copy code to clipboard"></button></div></div>`;

const island = (source: string) =>
  `<div data-island="diagram"><script type="application/json">${json({ source })}</script><div data-fallback><pre>${source.replaceAll(">", "&gt;")}</pre></div></div>`;

const links = ["b", "slow", "nope", "fail", "away"]
  .map((name) => `<a id="to-${name}" href="/docs/${name}/">${name}</a>`)
  .join(" ");

const bodies: Record<string, string> = {
  doc: `<h1>A</h1><div class="page-actions"><button type="button" data-copy-page="/docs/a.md">Copy page</button></div>
<div class="prose"><p>${links} <a id="to-file" href="/docs/a.md">file</a></p>
<h2 id="one">One<a class="hash-link" href="#one" aria-label="Direct link to One"></a></h2>${paragraphs(15)}
<h3 id="one-a"><code>a()</code></h3>${paragraphs(30)}<h2 id="two">Two</h2>${paragraphs(40)}<p><a id="to-far" href="/docs/g/deep/leaf/">far</a></p></div>`,
  fixed: `<h1>B</h1><div class="prose">${tabs("1")}${tabs("2")}${code(`let long = ${"1 + ".repeat(100)}1;\n`)}${code("short\n")}
${island("graph TD; A-->B")}${island("graph TD; A-->")}${paragraphs(20)}</div>`,
};

/** Writes the site to a temporary folder. */
export async function buildSite(change: Partial<SiteData> = {}): Promise<{ dist: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "docgen-browser-"));
  const theme = path.join(folder, "theme");
  const dist = path.join(folder, "dist");
  await run("node", ["build/build.mjs", theme]);
  const manifest = JSON.parse(await readFile(path.join(theme, "manifest.json"), "utf8"));
  const [head, banner] = await Promise.all(
    ["head.js", "banner.js"].map((name) => readFile(path.join(theme, name), "utf8")),
  );
  const site: SiteData = { ...fixture, build: manifest.build, locales: [fixture.locale], ...change };
  const write = async (file: string, content: string) => {
    await mkdir(path.dirname(path.join(dist, file)), { recursive: true });
    await writeFile(path.join(dist, file), content);
  };
  const slow: Page = { ...page("/docs/slow/", []), sidebar: null };
  for (const [name, given] of Object.entries({ ...fixtures, slow, inner: page("/docs/g/inner/", ["g", "g/inner"]) })) {
    const chunk: Page = { ...given, build: manifest.build, html: bodies[name] ?? given.html };
    if (name === "missing") chunk.html = "<h1>Page not found</h1>";
    if (name === "fixed") chunk.islands = ["diagram"];
    const frame = render(derive({ site, page: chunk, tree: chunk.sidebar ? tree : null }));
    const { html: _, ...inlined } = chunk;
    const tags = chunk.head.map(({ attrs }) => `<meta name="${attrs.name}" content="${attrs.content}" data-head>`);
    await write(
      chunk.path.endsWith(".html") ? chunk.path : `${chunk.path}index.html`,
      `<!doctype html>
<html lang="en-US" dir="ltr" data-color-default="light" data-color-system="true" data-theme="light" data-announcement-id="${site.announcement?.id ?? ""}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${chunk.title}</title><script>${head}</script>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/_docgen/${manifest.css}"><script type="module" src="/_docgen/${manifest.js}"></script>
${tags.join("")}</head><body>
<div id="docgen-root">${frame}</div>
<script type="application/json" id="docgen-site">${json(site)}</script>
<script type="application/json" id="docgen-page">${json(inlined)}</script>
${chunk.kind === "home" ? `<script>${banner}</script>` : ""}</body></html>`,
    );
    if (name !== "missing") await write(`${chunk.path}index.json`, JSON.stringify(chunk));
  }
  await write("_docgen/nav/docs.1.json", JSON.stringify(tree));
  await write("_docgen/site.json", JSON.stringify({ build: manifest.build, nav: { docs: "nav/docs.1.json" } }));
  await write("docs/a.md", "# A\n");
  for (const name of ["logo.svg", "logo-dark.svg"]) {
    await write(name, '<svg xmlns="http://www.w3.org/2000/svg" width="28" height="28"/>');
  }
  await cp(path.join(theme, "assets"), path.join(dist, "_docgen"), { recursive: true });
  return { dist, remove: () => rm(folder, { recursive: true }) };
}

export interface SiteServer {
  url: string;
  /** Paths asked for, in order. */
  asked: string[];
  /** Paths that are answered with 500. */
  failing: Set<string>;
  /** Path -> milliseconds until it is answered. */
  delays: Map<string, number>;
  /** Path -> what is answered instead of the file. */
  replaced: Map<string, string>;
  close(): void;
}

const types: Record<string, string> = {
  ".html": "text/html",
  ".json": "application/json",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

export async function serveSite(dist: string): Promise<SiteServer> {
  const state: Omit<SiteServer, "url" | "close"> = {
    asked: [],
    failing: new Set(),
    delays: new Map(),
    replaced: new Map(),
  };
  const server = createServer(async (request, response): Promise<unknown> => {
    const asked = decodeURIComponent(new URL(request.url ?? "/", "http://site").pathname);
    state.asked.push(asked);
    await new Promise((resolve) => setTimeout(resolve, state.delays.get(asked) ?? 0));
    const file = asked.endsWith("/") ? `${asked}index.html` : asked;
    const type = types[path.extname(file)] ?? "application/octet-stream";
    if (state.failing.has(asked)) return response.writeHead(500).end();
    const own = state.replaced.get(asked);
    const content = own ?? (await readFile(path.join(dist, file)).catch(() => null));
    if (content !== null) return response.writeHead(200, { "content-type": type }).end(content);
    const missing = type === "application/json" ? "" : await readFile(path.join(dist, "404.html")).catch(() => "");
    return response.writeHead(404, { "content-type": type === "application/json" ? type : "text/html" }).end(missing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { ...state, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
