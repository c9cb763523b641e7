/** The hits in the latest response, as the provider returned them. DocSearch gets modified copies. */

import { shown } from "../hits.ts";
import type { SearchHit } from "../provider.ts";
import type { PlacedHit } from "./recent.ts";

let hits = new Map<string, SearchHit>();

export function noteHits(all: readonly SearchHit[]): void {
  hits = new Map(all.map((hit) => [hit.objectID, hit]));
}

/** Adds the heading and the URL of a completed hit to DocSearch's copy, which DocSearch opens and stores. */
export function noteWhole(copy: PlacedHit, whole: SearchHit): void {
  const { objectID, url, anchor, hierarchy } = shown(whole);
  Object.assign(copy, { objectID, url, anchor, hierarchy: { ...hierarchy, lvl0: copy.hierarchy.lvl0 } });
  hits.set(objectID, whole);
}

/** Returns the hit in the latest response that has the given ID. */
export const originalOf = (id: string): SearchHit | undefined => hits.get(id);
