/** What the development server tells of the site, the mirror of `src/serve/events.rs`. */

export interface Problem {
  severity: "error" | "warning";
  code: string;
  message: string;
  file?: string;
  line?: number;
  column?: number;
  snippet?: { before: string; marked: string; after: string };
  hints: string[];
  /** How many problems this stands for, itself included. */
  count: number;
  /** The others that the same fix covers: how many, and the first places, a line each. */
  more?: string;
}

export interface SiteState {
  generation: string;
  /** When it is another, only a document load will do. */
  document: string;
  navigation: string;
  /** Address of the site's own styles. */
  css: string | null;
  errors: number;
  warnings: number;
  /** The first of them. */
  problems: Problem[];
}

/** The server and this script are of one build: what it says is taken as it is. */
export function parseState(json: string): SiteState {
  return JSON.parse(json) as SiteState;
}
