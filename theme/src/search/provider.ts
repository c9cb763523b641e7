/**
 * What the search asks, and of whom: the one interface between what a reader sees (modal and search page) and what
 * answers it (an index that travels with the site, a hosted service, or whatever else is put in one file).
 *
 * A provider is a module with `createProvider: CreateProvider`, loaded when a reader is about to search. It knows
 * nothing of the page, of React or of addresses of pages: it is given a request and gives hits. It neither retries
 * nor shows anything; who calls it does.
 */

/** What is asked. */
export interface SearchRequest {
  /** What the reader wrote, as it is; never empty, at most 64 characters. */
  query: string;
  /** Which part of all hits is wanted, counted from 0. */
  page: number;
  hitsPerPage: number;
  /**
   * What a hit must be tagged with: all entries must hold; an inner array holds if one in it does. An entry is the
   * name of a facet, a colon and a value: `language:en`, `docusaurus_tag:docs-default-current`.
   */
  facetFilters: (string | string[])[];
}

export interface SearchAnswer {
  /** The query that this answers. */
  query: string;
  /** Best first. */
  hits: SearchHit[];
  /** How many there are on all pages. */
  nbHits: number;
  page: number;
  nbPages: number;
}

export type Level = "lvl0" | "lvl1" | "lvl2" | "lvl3" | "lvl4" | "lvl5" | "lvl6";

/** `lvl0` is the section of the site, `lvl1` the page, `lvl2` and on its headings, `content` the text below one. */
export type HitType = Level | "content";

/** Plain text; `null` below the hit's own level. */
export type Hierarchy = Record<Level, string | null>;

/**
 * A text as HTML: everything escaped but `<mark>` and `</mark>` around what matched. It is inserted as HTML, so an
 * unescaped character here is a hole.
 */
export interface Marked {
  value: string;
  matchLevel: "none" | "partial" | "full";
}

export type MarkedHierarchy = Partial<Record<Level, Marked>>;

/** A record as DocSearch knows it. A section of a page is a record, and so may be each passage in it. */
export interface SearchHit {
  objectID: string;
  /** With its anchor; on which host the site is does not matter. */
  url: string;
  url_without_anchor: string;
  anchor: string | null;
  type: HitType;
  hierarchy: Hierarchy;
  content: string | null;
  /** The whole texts. */
  _highlightResult: { hierarchy: MarkedHierarchy; content?: Marked };
  /** The texts cut to some fifteen words around what matched, with `…` where they are cut. */
  _snippetResult: { hierarchy: MarkedHierarchy; content?: Marked };
}

export interface SearchProvider {
  /** Rejects on any failure whatever, and stops work when `signal` fires. */
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchAnswer>;
  /** Fetches what every first query needs, because the reader is about to ask. Its failure is no one's concern. */
  prepare?(): Promise<unknown>;
}

/** Makes the provider from the options in the site's data, which only the provider itself understands. */
export type CreateProvider = (options: unknown) => SearchProvider;
