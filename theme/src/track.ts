/** Dispatches the reader's actions as events on `window`, for analytics and for scripts that the site adds. */

export interface Tracked {
  /** The reader paused after typing a query. */
  search: { query: string; results: number };
  /** The reader opened a result. */
  search_hit: { query: string; url: string };
  /** The reader copied a code block, a page, or a link to a heading. */
  copy: { what: "code" | "page" | "link" };
  /** The reader answered the question below a page. */
  feedback: { answer: "yes" | "no" };
  /** The reader sent a request in an API reference. */
  request: { method: string; path: string };
  /** The reader opened a link to another site. */
  outbound: { url: string };
}

export type TrackedName = keyof Tracked;

export function track<Name extends TrackedName>(name: Name, data: Tracked[Name]): void {
  dispatchEvent(new CustomEvent("docgen:track", { detail: { name, ...data } }));
}
