/**
 * An MCP server for edge hosts and serverless functions, which reads a published site. `docgen export mcp` writes it as
 * a single file that starts with the site's URL. The tools are those of agents in the browser.
 */

import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import { plain } from "../agent/html.ts";
import { operations } from "../agent/operations.ts";
import { outline } from "../agent/outline.ts";
import { read } from "../agent/read.ts";
import { search } from "../agent/search.ts";
import { type AgentContext, call, described, type Tool } from "../agent/tool.ts";
import { type Page, parseSite, type SiteData } from "../chunk.ts";
import { searchWhole } from "../search/complete.ts";
import type { SearchContext } from "../search/context.ts";
import { createProvider } from "../search/embedded/index.ts";
import { facetFilters } from "../search/filters.ts";
import { sectionOf } from "../search/section.ts";
import { canonicalPath, chunkUrl } from "../site.ts";
import { nameOf } from "../versions.ts";

/** The URL of the site, or its base URL on the server's own host. */
declare const SITE: string;

/** The files beside the function, on hosts that offer them to functions, such as Cloudflare. */
interface Env {
  ASSETS?: { fetch(url: string): Promise<Response> };
}

/** How long the site's data is used before it's fetched again, in milliseconds. */
const fresh = 5 * 60_000;
/** The timeout for a file, in milliseconds. */
const patience = 15_000;
/** The maximum size of a request, in bytes. */
const largest = 1 << 20;

/** The tools. No page is open, so `read` needs one. */
const tools: Record<string, Tool> = { search, read: { ...read, required: ["page"] }, outline, operations };

type Load = (path: string) => Promise<Response>;

/** Reads the site's data from the home page or, if docgen didn't write the home page, from the not-found page. */
async function siteData(home: URL, load: Load): Promise<SiteData> {
  for (const file of ["", "404.html"]) {
    const page = await (await load(home.pathname + file)).text();
    const data = /<script [^>]*id="docgen-site"[^>]*>([\s\S]*?)<\/script>/.exec(page)?.[1];
    if (data) return parseSite(JSON.parse(data));
  }
  throw new Error(`There's no docgen site at ${home.href}.`);
}

async function open(home: URL, { ASSETS }: Env): Promise<AgentContext> {
  const load: Load = async (path) => {
    const url = new URL(path, home).href;
    return ASSETS ? ASSETS.fetch(url) : fetch(url, { signal: AbortSignal.timeout(patience) });
  };
  const site = await siteData(home, load);
  // Only the site's own index can be searched.
  if (site.search?.provider) delete site.search;
  const { search = { styles: "" } } = site;
  const versions = site.docs.versions.filter(({ last }) => last).map(nameOf);
  // With these versions, the filters depend on nothing else.
  const filters = facetFilters({ site, search } as SearchContext, versions);
  const provider = createProvider({ base: `${site.baseUrl}_docgen/search/`, load });
  return {
    site,
    url: () => new URL(home),
    canonical: (path) => canonicalPath(path, site),
    fetch: load,
    async load(path) {
      const response = await load(chunkUrl(canonicalPath(path, site), site));
      if (!response.ok || response.headers.get("content-type")?.includes("html")) return null;
      const chunk = (await response.json()) as Partial<Page>;
      return typeof chunk.html === "string" ? (chunk as Page) : null;
    },
    async search(query, hitsPerPage) {
      const request = { query, page: 0, hitsPerPage, facetFilters: filters };
      const { hits, nbHits } = await searchWhole(provider, request, AbortSignal.timeout(patience));
      const results = hits.map((hit) => sectionOf(hit, new URL(hit.url, home), plain));
      return { total: nbHits, results };
    },
  };
}

let opened: { context: Promise<AgentContext>; home: string; since: number } | undefined;

function site(home: URL, env: Env): Promise<AgentContext> {
  if (opened?.home !== home.href || Date.now() - opened.since > fresh) {
    opened = { context: open(home, env), home: home.href, since: Date.now() };
    opened.context.catch(() => {
      opened = undefined;
    });
  }
  return opened.context;
}

/** Returns an answer as text: Markdown as it is, and other data as JSON. */
function textOf(answer: unknown): string {
  const { url, text, next } = answer as { url: string; text?: string; next?: number };
  if (text === undefined) return JSON.stringify(answer);
  return `URL: ${url}\n\n${text}${next ? `\n\n[To continue, specify \`offset\` ${next}.]` : ""}`;
}

function server(context: AgentContext): Server {
  const { title } = context.site;
  const useful = Object.entries(tools).filter(([, tool]) => tool.isUseful(context));
  const instructions = `The documentation of ${title}. Start with \`search\`, then call \`read\` with the URL of a result. Cite the URLs.`;
  const made = new Server({ name: "docgen", title, version: "1" }, { capabilities: { tools: {} }, instructions });
  made.setRequestHandler("tools/list", () => ({ tools: useful.map(([name, tool]) => described(name, tool)) }));
  made.setRequestHandler("tools/call", async ({ params: { name, arguments: input } }) => {
    const tool = useful.find(([own]) => own === name);
    if (!tool) throw new Error(`Unknown tool \`${name}\`.`);
    try {
      return { content: [{ type: "text", text: textOf(await call(context, tool, input)) }] };
    } catch (error) {
      return { content: [{ type: "text", text: (error as Error).message }], isError: true };
    }
  });
  return made;
}

/** The headers that let agents on other websites use the server. Anyone can read the site anyway. */
const shared = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST, OPTIONS",
  "access-control-allow-headers": "*, authorization",
  "access-control-expose-headers": "*",
};

async function answer(request: Request, env: Env): Promise<Response> {
  if (request.method === "OPTIONS") return new Response(null, { status: 204 });
  try {
    const context = await site(new URL(SITE, request.url), env);
    const handler = createMcpHandler(() => server(context), { maxRequestBodySize: largest, keepAliveMs: 0 });
    return await handler.fetch(request);
  } catch (error) {
    return new Response((error as Error).message, { status: 502 });
  }
}

/** Answers a request. Ignores the path, because hosts choose it. */
async function handle(request: Request, env: Env = {}): Promise<Response> {
  const response = await answer(request, env);
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(shared)) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}

/** For Cloudflare Workers, Deno, and Vercel. */
export default { fetch: (request: Request, env?: Env) => handle(request, env) };

/** For Cloudflare Pages. */
export const onRequest = ({ request, env }: { request: Request; env: Env }) => handle(request, env);
