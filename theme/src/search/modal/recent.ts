/**
 * DocSearch's recent searches. For a text hit, DocSearch stores the hit's page, but only if the page is also among the
 * results. If the page isn't among the results, this module creates an entry for the page from the hit and stores the
 * entry.
 */

import type { StoredDocSearchHit } from "@docsearch/react";
import { slot } from "../../hooks/storage.ts";
import type { SearchHit } from "../provider.ts";

/** A hit that DocSearch has grouped under another hit. */
export interface PlacedHit extends Omit<SearchHit, "_highlightResult" | "_snippetResult"> {
  __docsearch_parent?: unknown;
}

type Kept = Pick<StoredDocSearchHit, "objectID" | "url">;

const most = 7;
const mostBesideFavorites = 4;

const keyOf = (kind: "RECENT" | "FAVORITE", index: string) => `__DOCSEARCH_${kind}_SEARCHES__${index}`;

function read(key: string): Kept[] {
  const kept = slot(key);
  try {
    const value: unknown = JSON.parse(kept.get() ?? "[]");
    if (Array.isArray(value) && value.every((each) => each?.hierarchy && each.url)) return value;
  } catch {
    // The list can't be parsed. The code below removes the list.
  }
  kept.delete();
  return [];
}

/** Removes lists that DocSearch can't read. Such lists would prevent the dialog from opening. */
export function mend(index: string): void {
  read(keyOf("RECENT", index));
  read(keyOf("FAVORITE", index));
}

/**
 * If DocSearch doesn't store the page of a selected text hit, stores the page. Call this function after DocSearch has
 * stored the hit.
 */
export function remember(hit: PlacedHit, index: string): void {
  if (hit.type !== "content" || hit.__docsearch_parent) return;
  const url = hit.url.replace(/#.*$/, "");
  const { lvl0, lvl1 } = hit.hierarchy;
  const none = { lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null };
  const page = {
    objectID: url,
    url,
    url_without_anchor: url,
    anchor: null,
    type: "lvl1",
    content: null,
    hierarchy: { lvl0, lvl1, ...none },
  };
  const favorites = read(keyOf("FAVORITE", index));
  if (favorites.some((each) => each.url === url)) return;
  const others = read(keyOf("RECENT", index)).filter((each) => each.url !== url);
  const limit = favorites.length > 0 ? mostBesideFavorites : most;
  slot(keyOf("RECENT", index)).set(JSON.stringify([page, ...others].slice(0, limit)));
}
