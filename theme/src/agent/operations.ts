/** `operations`: the operations of the site's APIs. */

import type { NavNode, NavTree, SiteIndex } from "../chunk.ts";
import { read, squeezed } from "./read.ts";
import { find } from "./search.ts";
import type { AgentContext, Tool } from "./tools.ts";

/** The maximum number of operations in a list. */
const listed = 60;

interface Operation {
  id: string;
  method: string;
  title: string;
  group: string;
  /** The URL path of the operation's page. */
  path: string;
}

async function json<Value>(address: string): Promise<Value> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} can't be loaded.`);
  return response.json();
}

async function walk(
  nodes: readonly NavNode[],
  group: readonly string[],
  from: string,
  out: Operation[],
): Promise<void> {
  for (const { badge, href, key, label, items = [], part } of nodes) {
    if (badge && href) {
      out.push({ id: key, method: badge.kind.toUpperCase(), title: label, group: group.join(" › "), path: href });
    }
    const below = part ? (await json<NavTree>(from + part)).items : items;
    await walk(below, [...group, label], from, out);
  }
}

async function load({ site }: AgentContext): Promise<Operation[]> {
  const base = `${site.baseUrl}_docgen/`;
  const { nav } = await json<SiteIndex>(`${base}site.json`);
  const trees = await Promise.all(Object.values(nav).map((file) => json<NavTree>(`${base}immutable/${file}`)));
  const found: Operation[] = [];
  for (const { items } of trees) await walk(items, [], `${base}immutable/`, found);
  // An operation with several tags has several places in the navigation.
  return [...new Map(found.map((operation) => [operation.path, operation])).values()];
}

let all: Promise<Operation[]> | undefined;

/** Returns all operations, in the same order as in the navigation. */
function allOperations(context: AgentContext): Promise<Operation[]> {
  all ??= load(context);
  all.catch(() => {
    all = undefined;
  });
  return all;
}

const bare = (path: string) => path.replace(/\/$/, "");

/** Finds an operation by its ID, title, page, or method and path. */
export async function findOperation(context: AgentContext, wanted: string): Promise<Operation> {
  const operations = await allOperations(context);
  const isUrl = URL.canParse(wanted) || wanted.startsWith("/");
  const page = isUrl ? bare(new URL(wanted, location.href).pathname) : undefined;
  const own = operations.find(
    ({ id, title, path }) => bare(path) === page || [id, title].some((name) => squeezed(name) === squeezed(wanted)),
  );
  if (own) return own;
  // The navigation doesn't contain the paths of requests, but the search index does.
  const { results } = context.site.search ? await find(wanted, 20) : { results: [] };
  const requests = results.flatMap(({ operation, url }) => (operation ? [{ ...operation, url }] : []));
  const [, method = "", request = ""] = /^(?:([A-Za-z]+)\s+)?(\S+)$/.exec(wanted.trim()) ?? [];
  const hit = requests.find(
    (one) => (!method || one.method.toUpperCase() === method.toUpperCase()) && one.path.endsWith(request),
  );
  const found = hit && operations.find(({ path }) => bare(path) === bare(new URL(hit.url).pathname));
  if (found) return found;
  const similar = [...new Set(requests.map((one) => `${one.method} ${one.path}`))].slice(0, 5).join(", ");
  throw new Error(`No operation \`${wanted}\`. ${similar ? `Similar: ${similar}.` : "To list all, use `operations`."}`);
}

export const operations: Tool<{ filter?: string; operation?: string; offset?: number }> = {
  title: "List or show API operations",
  description:
    "Lists the operations of the HTTP API that this site documents, or shows one operation with its parameters, body, and responses as Markdown. Use this tool for questions about endpoints. `filter` narrows the list.",
  properties: {
    filter: {
      type: "string",
      description: "Words that the method, title, ID, or group contains, such as `POST user`.",
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
    if (operation) return read.run(context, { page: (await findOperation(context, operation)).path, offset });
    const words = filter.toLowerCase().split(/\s+/);
    const has = ({ id, method, title, group }: Operation) => {
      const text = `${method} ${title} ${id} ${group}`.toLowerCase();
      return words.every((word) => text.includes(word));
    };
    const found = (await allOperations(context)).filter(has);
    const from = Math.max(Number(offset) || 0, 0);
    const next = from + listed;
    const shown = found
      .slice(from, next)
      .map(({ path, ...rest }) => ({ ...rest, url: new URL(path, location.origin).href }));
    return { total: found.length, operations: shown, ...(found.length > next && { next }) };
  },
};
