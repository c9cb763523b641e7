/** The hits of the latest answer as the provider returned them, because DocSearch gets changed copies of them. */

import type { SearchHit } from "../provider.ts";

let hits = new Map<string, SearchHit>();

export function noteHits(all: readonly SearchHit[]): void {
  hits = new Map(all.map((hit) => [hit.objectID, hit]));
}

/** Returns the hit of the latest answer with an ID. */
export const originalOf = (id: string): SearchHit | undefined => hits.get(id);
