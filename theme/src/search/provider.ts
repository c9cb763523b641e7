/**
 * The interface between the search UI (dialog and search page) and the provider that answers queries. A provider can
 * use the embedded index, a hosted service, or any other source. A provider is a single module with `createProvider:
 * CreateProvider`, which loads when a reader is about to search. A provider doesn't depend on the page, React, or page
 * URLs. A provider takes a request and returns hits. The caller handles retries and shows messages.
 */

/** A search request. */
export interface SearchRequest {
  /** The query as the reader typed it. The query isn't empty. */
  query: string;
  /** The number of the result page, starting at 0. */
  page: number;
  hitsPerPage: number;
  /** Whether short words must match exactly, because the query is a URL that nobody typed as a question. */
  strict?: boolean;
  /** Whether the reader is typing. The provider can then leave the first letters of the last word out of the search. */
  isDraft?: boolean;
  /** The number of hits that the reader can see. If other hits would cause requests, they can be left out. */
  visible?: number | undefined;
  /**
   * The filters. All entries must match. An inner array matches if at least one of its entries matches. An entry is a
   * facet, a colon, and a value, such as `language:en` or `docusaurus_tag:docs-default-current`.
   */
  facetFilters: (string | string[])[];
  /** Whether the answer must contain the number of hits for each value of a facet, if the provider can count them. */
  counts?: boolean;
}

export interface SearchAnswer {
  /** The query that this response is for. */
  query: string;
  /** The hits, best first. */
  hits: SearchHit[];
  /** The number of hits on all pages. */
  nbHits: number;
  page: number;
  nbPages: number;
  /** The number of hits for each value of a facet that readers can filter by: `kind` and `hierarchy.lvl0`. */
  facets?: Record<string, Record<string, number>>;
  /** Whether the provider left the last word or some of the hits out, because the reader is typing. */
  isDraft?: boolean;
  /** A likely correction of the query, if some of its words have no results. */
  corrected?: string;
}

export type Level = "lvl0" | "lvl1" | "lvl2" | "lvl3" | "lvl4" | "lvl5" | "lvl6";

/**
 * The type of a hit. `lvl0` is the site's section, `lvl1` is the page, `lvl2` and below are the page's headings, and
 * `content` is the text below a heading.
 */
export type HitType = Level | "content";

/** The plain text of each level. For levels below the hit's own level, the value is `null`. */
export type Hierarchy = Record<Level, string | null>;

/**
 * Text as HTML. Everything is escaped except `<mark>` and `</mark>` around matches. The text is inserted as HTML, so an
 * unescaped character would be a security vulnerability.
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
  /** The full text, with highlighted matches. */
  _highlightResult: { hierarchy: MarkedHierarchy; content?: Marked };
  /** The kind of page: `docs`, `api`, `blog`, or `page`. */
  kind?: string;
  /** Whether the heading and the anchor are missing until the hit is completed. */
  isPartial?: boolean;
  /** The method and path of an API operation. */
  operation?: { method: string; path: string };
  /** The words of the query that are too common to count, in lowercase. */
  ignored?: readonly string[];
  /** Excerpts of about 15 words around the matches. An `…` shows where text is omitted. */
  _snippetResult: { hierarchy: MarkedHierarchy; content?: Marked };
}

export interface SearchProvider {
  /** Answers a request. Rejects on any failure and stops when `signal` fires. */
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchAnswer>;
  /**
   * Adds the text, the excerpt, and the heading to a hit that this provider returned without them. Without this
   * function, hits are always complete.
   */
  complete?(hit: SearchHit, signal: AbortSignal): Promise<SearchHit>;
  /** Loads everything that the first query needs, because the reader is about to search. Failures are ignored. */
  prepare?(): Promise<unknown>;
}

/** Creates the provider with the options in the site's data. Only the provider interprets the options. */
export type CreateProvider = (options: unknown) => SearchProvider;
