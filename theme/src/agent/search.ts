/** `search`: the sections that answer a query, ranked as in the search dialog. */

import type { Tool } from "./tools.ts";

const most = 20;
const usual = 6;

/** Searches with the code of the search page, which loads with the first search. */
export const find = async (query: string, limit: number) =>
  (await import("../islands/Search.tsx")).sectionsFor(query, limit);

export const search: Tool<{ query: string; limit?: number }> = {
  title: "Search the documentation",
  description:
    "Searches this documentation and returns the best sections, each with its title, URL, and a snippet. Use a few keywords instead of a sentence. To match a phrase exactly, put it in double quotes. To get the text of a result, call `read` with its URL.",
  properties: {
    query: { type: "string", description: "Keywords, such as `rate limit header`." },
    limit: { type: "integer", minimum: 1, maximum: most, default: usual, description: "The number of results." },
  },
  required: ["query"],
  isReadOnly: true,
  isUseful: ({ site }) => site.search !== undefined,
  run: (_, { query, limit }) => find(String(query).trim(), Math.min(Math.max(Number(limit) || usual, 1), most)),
};
