/**
 * The interface between the search UI (dialog and search page) and what answers queries (the embedded index, a hosted
 * service, or any other provider in one file).
 *
 * A provider is a module with `createProvider: CreateProvider`, which is loaded when a reader is about to search. It
 * knows nothing about the page, React, or page URLs: it gets a request and returns hits. It neither retries nor shows
 * anything; the caller does.
 */

/** A search request. */
export interface SearchRequest {
  /** The query as written; never empty, at most 64 characters. */
  query: string;
  /** The page of results, from 0. */
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
  /** Best first. */
  hits: SearchHit[];
  /** The number of hits on all pages. */
  nbHits: number;
  page: number;
  nbPages: number;
}

export type Level = "lvl0" | "lvl1" | "lvl2" | "lvl3" | "lvl4" | "lvl5" | "lvl6";

/** `lvl0` is the section of the site, `lvl1` the page, `lvl2` and below its headings, `content` the text below one. */
export type HitType = Level | "content";

/** Plain text; `null` below the hit's own level. */
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

/** A DocSearch record. Each section of a page is a record, and each passage in it can be one too. */
export interface SearchHit {
  objectID: string;
  /** With its anchor; the host of the site doesn't matter. */
  url: string;
  url_without_anchor: string;
  anchor: string | null;
  type: HitType;
  hierarchy: Hierarchy;
  content: string | null;
  /** The full texts. */
  _highlightResult: { hierarchy: MarkedHierarchy; content?: Marked };
  /** Excerpts of about fifteen words around matches, with `…` where they're cut. */
  _snippetResult: { hierarchy: MarkedHierarchy; content?: Marked };
}

export interface SearchProvider {
  /** Rejects on any failure, and stops when `signal` fires. */
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchAnswer>;
  /** Loads what every first query needs, because the reader is about to search. Failures are ignored. */
  prepare?(): Promise<unknown>;
}

/** Creates the provider with the options in the site's data, which only the provider interprets. */
export type CreateProvider = (options: unknown) => SearchProvider;
