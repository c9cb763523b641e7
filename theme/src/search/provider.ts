/**
 * The interface between the search UI (dialog and search page) and the provider that answers queries: the embedded
 * index, a hosted service, or any other provider. A provider is a single module with `createProvider: CreateProvider`,
 * which loads when a reader is about to search. A provider doesn't depend on the page, React, or page URLs: it takes a
 * request and returns hits. The caller handles retries and shows messages.
 */

/** A search request. */
export interface SearchRequest {
  /** The query as typed, not empty, with at most 64 characters. */
  query: string;
  /** The number of the result page, from 0. */
  page: number;
  hitsPerPage: number;
  /**
   * Filters: all entries must match; an inner array matches if one of its entries does. An entry is a facet, a colon,
   * and a value: `language:en`, `docusaurus_tag:docs-default-current`.
   */
  facetFilters: (string | string[])[];
}

export interface SearchAnswer {
  /** The query of this response. */
  query: string;
  /** The hits, best first. */
  hits: SearchHit[];
  /** The number of hits on all pages. */
  nbHits: number;
  page: number;
  nbPages: number;
}

export type Level = "lvl0" | "lvl1" | "lvl2" | "lvl3" | "lvl4" | "lvl5" | "lvl6";

/**
 * `lvl0` is the section of the site, `lvl1` is the page, `lvl2` and below are its headings, and `content` is the text
 * below a heading.
 */
export type HitType = Level | "content";

/** Plain text; `null` for levels below the hit's own. */
export type Hierarchy = Record<Level, string | null>;

/**
 * A text as HTML: everything is escaped except `<mark>` and `</mark>` around matches. It's inserted as HTML, so an
 * unescaped character is a security hole.
 */
export interface Marked {
  value: string;
  matchLevel: "none" | "partial" | "full";
}

export type MarkedHierarchy = Partial<Record<Level, Marked>>;

/** A DocSearch record. Each section of a page is a record, and each passage in a section can also be a record. */
export interface SearchHit {
  objectID: string;
  /** The URL, with the anchor if there is one. The host is ignored. */
  url: string;
  url_without_anchor: string;
  anchor: string | null;
  type: HitType;
  hierarchy: Hierarchy;
  content: string | null;
  /** The full texts. */
  _highlightResult: { hierarchy: MarkedHierarchy; content?: Marked };
  /** Excerpts of about fifteen words around the matches, with `…` where they're cut. */
  _snippetResult: { hierarchy: MarkedHierarchy; content?: Marked };
}

export interface SearchProvider {
  /** Answers a request. Rejects on any failure, and stops when `signal` fires. */
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchAnswer>;
  /** Loads what every first query needs, because the reader is about to search. Failures are ignored. */
  prepare?(): Promise<unknown>;
}

/** Creates the provider with the options in the site's data, which only the provider interprets. */
export type CreateProvider = (options: unknown) => SearchProvider;
