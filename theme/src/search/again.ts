/** Handles a failed search: waits, retries, and keeps the reader's query. */

/** The delay before the first retry, in milliseconds. The delay doubles with each retry. */
const first = 2000;
const longest = 30_000;
const asked = "docgen:search-again";
const kept = "docgen.search";

/** Skips the delay and retries, because the reader asked for a retry. */
export const askAgain = (): boolean => dispatchEvent(new Event(asked));

/**
 * Waits until the network is back, the reader requests a retry, the delay is over, or `signal` fires. Returns whether
 * the reader requested a retry.
 */
export function again(attempt: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((done) => {
    const stop = new AbortController();
    const end = (byHand: boolean) => {
      clearTimeout(timer);
      stop.abort();
      done(byHand);
    };
    const timer = setTimeout(end, Math.min(first * 2 ** attempt, longest), false);
    addEventListener("online", () => end(false), { signal: stop.signal });
    addEventListener(asked, () => end(true), { signal: stop.signal });
    signal.addEventListener("abort", () => end(false), { signal: stop.signal });
  });
}

/** Keeps a query while the document reloads. */
export function keepQuery(query: string): void {
  try {
    sessionStorage.setItem(kept, query);
  } catch {
    // Without storage, the reader must type the query again.
  }
}

/** Returns the saved query and removes it from the session storage. If there's no such query, returns `null`. */
export function takeQuery(): string | null {
  try {
    const query = sessionStorage.getItem(kept);
    sessionStorage.removeItem(kept);
    return query;
  } catch {
    return null;
  }
}
