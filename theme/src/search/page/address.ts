/** The search page's query and kind of page, which are stored in the URL. */

import { isKind } from "../kinds.ts";
import { queryLimit } from "../pasted.ts";

export const queryInAddress = () => (new URLSearchParams(location.search).get("q") ?? "").slice(0, queryLimit);

export function kindInAddress(): string {
  const kind = new URLSearchParams(location.search).get("kind") ?? "";
  return isKind(kind) ? kind : "";
}

/** Writes the kind of page to the URL of the current history entry. */
export const writeKind = (kind: string) => write("kind", kind);

/** Writes the query to the URL of the current history entry. */
export const writeQuery = (query: string) => write("q", query);

function write(name: string, value: string): void {
  const url = new URL(location.href);
  if (value) url.searchParams.set(name, value);
  else url.searchParams.delete(name);
  if (url.href === location.href) return;
  try {
    history.replaceState(history.state, "", url);
  } catch {
    // Some browsers limit how often a page can change its URL. When the reader types the next letter, the URL is
    // updated.
  }
}
