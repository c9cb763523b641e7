/** The state of the site that the development server sends. Mirrors `src/serve/events.rs`. */

export interface Problem {
  severity: "error" | "warning";
  code: string;
  /** The URL of the manual's section about the problem's code. */
  docs: string;
  message: string;
  file?: string;
  line?: number;
  column?: number;
  snippet?: { before: string; marked: string; after: string };
  hints: string[];
  /** The number of problems that this entry represents, including this problem. */
  count: number;
  /** The other problems with the same fix: their number and their first locations, with one location per line. */
  more?: string;
}

/** The file of the open page. */
export interface Source {
  /** The path in the site's folder. */
  file: string;
  /** The URL that opens the file in the writer's editor, with `{line}`. */
  url: string;
}

export interface SiteState {
  generation: string;
  /** If this value changes, the document must be reloaded. */
  document: string;
  navigation: string;
  /** The URL of the site's own styles. */
  css: string | null;
  errors: number;
  warnings: number;
  source: Source | null;
  /** All problems in the file of the open page. */
  own: Problem[] | null;
  /** The first problems of the site, except those in `own`. */
  problems: Problem[];
}

/**
 * Parses a state. The state doesn't have to be checked, because the server and this script belong to the same build.
 */
export function parseState(json: string): SiteState {
  return JSON.parse(json) as SiteState;
}
