/** `search`: the sections that answer a query, ranked as in the search dialog. */

import { searchContext } from "../search/context.ts";
import { facetFilters } from "../search/filters.ts";
import { above, localUrl, titleOf } from "../search/hits.ts";
import type { SearchAnswer, SearchHit } from "../search/provider.ts";
import { ask, complete } from "../search/session.ts";
import type { Tool } from "./tools.ts";

const most = 20;
const usual = 6;

/** Returns the text of HTML that contains only text and marks. */
const plain = (html: string) => new DOMParser().parseFromString(html, "text/html").body.textContent ?? "";

/** Asks the site's search provider once. `kind` limits the hits to one kind of page. */
export function hitsFor(query: string, hitsPerPage: number, kind?: string): Promise<SearchAnswer> {
  const stop = new AbortController();
  const filters = [...facetFilters(searchContext()), ...(kind ? [`kind:${kind}`] : [])];
  return new Promise((done, fail) => {
    const failed = () => {
      stop.abort();
      fail(new Error("The search failed. Try again later."));
    };
    ask({ query, page: 0, hitsPerPage, facetFilters: filters }, stop.signal, failed).then(done, failed);
  });
}

async function result(hit: SearchHit) {
  const { _snippetResult } = await complete(hit, AbortSignal.timeout(10_000));
  return {
    title: [...above(hit), plain(titleOf(hit))].join(" › "),
    url: new URL(localUrl(hit.url), location.origin).href,
    snippet: plain(_snippetResult.content?.value ?? ""),
  };
}

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
  async run(_, { query, limit = usual }) {
    const { hits, nbHits } = await hitsFor(String(query).trim(), Math.min(Math.max(Number(limit) || usual, 1), most));
    return { total: nbHits, results: await Promise.all(hits.map(result)) };
  },
};
