/** What the search knows of the app around it: set once by the app's start, read by what loads later. */

import type { SearchData, SiteData } from "../chunk.ts";

export interface SearchContext {
  site: SiteData;
  search: SearchData;
  /** Name of the version of the documentation that the reader is in, where there is more than one. */
  version(): string | undefined;
  /** Whether the reader is where there is no page. */
  isLost(): boolean;
  /** Goes to an address within the site, without loading a document. */
  navigate(to: string): void;
}

let context: SearchContext | undefined;

export function setContext(of: SearchContext): void {
  context = of;
}

export function searchContext(): SearchContext {
  if (!context) throw new Error("the site has no search");
  return context;
}

/** Whether the modal is open, from which a page that comes late must not take the focus. */
export const isSearching = () => document.querySelector("[data-provider]");
