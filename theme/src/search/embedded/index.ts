/**
 * The embedded provider, which searches the site's own index in the browser, without a service.
 *
 * The provider fetches a header, then the few files that contain the query's words, and then the names of the results.
 * The text of the results is fetched on demand. If a file is damaged or can't be loaded, the search fails, and the next
 * search tries again.
 */

import type { CreateProvider, SearchAnswer, SearchHit, SearchProvider, SearchRequest } from "../provider.ts";
import { type Entry, Files, Gone, type Group, type Load } from "./files.ts";
import { hasPhrases, hitOf, type Matcher, type Named, withText } from "./hits.ts";
import { rankByLetters } from "./letter.ts";
import { linesOf } from "./lines.ts";
import { type Plan, planOf, type Question } from "./question.ts";
import { type Correction, rankIn, type Scope } from "./rank.ts";
import { byRank, type Found } from "./score.ts";

/** How long the reader must pause before the first letters of a word cause requests, in milliseconds. */
const pause = 200;

/** The number of sections to check for a phrase. */
const mostPhrased = 60;

type Filters = SearchRequest["facetFilters"];

/** The facets that depend on a record's index. The other facets depend on the record's group. */
const indexFacets = ["language", "docusaurus_tag"];

/** Whether filters match facets. Facets that aren't specified match every filter. */
function holds(filters: Filters, facets: Record<string, string>): boolean {
  const one = (facet: string) => {
    const colon = facet.indexOf(":");
    const name = colon < 0 ? facet : facet.slice(0, colon);
    if (![...indexFacets, "kind", "hierarchy.lvl0"].includes(name)) throw new Error(`unknown facet \`${name}\``);
    return !Object.hasOwn(facets, name) || facets[name] === (colon < 0 ? "" : facet.slice(colon + 1));
  };
  // Check every facet so that unknown facets are always reported.
  return filters.map((filter) => [filter].flat().map(one).includes(true)).every((held) => held);
}

/** Returns the smallest set of indexes that contains all records that match the filters. */
async function scopesOf(files: Files, { facetFilters: filters, isDraft, visible }: SearchRequest): Promise<Scope[]> {
  const isLimited = isDraft === true && visible !== undefined;
  const entries = await files.header();
  const matches = (language: string, docusaurus_tag: string) => holds(filters, { language, docusaurus_tag });
  const scope = async (entry: Entry, docs: boolean): Promise<Scope> => {
    const manifest = await files.manifest(entry);
    const { language, tag } = entry;
    const allowed = manifest.groups.map(([first, lvl0, kind]: Group) => {
      const own = first < manifest.docs ? tag : "default";
      return holds(filters, { language, docusaurus_tag: own, kind, "hierarchy.lvl0": lvl0 });
    });
    const isFrugal = isLimited && manifest.names.cards !== undefined;
    return { entry, manifest, docs, others: !docs, copies: true, allowed, isFrugal };
  };
  const scopes = await Promise.all(
    entries.filter(({ language, tag }) => matches(language, tag)).map((entry) => scope(entry, true)),
  );
  // Pages without a version are in every index of their locale. Prefer an index that must be searched anyway.
  for (const entry of entries.filter(({ language }) => matches(language, "default"))) {
    const known = scopes.find((one) => one.entry.language === entry.language);
    if (known) known.others = true;
    else scopes.push(await scope(entry, false));
  }
  // If several locales are searched, the search finds an untranslated page only in its original locale.
  const isSingle = new Set(scopes.map(({ entry }) => entry.language)).size === 1;
  return scopes.map((scope) => ({ ...scope, copies: isSingle }));
}

/** Returns the group of a record. */
const groupOf = ({ manifest: { groups } }: Scope, record: number) =>
  groups.findLast(([first]) => first <= record) ?? ([0, "", "page"] satisfies Group);

/** Returns a query with its words corrected. */
function corrected(query: string, { places }: Question, corrections: readonly Correction[]): string {
  let text = query;
  for (const { word, text: right } of [...corrections].sort((a, b) => b.word - a.word)) {
    const [start, end] = places[word] ?? [0, 0];
    text = text.slice(0, start) + right + text.slice(end);
  }
  return text;
}

/**
 * Returns the hits to show at once. If the reader doesn't need all of them yet, leaves out hits that would cause
 * requests. While the reader is typing, only the first hit can cause a request.
 */
async function shownOf(
  found: Found[],
  { visible, isDraft }: SearchRequest,
  namesOf: (found: Found) => Promise<Named | undefined>,
): Promise<Found[]> {
  if (visible === undefined) return found;
  const names = await Promise.all(found.map(namesOf));
  if (names.every((named) => named !== undefined)) return found;
  if (!isDraft) return found.slice(0, visible);
  const known = found.filter((_, index) => names[index] !== undefined);
  return known.length > 0 ? known : found.slice(0, 1);
}

/**
 * Ranks the records of a scope, for the first letters of a word by their titles. If the titles aren't loaded, these
 * letters cause requests only after a pause.
 */
async function rankOf(files: Files, scope: Scope, number: number, { question, isInTitles }: Plan, signal: AbortSignal) {
  if (!isInTitles) return rankIn(files, scope, number, question);
  const titles = await rankByLetters(files, scope, number, question);
  if (titles) return titles;
  if (scope.isFrugal) await new Promise((done) => setTimeout(done, pause));
  signal.throwIfAborted();
  return rankIn(files, scope, number, question);
}

