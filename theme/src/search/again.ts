/** What a search does after a failure: it waits, tries again, and keeps what the reader has written. */

/** The wait before another try, in milliseconds; each is twice as long as the one before. */
const first = 2000;
const longest = 30_000;
const asked = "docgen:search-again";
const kept = "docgen.search";

/** Tries again at once, because the reader asks for it. */
export const askAgain = (): boolean => dispatchEvent(new Event(asked));

/**
 * Waits until it is time to try again: the network is back, the reader asks for it, or a while has passed. Says whether
 * it was the reader.
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

/** Keeps a query over a load of the document. */
export function keepQuery(query: string): void {
  try {
    sessionStorage.setItem(kept, query);
  } catch {
    // It has to be written again.
  }
}

/** The query that was kept, once; `null` where there is none. */
export function takeQuery(): string | null {
  try {
    const query = sessionStorage.getItem(kept);
    sessionStorage.removeItem(kept);
    return query;
  } catch {
    return null;
  }
}
