/**
 * The state that the app provides for search. The app sets this state when it starts. Parts that load later read the
 * state.
 */

import type { SearchData, SiteData } from "../chunk.ts";

export interface SearchContext {
  site: SiteData;
  search: SearchData;
  /** The documentation set that the reader is viewing, if the site has several sets. */
  docs(): string | undefined;
  /** The version of the documentation that the reader is viewing, if the site has several versions. */
  version(): string | undefined;
  /** Whether the reader is on a not-found page. */
  isLost(): boolean;
  /** Returns the content of a page as HTML. If the page doesn't exist, returns `null`. */
  page(path: string): Promise<string | null>;
  /** Opens a URL on the site without loading a document. */
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

/** Whether the dialog is open. A page that loads later must not take the focus away from the dialog. */
export const isSearching = () => document.querySelector("[data-provider]");
