/** Completes search hits, for callers that need all text at once. */

import type { SearchAnswer, SearchProvider, SearchRequest } from "./provider.ts";

/** Runs a search and adds the text to all hits. */
export async function searchWhole(
  provider: SearchProvider,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const answer = await provider.search(request, signal);
  const hits = await Promise.all(answer.hits.map((hit) => provider.complete?.(hit, signal) ?? hit));
  return { ...answer, hits };
}
