/**
 * Uses the site's provider: loads the provider's code, limits the time for each query, and cancels queries that are no
 * longer needed. Retries after every failure, including a failure to load the code.
 */

import { loadPartAgain } from "../parts.ts";
import { track } from "../track.ts";
import { again, keepQuery } from "./again.ts";
import { isSearching, searchContext } from "./context.ts";
import type { CreateProvider, SearchAnswer, SearchHit, SearchProvider, SearchRequest } from "./provider.ts";

/** The providers, by name in the config. To add a provider, add a file and a line here. */
const providers: Record<string, () => Promise<{ createProvider: CreateProvider }>> = {
  embedded: () => import("./embedded/index.ts"),
  algolia: () => import("./hosted/algolia.ts"),
};

/**
 * The timeout for a search, in milliseconds. The timeout is necessary because readers don't wait longer, and because a
 * host that hangs doesn't report an error.
 */
const patience = 10_000;

let provider: Promise<SearchProvider> | undefined;

type Load = (load: () => Promise<{ createProvider: CreateProvider }>) => Promise<{ createProvider: CreateProvider }>;

async function create(through: Load): Promise<SearchProvider> {
  const { site, search } = searchContext();
  const { provider: name = "embedded", options = { base: `${site.baseUrl}_docgen/search/` } } = search;
  const load = providers[name];
  if (!load) throw new Error(`unknown search provider ${name}`);
  return (await through(load)).createProvider(options);
}

function loaded(through: Load = (load) => load()): Promise<SearchProvider> {
  if (!provider) {
    provider = create(through);
    provider.catch(() => {
      provider = undefined;
    });
  }
  return provider;
}

/** Loads everything that the first query needs. */
export function prepare(): void {
  loaded()
    .then((ready) => ready.prepare?.())
    // Ignore a failure, because the first search tries again and reports any failure.
    .catch(() => {});
}

async function askOnce(request: SearchRequest, signal: AbortSignal, through?: Load): Promise<SearchAnswer> {
  const stop = new AbortController();
  const left = () => stop.abort(signal.reason);
  signal.addEventListener("abort", left);
  const timer = setTimeout(() => stop.abort(new Error("the search timed out")), patience);
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener("abort", () => reject(stop.signal.reason));
  });
  try {
    const asked = loaded(through).then((ready) => ready.search(request, stop.signal));
    const answer = await Promise.race([asked, stopped]);
    if (!Array.isArray(answer?.hits)) throw new TypeError("unexpected search response");
    return answer;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", left);
  }
}

/** Returns a hit with its text. If the text can't be loaded, returns the hit without it. */
export async function complete(hit: SearchHit, signal: AbortSignal): Promise<SearchHit> {
  try {
    const ready = await loaded();
    return (await ready.complete?.(hit, signal)) ?? hit;
  } catch {
    return hit;
  }
}

/** The pause after which a query counts as a search, in milliseconds. */
const pause = 1000;
let settling = 0;
let last = "";

/** Reports a query, unless the reader keeps typing. */
function report({ query, page, nbHits: results }: SearchAnswer): void {
  if (page > 0) return;
  clearTimeout(settling);
  if (query === last) return;
  settling = window.setTimeout(() => {
    last = query;
    track("search", { query, results });
  }, pause);
}

/**
 * Searches until there is a result or `signal` fires. Calls `failed` only for the first failure. Unless `isSilent` is
 * set, the query counts as a reader's search.
 */
export async function ask(
  request: SearchRequest,
  signal: AbortSignal,
  failed: (error: unknown) => void,
  isSilent = false,
): Promise<SearchAnswer> {
  let through: Load | undefined;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await askOnce(request, signal, through);
      if (!isSilent) report(answer);
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (attempt === 0) failed(error);
    }
    const byHand = await again(attempt, signal);
    signal.throwIfAborted();
    through = byHand ? (load) => loadPartAgain(load, () => isSearching() && keepQuery(request.query)) : undefined;
  }
}
