/** Suggestions for readers without a query or without results: the names of sections that have results. */

import { searchContext } from "./context.ts";
import { facetFilters } from "./filters.ts";
import type { SearchHit } from "./provider.ts";
import { ask } from "./session.ts";

const most = 3;
/** The number of sections to try. */
const tried = 6;
const longest = 60;

/** The names of the sections in all hits so far. */
const seen = new Set<string>();
const finds = new Map<string, boolean>();

export function noteSections(hits: readonly SearchHit[]): void {
  for (const { hierarchy } of hits) if (hierarchy.lvl0) seen.add(hierarchy.lvl0);
}

async function isFound(name: string, signal: AbortSignal): Promise<boolean> {
  const known = finds.get(name);
  if (known !== undefined) return known;
  const request = { query: name.toLowerCase(), page: 0, hitsPerPage: 1, facetFilters: facetFilters(searchContext()) };
  return new Promise((done) => {
    const failed = () => done(false);
    ask(request, signal, failed, true).then(({ nbHits }) => {
      finds.set(name, nbHits > 0);
      done(nbHits > 0);
    }, failed);
  });
}

/** The names of the site's sections, and of those in hits. */
function sections(): string[] {
  const { site, search } = searchContext();
  const names = [...new Set([...(search.suggestions ?? []), ...seen])];
  return names.filter((name) => name !== site.title && name.length <= longest);
}

/** Suggestions that need no requests. */
export const suggested = (): string[] => sections().slice(0, most);

export async function suggest(signal: AbortSignal): Promise<string[]> {
  const names = sections().slice(0, tried);
  const found = await Promise.all(names.map((name) => isFound(name, signal)));
  return names.filter((_, index) => found[index]).slice(0, most);
}
