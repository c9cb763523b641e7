/** `operations`: the operations of the site's APIs. */

import type { SiteIndex } from "../chunk.ts";
import { read, squeezed } from "./read.ts";
import type { AgentContext, Tool } from "./tool.ts";

/** The maximum number of operations in a list. */
const listed = 60;

interface Operation {
  id: string;
  method: string;
  /** The path of the endpoint. */
  path: string;
  title: string;
  group: string;
  /** The URL path of the operation's page. */
  page: string;
}

/** The operations of an API: `/_docgen/immutable/operations/<api>.<hash>.json`. Mirrors `src/render/operations.rs`. */
interface ApiOperations {
  title: string;
  operations: { id: string; method: string; path: string; title: string; tag?: string; href: string }[];
}

async function json<Value>(context: AgentContext, path: string): Promise<Value> {
  const response = await context.fetch(path);
  if (!response.ok) throw new Error(`${path} can't be loaded.`);
  return response.json();
}

async function load(context: AgentContext): Promise<Operation[]> {
  const base = `${context.site.baseUrl}_docgen/`;
  const { operations: files = [] } = await json<SiteIndex>(context, `${base}site.json`);
  const apis = await Promise.all(files.map((file) => json<ApiOperations>(context, `${base}immutable/${file}`)));
  return apis.flatMap(({ title: api, operations }) =>
    operations.map(({ tag, href, ...operation }) => {
      const names = [apis.length > 1 && api, tag].filter((name) => name);
      return { ...operation, group: names.join(" › "), page: href };
    }),
  );
}

const loaded = new WeakMap<AgentContext, Promise<Operation[]>>();

/** Returns all operations of the latest releases, in the same order as in the navigation. */
function allOperations(context: AgentContext): Promise<Operation[]> {
  const known = loaded.get(context);
  if (known) return known;
  const all = load(context);
  loaded.set(context, all);
  all.catch(() => loaded.delete(context));
  return all;
}

const bare = (path: string) => path.replace(/\/$/, "");

/** Finds an operation by its ID, title, page, or method and path. */
export async function findOperation(context: AgentContext, wanted: string): Promise<Operation> {
  const operations = await allOperations(context);
  const isUrl = URL.canParse(wanted) || wanted.startsWith("/");
  const { pathname, hash } = new URL(isUrl ? wanted : "", context.url());
  // An operation has its own page, or a section of its API's page.
  const urls = isUrl ? [bare(pathname), `${pathname}${hash}`] : [];
  const own = operations.find(
    ({ id, title, page }) =>
      urls.includes(bare(page)) || [id, title].some((name) => squeezed(name) === squeezed(wanted)),
  );
  if (own) return own;
  const [, method = "", path = ""] = /^(?:([A-Za-z]+)\s+)?(\S+)$/.exec(wanted.trim()) ?? [];
  const requests = operations.filter((one) => !method || one.method === method.toUpperCase());
  // People often leave out the path of the server.
  const found = requests.find((one) => one.path === path) ?? requests.find((one) => path && one.path.endsWith(path));
  if (found) return found;
  const { results } = context.site.search ? await context.search(wanted, 20) : { results: [] };
  const near = results.flatMap(({ operation }) => (operation ? `${operation.method} ${operation.path}` : []));
  const similar = [...new Set(near)].slice(0, 5).join(", ");
  throw new Error(`No operation \`${wanted}\`. ${similar ? `Similar: ${similar}.` : "To list all, use `operations`."}`);
}

export const operations: Tool<{ filter?: string; operation?: string; offset?: number }> = {
  title: "List or show API operations",
  description:
    "Lists the operations of the HTTP API that this site documents, or shows one operation with its parameters, body, and responses as Markdown. Use this tool for questions about endpoints. `filter` narrows the list.",
  properties: {
    filter: {
      type: "string",
      description: "Words that the method, path, title, ID, or group contains, such as `POST user`.",
    },
    operation: {
      type: "string",
      description: "The operation to show: its ID, its URL, or its method and path, such as `POST /users`.",
    },
    offset: { type: "integer", minimum: 0, description: "Where to continue: `next` in the previous answer." },
  },
  isReadOnly: true,
  isUseful: ({ site }) => site.api === true,
  async run(context, { filter = "", operation, offset = 0 }) {
    if (operation) return read.run(context, { page: (await findOperation(context, operation)).page, offset });
    const words = filter.toLowerCase().split(/\s+/);
    const has = ({ id, method, path, title, group }: Operation) => {
      const text = `${method} ${path} ${title} ${id} ${group}`.toLowerCase();
      return words.every((word) => text.includes(word));
    };
    const found = (await allOperations(context)).filter(has);
    const from = Math.max(Number(offset) || 0, 0);
    const next = from + listed;
    const shown = found
      .slice(from, next)
      .map(({ page, ...rest }) => ({ ...rest, url: new URL(page, context.url()).href }));
    return { total: found.length, operations: shown, ...(found.length > next && { next }) };
  },
};
