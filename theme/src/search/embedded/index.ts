/**
 * The embedded provider, which searches the site's own index in the browser, without a service.
 *
 * The provider fetches a header, then the few files with the query's words, and then the texts of the results. If a
 * file is damaged or can't be loaded, the search fails, and the next search tries again.
 */

import type { CreateProvider, SearchAnswer, SearchHit, SearchProvider, SearchRequest } from "../provider.ts";
import { type Entry, Files, Gone } from "./files.ts";
import { type Card, hasPhrases, hitOf, likeness, type Matcher } from "./hits.ts";
import { parse } from "./question.ts";
import { rankIn, type Scope } from "./rank.ts";
import { byRank, type Found } from "./score.ts";

/** The number of hits to rank by their texts. */
const mostOrdered = 20;

/** The number of sections to check for a phrase. */
const mostPhrased = 60;

/** A matching section with its text. */
interface Shown {
  found: Found;
  card: Card;
  matcher: Matcher;
}

const hitOfShown = ({ found, card, matcher }: Shown) => hitOf(card, found.record, found.section, matcher);

/** Whether a filter matches records of a locale and tag. */
function holds(filters: SearchRequest["facetFilters"], language: string, tag: string): boolean {
  const facets: Record<string, string> = { language, docusaurus_tag: tag };
  const one = (facet: string) => {
    const colon = facet.indexOf(":");
    const name = colon < 0 ? facet : facet.slice(0, colon);
    const own = Object.hasOwn(facets, name) ? facets[name] : undefined;
    if (own === undefined) throw new Error(`unknown facet \`${name}\``);
    return own === (colon < 0 ? "" : facet.slice(colon + 1));
  };
  // Check every facet, so that unknown facets are always reported.
  return filters.map((filter) => [filter].flat().map(one).includes(true)).every((held) => held);
}

/** Returns the smallest set of indexes that contains all records that match the filters. */
async function scopesOf(files: Files, filters: SearchRequest["facetFilters"]): Promise<Scope[]> {
  const entries = await files.header();
  const scope = async (entry: Entry, docs: boolean): Promise<Scope> => {
    return { entry, manifest: await files.manifest(entry), docs, others: !docs };
  };
  const scopes = await Promise.all(
    entries.filter(({ language, tag }) => holds(filters, language, tag)).map((entry) => scope(entry, true)),
  );
  // Pages without a version are in every index of their locale. Prefer an index that must be searched anyway.
  for (const entry of entries.filter(({ language }) => holds(filters, language, "default"))) {
    const known = scopes.find((one) => one.entry.language === entry.language);
    if (known) known.others = true;
    else scopes.push(await scope(entry, false));
  }
  return scopes;
}

async function search(files: Files, request: SearchRequest, signal: AbortSignal): Promise<SearchAnswer> {
  const { query, page, hitsPerPage } = request;
  const question = parse(query);
  const scopes = await scopesOf(files, request.facetFilters);
  signal.throwIfAborted();
  let ranked: Found[] = [];
  let more = 0;
  const tails: (() => Found[])[] = [];
  const matchers: Matcher[] = [];
  for (const [number, scope] of scopes.entries()) {
    const { head, more: others, tail, matcher } = await rankIn(files, scope, number, question);
    signal.throwIfAborted();
    ranked = ranked.concat(head);
    more += others;
    tails.push(tail);
    matchers.push(matcher);
  }
  if (scopes.length > 1) ranked.sort(byRank);
  /** Processes each hit as soon as the hit's text is loaded. */
  const each = async <T>(some: readonly Found[], make: (shown: Shown) => T): Promise<T[]> => {
    const made = some.map(async (found) => {
      const scope = scopes[found.scope] as Scope;
      const card = await files.card(scope.entry, scope.manifest, found.record);
      return make({ found, card, matcher: matchers[found.scope] as Matcher });
    });
    const all = await Promise.all(made);
    signal.throwIfAborted();
    return all;
  };
  if (question.phrases.length > 0) {
    const held = await each(ranked.slice(0, mostPhrased), ({ found, card, matcher }) =>
      hasPhrases(card, found.section, question, matcher) ? [found] : [],
    );
    ranked = held.flat();
  }
  const first = page * hitsPerPage;
  const known = new Map<Found, SearchHit>();
  if (first < mostOrdered) {
    const ordered = await each(ranked.slice(0, mostOrdered), (shown) => {
      const { found, card, matcher } = shown;
      found.rank *= likeness(card, found.section, question, matcher);
      known.set(found, hitOfShown(shown));
      return found;
    });
    ranked.splice(0, ordered.length, ...ordered.sort((a, b) => b.rank - a.rank));
  }
  const nbHits = ranked.length + more;
  if (first + hitsPerPage > ranked.length) ranked = ranked.concat(tails.flatMap((tail) => tail()).sort(byRank));
  const hits = await each(
    ranked.slice(first, first + hitsPerPage),
    (shown) => known.get(shown.found) ?? hitOfShown(shown),
  );
  return { query, hits, nbHits, page, nbPages: Math.ceil(nbHits / hitsPerPage) };
}

/**
 * Waits for a promise, unless a signal fires first. Pending requests continue, because the next query might need them.
 */
function before<T>(signal: AbortSignal, made: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    made.then(resolve, reject);
  });
}

/** Returns the URL of the index, with a trailing slash. */
function baseOf(options: unknown): string {
  const { base } = (options ?? {}) as { base?: unknown };
  if (typeof base !== "string") throw new Error("missing base URL of the search index");
  return base;
}

export const createProvider: CreateProvider = (options): SearchProvider => {
  const files = new Files(baseOf(options));
  return {
    async search(request, signal) {
      signal.throwIfAborted();
      try {
        return await before(signal, search(files, request, signal));
      } catch (error) {
        // The site was redeployed after the header of the site's index was fetched.
        if (!(error instanceof Gone)) throw error;
        files.forget();
        return await before(signal, search(files, request, signal));
      }
    },
    async prepare() {
      const [only, ...others] = await files.header();
      // If there are several indexes, the query determines which indexes are used.
      if (only && others.length === 0) await files.manifest(only);
    },
  };
};