/** Loads the rest of a hit. */
type Complete = () => Promise<SearchHit>;

async function search(
  files: Files,
  request: SearchRequest,
  signal: AbortSignal,
  later: WeakMap<SearchHit, Complete>,
): Promise<SearchAnswer> {
  const { query, page, hitsPerPage } = request;
  const scopes = await scopesOf(files, request);
  const isFrugal = scopes.some((scope) => scope.isFrugal);
  const plan = planOf(request, isFrugal);
  const { question, isDraft } = plan;
  signal.throwIfAborted();
  let ranked: Found[] = [];
  let more = 0;
  const tails: (() => Found[])[] = [];
  const matchers: Matcher[] = [];
  const facets: Record<string, Record<string, number>> = { kind: {}, "hierarchy.lvl0": {} };
  let corrections: Correction[] = [];
  for (const [number, scope] of scopes.entries()) {
    const own = await rankOf(files, scope, number, plan, signal);
    signal.throwIfAborted();
    ranked = ranked.concat(own.head);
    more += own.more;
    tails.push(own.tail);
    matchers.push(own.matcher);
    if (own.head.length > 0 && corrections.length === 0) corrections = own.corrections;
    for (const [group, count] of own.counts) {
      const [, lvl0 = "", kind = "page"] = scope.manifest.groups[group] ?? [];
      for (const [facet, value] of [["kind", kind] as const, ["hierarchy.lvl0", lvl0] as const]) {
        const counts = facets[facet] ?? {};
        counts[value] = (counts[value] ?? 0) + count;
      }
    }
  }
  if (scopes.length > 1) ranked.sort(byRank);
  const scopeOf = ({ scope }: Found) => scopes[scope] as Scope;
  const matcherOf = ({ scope }: Found) => matchers[scope] as Matcher;
  const named = (found: Found): Promise<Named> =>
    files.names(scopeOf(found).entry, scopeOf(found).manifest, found.record);
  const contentOf = async (found: Found) => {
    const { named, texts } = await files.content(scopeOf(found).entry, scopeOf(found).manifest, found.record);
    const text = texts[found.section] ?? "";
    const isApi = groupOf(scopeOf(found), found.record)[2] === "api";
    return { named, lines: isApi ? linesOf(text) : [{ anchor: "", text }] };
  };
  if (question.phrases.length > 0) {
    const held = await Promise.all(
      ranked.slice(0, mostPhrased).map(async (found) => {
        const { named, lines } = await contentOf(found);
        const text = lines.map(({ text }) => text).join(" ");
        return hasPhrases(named, found.section, text, question, matcherOf(found)) ? [found] : [];
      }),
    );
    signal.throwIfAborted();
    ranked = held.flat();
  }
  const first = page * hitsPerPage;
  const nbHits = ranked.length + more;
  if (first + hitsPerPage > ranked.length) ranked = ranked.concat(tails.flatMap((tail) => tail()).sort(byRank));
  const wanted = ranked.slice(first, first + hitsPerPage);
  const shown = await shownOf(wanted, request, ({ scope, record }) => {
    const { entry, manifest } = scopes[scope] as Scope;
    return files.knownNames(entry, manifest, record);
  });
  const hits = await Promise.all(
    shown.map(async (found) => {
      const [, lvl0, kind] = groupOf(scopeOf(found), found.record);
      const names = await named(found);
      const create = (named: Named) => hitOf({ named, lvl0, kind }, found, matcherOf(found));
      const hit = create(names);
      if (names[2][found.section]?.[3] ?? 1) {
        later.set(hit, async () => {
          const { named, lines } = await contentOf(found);
          return withText(create(named), lines, matcherOf(found));
        });
      }
      return hit;
    }),
  );
  signal.throwIfAborted();
  // A long section consists of several records, but readers see it once.
  const isFirst = (hit: SearchHit, index: number) =>
    hit.isPartial || hits.findIndex((other) => !other.isPartial && other.url === hit.url) === index;
  return {
    ...{ query, hits: hits.filter(isFirst), nbHits, page, nbPages: Math.ceil(nbHits / hitsPerPage), facets },
    ...(isDraft && { isDraft }),
    ...(corrections.length > 0 && { corrected: corrected(query, question, corrections) }),
  };
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

/** Opens the index at `base`, a URL with a trailing slash. Outside browsers, `load` replaces `fetch`. */
function open(options: unknown): Files {
  const { base, load } = (options ?? {}) as { base?: unknown; load?: Load };
  if (typeof base !== "string") throw new Error("missing base URL of the search index");
  return new Files(base, load ?? ((url, init) => fetch(url, init)));
}

export const createProvider: CreateProvider = (options): SearchProvider => {
  const files = open(options);
  const later = new WeakMap<SearchHit, Complete>();
  return {
    async search(request, signal) {
      signal.throwIfAborted();
      try {
        return await before(signal, search(files, request, signal, later));
      } catch (error) {
        // The site was redeployed after the header of the site's index was fetched.
        if (!(error instanceof Gone)) throw error;
        files.forget();
        return await before(signal, search(files, request, signal, later));
      }
    },
    async prepare() {
      const [only, ...others] = await files.header();
      // If there are several indexes, the query determines which indexes are used.
      if (only && others.length === 0) await files.allNames(only, await files.manifest(only));
    },
    async complete(hit, signal) {
      signal.throwIfAborted();
      const load = later.get(hit);
      return load ? before(signal, load()) : hit;
    },
  };
};
