/** The state of the site as sent by the development server. Mirrors `src/serve/events.rs`. */

export interface Problem {
  severity: "error" | "warning";
  code: string;
  /** The URL of the code's section in the manual. */
  docs: string;
  message: string;
  file?: string;
  line?: number;
  column?: number;
  snippet?: { before: string; marked: string; after: string };
  hints: string[];
  /** The number of problems that this one represents, including itself. */
  count: number;
  /** The other problems with the same fix: their number and the first locations, one per line. */
  more?: string;
}

export interface SiteState {
  generation: string;
  /** If this changes, the document has to be loaded again. */
  document: string;
  navigation: string;
  /** The URL of the site's own styles. */
  css: string | null;
  errors: number;
  warnings: number;
  /** The first problems. */
  problems: Problem[];
}

/** Parses a state without checking it, because the server and this script belong to the same build. */
export function parseState(json: string): SiteState {
  return JSON.parse(json) as SiteState;
}
