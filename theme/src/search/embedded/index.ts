/**
 * The provider that needs no service: it searches the index that docgen writes beside the pages, in the browser.
 *
 * It fetches a header, then of each question the few files that hold its words, then the texts of what it shows. Any file
 * that cannot be had, or is not what it should be, makes the search fail; the next one asks again.
 */

import type { CreateProvider, SearchAnswer, SearchHit, SearchProvider, SearchRequest } from "../provider.ts";
import { type Entry, Files, Gone } from "./files.ts";
import { type Card, hasPhrases, hitOf, likeness, type Matcher } from "./hits.ts";
import { parse } from "./question.ts";
import { rankIn, type Scope } from "./rank.ts";
import { byRank, type Found } from "./score.ts";

/** How many answers are put into their last order, which takes their texts. */
const mostOrdered = 20;

/** How many sections are looked into for a phrase. */
const mostPhrased = 60;

/** A section that answers, with its text. */
interface Shown {
  found: Found;
  card: Card;
  matcher: Matcher;
}

const hitOfShown = ({ found, card, matcher }: Shown) => hitOf(card, found.record, found.section, matcher);

/** Whether a filter lets records of a language and tag through. */
function holds(filters: SearchRequest["facetFilters"], language: string, tag: string): boolean {
  const facets: Record<string, string> = { language, docusaurus_tag: tag };
  const one = (facet: string) => {
    const colon = facet.indexOf(":");
    const name = colon < 0 ? facet : facet.slice(0, colon);
    const own = Object.hasOwn(facets, name) ? facets[name] : undefined;
    if (own === undefined) throw new Error(`there is no facet \`${name}\``);
    return own === (colon < 0 ? "" : facet.slice(colon + 1));
  };
  // Every facet is looked at, so that one that is none is never passed over.
  return filters.map((filter) => [filter].flat().map(one).includes(true)).every((held) => held);
}

/** The indexes a question is put to: as few as hold all records that the filters let through. */
async function scopesOf(files: Files, filters: SearchRequest["facetFilters"]): Promise<Scope[]> {
  const entries = await files.header();
  const scope = async (entry: Entry, docs: boolean): Promise<Scope> => {
    return { entry, manifest: await files.manifest(entry), docs, others: !docs };
  };
  const scopes = await Promise.all(
    entries.filter(({ language, tag }) => holds(filters, language, tag)).map((entry) => scope(entry, true)),
  );
  // What is of no version is in every index of its language: one is asked for it, if possible one that is asked anyway.
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
  /** What is made of each of some answers as soon as its text is there. */
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

/** What comes of something, unless a signal fires before it has. Files that are on their way are kept for the next one. */
function before<T>(signal: AbortSignal, made: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    made.then(resolve, reject);
  });
}

/** The address of the index, with a slash at its end. */
function baseOf(options: unknown): string {
  const { base } = (options ?? {}) as { base?: unknown };
  if (typeof base !== "string") throw new Error("the search does not know where its index is");
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
        // The site was deployed anew since its header was fetched.
        if (!(error instanceof Gone)) throw error;
        files.forget();
        return await before(signal, search(files, request, signal));
      }
    },
    async prepare() {
      const [only, ...others] = await files.header();
      // Where there are several, the question decides which is asked.
      if (only && others.length === 0) await files.manifest(only);
    },
  };
};
