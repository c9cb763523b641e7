/** From the places of terms to records in their order: `src/search/rank/score.rs` in TypeScript. */

import type { Question, Words } from "./question.ts";
import type { Shard } from "./shard.ts";
import { isDense } from "./tokens.ts";

/** A term a word stands for: the file it is in, its number there, and its weight in percent. */
interface Meaning {
  shard: Shard;
  term: number;
  weight: number;
}

/** A word of the question, or a name of several, with what it stands for. */
export interface Value {
  words: Words;
  terms: Meaning[];
  /** What words it stands for begin with. */
  open: string | null;
  /** Whether it is so common that it does not count. */
  ignored: boolean;
}

/** A section that answers; a higher rank is better. */
export interface Found {
  rank: number;
  record: number;
  section: number;
  /** The number of the scope it is in. */
  scope: number;
}

/** What answers, in order, and what does less well, in none. */
export interface Ranking {
  head: Found[];
  tail: Found[];
}

/** What comes first of two. */
export const byRank = (a: Found, b: Found) =>
  b.rank - a.rank || a.scope - b.scope || a.record - b.record || a.section - b.section;

/** What of an index a question is put to. */
export interface Range {
  scope: number;
  records: number;
  /** How many records are of the documentation; they come first. */
  docs: number;
  wantsDocs: boolean;
  wantsOthers: boolean;
  /** Records that count more or less than others, in percent. */
  boosts: ReadonlyMap<number, number>;
}

const head = 200;
const mostSections = 3;
const further = [1, 0.5, 0.3];

/** Adds a term to a value, once. */
export function add(value: Value, shard: Shard, term: number, weight: number): void {
  const known = value.terms.some((other) => other.shard === shard && other.term === term);
  if (!known && term < shard.terms.length) value.terms.push({ shard, term, weight });
}

const termOf = ({ shard, term }: Meaning) => shard.terms[term];

/** How rare a word is: as rare as the commonest of what it stands for. */
const rarityOf = ({ terms }: Value) =>
  terms.length === 0 ? 0 : Math.min(...terms.map((meaning) => termOf(meaning)?.rarity ?? 0));

/** A word is weak when what it stands for is no rarer than this. */
const weak = 12;

/** Whether a word only holds others together. */
export const isWeak = (value: Value) => value.ignored || (value.terms.length > 0 && rarityOf(value) <= weak);

function places({ terms }: Value, each: (record: number, section: number, level: number) => void): void {
  for (const meaning of terms) {
    const { shard, weight } = meaning;
    const term = termOf(meaning);
    if (!term) continue;
    for (let i = term.from; i < term.to; i++) {
      each(shard.records[i] ?? 0, shard.sections[i] ?? 0, (shard.levels[i] ?? 0) * weight);
    }
  }
}

/** Gives the rank of a place that has so much of each value, and the share of the words it has. */
function createTally(values: readonly Value[], rarities: readonly number[], words: number) {
  const capped = values.map(({ terms }) => terms.some((meaning) => termOf(meaning)?.capped));
  const rarity = (index: number) => rarities[index] ?? 0;
  let total = 0;
  for (let word = 0; word < words; word++) total += 2 * rarity(word);
  const covered = new Array<number>(words).fill(0);
  return (of: (value: number) => number): [rank: number, share: number] => {
    let sum = 0;
    for (let word = 0; word < words; word++) {
      const value = of(word);
      sum += rarity(word) * value;
      covered[word] = value > 0 ? 2 * rarity(word) : capped[word] ? rarity(word) : 0;
    }
    for (let name = words; name < values.length; name++) {
      const own = rarity(name) * of(name);
      if (own === 0) continue;
      const { from, to } = values[name]?.words ?? { from: 0, to: 0 };
      let parts = 0;
      for (let word = from; word < to; word++) {
        parts += rarity(word) * of(word);
        covered[word] = 2 * rarity(word);
      }
      sum += Math.max(0, own - parts) + Math.floor(own / 2);
    }
    let share = 0;
    for (const one of covered) share += one;
    return [(sum * (total + share)) / (2 * Math.max(total, 1)), share];
  };
}

