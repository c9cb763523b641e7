/**
 * What docgen answers while it prerenders an interactive component: URLs, and numbers and dates in the words of a
 * locale. The page contains the answers, so that the browser renders the same.
 */

/** The answers by question. */
export type Answers = Record<string, string>;

/** Returns the question of a call of a function of the module "docgen". */
export function question(name: string, value: unknown, options?: unknown): string {
  const plain = typeof value === "bigint" ? String(value) : value;
  return JSON.stringify(options === undefined ? [name, plain] : [name, plain, options]);
}

/** What a page tells its islands about itself; only what their modules use. */
export interface Facts {
  page?: unknown;
  site?: unknown;
  locale?: string;
  buildDate?: string;
  answers?: Answers;
}

/** The digest of the error for a `Suspense` whose content only the browser can show. */
export const WAITS = "docgen:waits";
