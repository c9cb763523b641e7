/** The query of the search page, which lives in its address. */

const limit = 64;

export const queryInAddress = () => (new URLSearchParams(location.search).get("q") ?? "").slice(0, limit);

/** Writes the query into the address of the entry of the history that the page has already. */
export function writeQuery(query: string): void {
  const url = new URL(location.href);
  if (query) url.searchParams.set("q", query);
  else url.searchParams.delete("q");
  if (url.href === location.href) return;
  try {
    history.replaceState(history.state, "", url);
  } catch {
    // Some browsers refuse more than so many changes in a while; the next letter brings the address up to date.
  }
}