/** How much each value counts. */
function raritiesOf(values: readonly Value[], words: number, question: Question): number[] {
  const rarities = values.map(rarityOf);
  const dense = question.words.map(isDense);
  // Pairs that straddle two words are rare and say little: no pair counts more than the mean of all, and one that is
  // nowhere counts half of it.
  const found = rarities.filter((rarity, word) => dense[word] && rarity > 0);
  const mean = Math.floor(found.reduce((sum, rarity) => sum + rarity, 0) / Math.max(1, found.length));
  // A word that is nowhere counts as one that is rare, so that records with all others are not the best of all.
  const rarest = Math.max(0, ...rarities);
  return rarities.map((rarity, index) => {
    const value = values[index];
    if (index >= words || !value) return rarity;
    const nowhere = value.terms.length === 0 && !value.ignored;
    if (dense[index]) return nowhere ? Math.floor(mean / 2) : Math.min(rarity, mean);
    return nowhere ? rarest : rarity;
  });
}

/** The sections that answer, best first. A record counts by all it says and by its best section. */
export function rank(values: readonly Value[], words: number, question: Question, range: Range): Ranking {
  const rarities = raritiesOf(values, words, question);
  const tally = createTally(values, rarities, words);
  const boost = (record: number) => range.boosts.get(record) ?? 100;
  const accepted = (record: number) =>
    record < range.records && (record < range.docs ? range.wantsDocs : range.wantsOthers);
  const touched = new Uint8Array(range.records);
  const best = values.map((value) => {
    const own = new Uint16Array(range.records);
    places(value, (record, _, level) => {
      if (!accepted(record)) return;
      if (level > (own[record] ?? 0)) own[record] = level;
      touched[record] = 1;
    });
    return own;
  });
  const all: (Found & { share: number })[] = [];
  let most = 0;
  touched.forEach((is, record) => {
    if (is === 0) return;
    const [rank, share] = tally((value) => best[value]?.[record] ?? 0);
    if (share > most) most = share;
    all.push({ rank, record, section: 0, scope: range.scope, share });
  });
  const ranked = all.filter(({ share }) => share * 2 >= most);
  for (const one of ranked) one.rank = (one.rank * boost(one.record)) / 100;
  const [first, others] = divide(ranked);
  const quoted = question.phrases.length > 0;
  const found = headOf(values, first, tally, boost, quoted);
  return { head: found.sort(byRank), tail: quoted ? [] : others };
}

/** The best records in order, and the others as they come: of thousands few are ever shown. */
function divide<T extends Found>(ranked: T[]): [first: T[], others: T[]] {
  if (ranked.length <= head) return [ranked.sort(byRank), []];
  const least = Float64Array.from(ranked, ({ rank }) => -rank).sort()[head - 1] ?? 0;
  const first = ranked.filter(({ rank }) => rank >= -least).sort(byRank);
  return [first.slice(0, head), [...first.slice(head), ...ranked.filter(({ rank }) => rank < -least)]];
}

/** The sections of the best records. */
function headOf(
  values: readonly Value[],
  ranked: readonly Found[],
  tally: ReturnType<typeof createTally>,
  boost: (record: number) => number,
  all: boolean,
): Found[] {
  const sections = new Map(ranked.map(({ record }) => [record, new Map<number, number[]>()]));
  values.forEach((value, index) => {
    places(value, (record, section, level) => {
      const own = sections.get(record);
      if (!own) return;
      let levels = own.get(section);
      if (!levels) {
        levels = new Array<number>(values.length).fill(0);
        own.set(section, levels);
      }
      levels[index] = Math.max(levels[index] ?? 0, level);
    });
  });
  const found: Found[] = [];
  for (const { rank, record, scope } of ranked) {
    const own = Array.from(sections.get(record) ?? [], ([section, levels]) => {
      const [own, share] = tally((value) => levels[value] ?? 0);
      return { rank: own, section, share };
    }).sort((a, b) => b.rank - a.rank || a.section - b.section);
    const first = own[0];
    if (!first) continue;
    const whole = rank + (first.rank * boost(record)) / 100;
    for (const [place, { rank: sectionRank, section, share }] of own.entries()) {
      const good = sectionRank * 10 >= first.rank * 7 && share >= first.share;
      if (place > 0 && !all && (place >= mostSections || !good)) break;
      // Each further section of a page comes after other pages that are nearly as good.
      found.push({ rank: whole * (further[Math.min(place, mostSections - 1)] ?? 0), record, section, scope });
    }
  }
  return found;
}
