/** The hits in the latest response, as the provider returned them. DocSearch gets modified copies. */

import type { SearchHit } from "../provider.ts";

let hits = new Map<string, SearchHit>();

export function noteHits(all: readonly SearchHit[]): void {
  hits = new Map(all.map((hit) => [hit.objectID, hit]));
}

/** Returns the hit in the latest response that has the given ID. */
export const originalOf = (id: string): SearchHit | undefined => hits.get(id);
