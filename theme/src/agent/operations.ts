/** `operations`: the operations of the site's APIs. */

import { type NavNode, type NavTree, parseNavTree, parseSiteIndex } from "../chunk.ts";
import { localUrl } from "../search/hits.ts";
import { read } from "./read.ts";
import { hitsFor } from "./search.ts";
import type { AgentContext, Tool } from "./tools.ts";

/** The maximum number of operations in a list. */
const listed = 60;

export interface Operation {
  id: string;
  method: string;
  title: string;
  group: string;
  /** The URL path of the operation's page. */
  path: string;
}

async function json<Value>(address: string, parse: (value: unknown) => Value): Promise<Value> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} can't be loaded.`);
  return parse(await response.json());
}

async function walk(
  nodes: readonly NavNode[],
  group: readonly string[],
  from: string,
  out: Operation[],
): Promise<void> {
  for (const node of nodes) {
    const { badge, href, key, label } = node;
    if (badge && href) {
      out.push({ id: key, method: badge.kind.toUpperCase(), title: label, group: group.join(" › "), path: href });
    }
    const items = node.part ? (await json(from + node.part, parseNavTree)).items : (node.items ?? []);
    await walk(items, [...group, label], from, out);
  }
}

let all: Promise<Operation[]> | undefined;

async function load({ site }: AgentContext): Promise<Operation[]> {
  const base = `${site.baseUrl}_docgen/`;
  const { nav } = await json(`${base}site.json`, parseSiteIndex);
  const trees: NavTree[] = await Promise.all(
    Object.values(nav).map((file) => json(`${base}immutable/${file}`, parseNavTree)),
  );
  const found: Operation[] = [];
  for (const { items } of trees) await walk(items, [], `${base}immutable/`, found);
  // An operation with several tags has several places in the navigation.
  return [...new Map(found.map((operation) => [operation.path, operation])).values()];
}

/** Returns all operations, in the same order as in the navigation. */
export function allOperations(context: AgentContext): Promise<Operation[]> {
  all ??= load(context);
  all.catch(() => {
    all = undefined;
  });
  return all;
}

const letters = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();

/** Finds an operation by its ID, title, page, or method and path. */
export async function findOperation(context: AgentContext, wanted: string): Promise<Operation> {
  const operations = await allOperations(context);
  const byPage = URL.canParse(wanted) || wanted.startsWith("/") ? new URL(wanted, location.href).pathname : wanted;
  const own = operations.find(
    ({ id, title, path }) =>
      [id, title].some((name) => letters(name) === letters(wanted)) ||
      path.replace(/\/$/, "") === byPage.replace(/\/$/, ""),
  );
  if (own) return own;
  const [, method = "", path = ""] = /^(?:([A-Za-z]+)\s+)?(\S+)$/.exec(wanted.trim()) ?? [];
  const { hits } = context.site.search ? await hitsFor(wanted, 10, "api") : { hits: [] };
  const isWanted = (hit: (typeof hits)[0]) =>
    hit.operation !== undefined &&
    (method === "" || hit.operation.method.toUpperCase() === method.toUpperCase()) &&
    hit.operation.path.endsWith(path);
  const hit = hits.find(isWanted);
  const page = hit && localUrl(hit.url_without_anchor);
  const found = operations.find(({ path: one }) => one === page);
  if (found) return found;
  const near = hits.flatMap((one) => (one.operation ? [`${one.operation.method} ${one.operation.path}`] : []));
  const similar = [...new Set(near)].slice(0, 5).join(", ");
  throw new Error(
    `No operation \`${wanted}\`. ${similar ? `Similar: ${similar}.` : "To list them, leave out `operation`."}`,
  );
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
  isUseful: () => true,
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
