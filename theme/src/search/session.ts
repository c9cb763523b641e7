/**
 * Asking the site's provider: loads its code, keeps it from taking for ever, and drops what nobody waits for. Whatever
 * goes wrong is a rejection; the next question starts anew, the loading of the code included.
 */

import { searchContext } from "./context.ts";
import type { CreateProvider, SearchAnswer, SearchProvider, SearchRequest } from "./provider.ts";

/** The providers there are, by their name in the config. Another is a file and a line here. */
const providers: Record<string, () => Promise<{ createProvider: CreateProvider }>> = {
  embedded: () => import("./embedded/index.ts"),
  algolia: () => import("./hosted/algolia.ts"),
};

/** How long an answer may take. A reader has given up by then, and a host that hangs says nothing by itself. */
const patience = 10_000;

let provider: Promise<SearchProvider> | undefined;

async function create(): Promise<SearchProvider> {
  const { site, search } = searchContext();
  const { provider: name = "embedded", options = { base: `${site.baseUrl}_docgen/search/` } } = search;
  const load = providers[name];
  if (!load) throw new Error(`there is no search provider ${name}`);
  return (await load()).createProvider(options);
}

function loaded(): Promise<SearchProvider> {
  if (!provider) {
    provider = create();
    provider.catch(() => {
      provider = undefined;
    });
  }
  return provider;
}

/** Fetches what a first query needs. */
export function prepare(): void {
  loaded()
    .then((ready) => ready.prepare?.())
    // Whoever asks hears of it.
    .catch(() => {});
}

export async function ask(request: SearchRequest, signal: AbortSignal): Promise<SearchAnswer> {
  const stop = new AbortController();
  const left = () => stop.abort(signal.reason);
  signal.addEventListener("abort", left);
  const timer = setTimeout(() => stop.abort(new Error("the search took too long")), patience);
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener("abort", () => reject(stop.signal.reason));
  });
  try {
    const asked = loaded().then((ready) => ready.search(request, stop.signal));
    const answer = await Promise.race([asked, stopped]);
    if (!Array.isArray(answer?.hits)) throw new TypeError("the search was answered with something else");
    return answer;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", left);
  }
}
