/** Searches for agents in the browser. */

import { searchContext } from "./context.ts";
import { facetFilters } from "./filters.ts";
import { localUrl, textOf } from "./hits.ts";
import type { SearchHit } from "./provider.ts";
import { type Section, type Sections, sectionOf } from "./section.ts";
import { ask, complete } from "./session.ts";

async function section(hit: SearchHit, signal: AbortSignal): Promise<Section> {
  const whole = await complete(hit, signal);
  return sectionOf(whole, new URL(localUrl(whole.url), location.origin), textOf);
}

/** Returns the best results for a query. Fails if the search fails once. */
export async function sectionsFor(query: string, hitsPerPage: number): Promise<Sections> {
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
