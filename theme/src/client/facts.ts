/**
 * The results that docgen provides while it prerenders interactive components: URLs, and numbers and dates in a
 * locale's format. The page contains these results, so the browser renders the same text.
 */

/** The result of each call. `question` returns the key of a call. */
export type Answers = Record<string, string>;

/** Returns the key of a call to a function in the "docgen" module. */
export function question(name: string, value: unknown, options?: unknown): string {
  const plain = typeof value === "bigint" ? String(value) : value;
  return JSON.stringify(options === undefined ? [name, plain] : [name, plain, options]);
}

/** The facts about a page that the modules of the page's islands use. */
export interface Facts {
  page?: unknown;
  site?: unknown;
  locale?: string;
  buildDate?: string;
  answers?: Answers;
}

/** The digest of the error for a `Suspense` boundary whose content only the browser can render. */
export const WAITS = "docgen:waits";
