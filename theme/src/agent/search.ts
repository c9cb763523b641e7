/** `search`: the sections that answer a query, ranked as in the search dialog, and the beginning of the best section. */

import { read } from "./read.ts";
import type { AgentContext, Tool } from "./tool.ts";

const most = 20;
const usual = 6;
/** The maximum number of results from one page, if other pages have results too. */
const perPage = 2;
/** How many more results to look at, so that one page doesn't fill the list. */
const wider = 5;
/** The maximum length of the best section's text, in characters: about 400 tokens, as in `src/mcp/tools/search.rs`. */
const beginning = 1600;

export const search: Tool<{ query: string; limit?: number }> = {
  title: "Search the documentation",
  description:
    "Searches this documentation and returns the best sections, each with its title, URL, and a snippet, and the beginning of the best one. Use a few keywords instead of a sentence. To match a phrase exactly, put it in double quotes. To get the text of a result, call `read` with its URL.",
  properties: {
    query: { type: "string", description: "Keywords, such as `rate limit header`." },
    limit: { type: "integer", minimum: 1, maximum: most, default: usual, description: "The number of results." },
  },
  required: ["query"],
  isReadOnly: true,
  isUseful: ({ site }) => site.search !== undefined,
  async run(context, { query, limit }) {
    const count = Math.min(Math.max(Number(limit) || usual, 1), most);
    const found = await context.search(String(query).trim(), count * wider);
    const results = spread(found.results, count);
    const [best, ...others] = results;
    const text = best && (await textOf(context, best.url));
    return { ...found, results: text ? [{ ...best, text: text.slice(0, beginning) }, ...others] : results };
  },
};

/** Returns the text of a section or page, or `undefined` if it's on another site. */
async function textOf(context: AgentContext, page: string): Promise<string | undefined> {
  const [, section] = page.split("#");
  const whole = () => read.run(context, { page });
  const found = section ? read.run(context, { page, section: decodeURIComponent(section) }).catch(whole) : whole();
  return (await found.catch(() => undefined))?.text;
}

/** Returns the best results, of which at most `perPage` are from one page unless there are too few others. */
function spread<Result extends { url: string }>(results: Result[], count: number): Result[] {
  const counts = new Map<string, number>();
  const more = new Set<Result>();
  for (const result of results) {
    const [page = ""] = result.url.split("#");
    counts.set(page, (counts.get(page) ?? 0) + 1);
    if ((counts.get(page) ?? 0) > perPage) more.add(result);
  }
  const first = results.filter((result) => !more.has(result));
  const chosen = new Set([...first, ...more].slice(0, count));
  return results.filter((result) => chosen.has(result));
}
