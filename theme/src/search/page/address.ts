/** The search page's query, which is stored in the URL. */

/** The maximum length. The limit of the field is smaller but applies only to typing. */
const limit = 300;

export const queryInAddress = () => (new URLSearchParams(location.search).get("q") ?? "").slice(0, limit);

/** Writes the query to the URL of the current history entry. */
export function writeQuery(query: string): void {
  const url = new URL(location.href);
  if (query) url.searchParams.set("q", query);
  else url.searchParams.delete("q");
  if (url.href === location.href) return;
  try {
    history.replaceState(history.state, "", url);
  } catch {
    // Some browsers limit how often a page can change its URL. When the reader types the next letter, the URL is
    // updated.
  }
}
