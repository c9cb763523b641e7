/** Search results as data, for agents. */

import { above, titleOf } from "./hits.ts";
import type { SearchHit } from "./provider.ts";

export interface Section {
  /** The titles and headings from the site's section down to the result. */
  title: string;
  url: string;
  /** The text around the matches. */
  snippet: string;
  /** The method and path of an API operation. */
  operation?: { method: string; path: string };
}

/** The best sections for a query, and the number of all sections that match. */
export interface Sections {
  total: number;
  results: Section[];
}

/** Describes a hit at a URL. `plain` returns the text of HTML. */
export function sectionOf(hit: SearchHit, url: URL, plain: (html: string) => string): Section {
  return {
    title: [...above(hit), plain(titleOf(hit))].join(" › "),
    url: url.href,
    snippet: plain(hit._snippetResult.content?.value ?? ""),
    ...(hit.operation && { operation: hit.operation }),
  };
}
