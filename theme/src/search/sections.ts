/** Search results as data, for agents. */

import { searchContext } from "./context.ts";
import { facetFilters } from "./filters.ts";
import { above, localUrl, textOf, titleOf } from "./hits.ts";
import type { SearchHit } from "./provider.ts";
import { ask, complete } from "./session.ts";

export interface Section {
  /** The titles and headings from the site's section down to the result. */
  title: string;
  url: string;
  /** The text around the matches. */
  snippet: string;
  /** The method and path of an API operation. */
  operation?: { method: string; path: string };
}

async function section(found: SearchHit, signal: AbortSignal): Promise<Section> {
  const hit = await complete(found, signal);
  return {
    title: [...above(hit), textOf(titleOf(hit))].join(" › "),
    url: new URL(localUrl(hit.url), location.origin).href,
    snippet: textOf(hit._snippetResult.content?.value ?? ""),
    ...(hit.operation && { operation: hit.operation }),
  };
}

/** Returns the best results for a query. Fails if the search fails once. */
export async function sectionsFor(query: string, hitsPerPage: number): Promise<{ total: number; results: Section[] }> {
  const stop = new AbortController();
  const request = { query, page: 0, hitsPerPage, facetFilters: facetFilters(searchContext()) };
  const { hits, nbHits } = await new Promise<Awaited<ReturnType<typeof ask>>>((done, fail) => {
    const failed = () => {
      stop.abort();
      fail(new Error("The search failed. Try again later."));
    };
    ask(request, stop.signal, failed).then(done, failed);
  });
  return { total: nbHits, results: await Promise.all(hits.map((hit) => section(hit, stop.signal))) };
}
