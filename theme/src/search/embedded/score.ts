/** Ranks records by the postings of matching terms. */

import type { Question, Words } from "./question.ts";
import { partition, type Shard } from "./shard.ts";
import { isDense } from "./tokens.ts";

/** A term that a word matches: the term's file, the term's number in that file, and the term's weight in percent. */
interface Meaning {
  shard: Shard;
  term: number;
  weight: number;
}

/** A query word or a name with several words, and the terms that match it. */
export interface Value {
  words: Words;
  terms: Meaning[];
  /** The prefix that some of the matching words start with. If there are no such words, `null`. */
  open: string | null;
  /** Whether the word is so common that it doesn't count. */
  ignored: boolean;
}

/** A matching section. A higher rank is better. */
export interface Found {
  rank: number;
  record: number;
  section: number;
  /** Whether the section's name contains a word of the query. */
  isNamed: boolean;
  /** The number of the scope that contains the section. */
  scope: number;
}

/** The best matches, in order, and the number of all other matches. `tail` returns the other matches in any order. */
export interface Ranking {
  head: Found[];
  more: number;
  tail: () => Found[];
  /** The number of matching records in each group, by the group's number, regardless of the reader's filters. */
  counts: Map<number, number>;
}

/** Compares two matches so that the better match comes first. */
export const byRank = (a: Found, b: Found) =>
  b.rank - a.rank || a.scope - b.scope || a.record - b.record || a.section - b.section;

/** The part of an index's data that a query needs. */
export interface Range {
  scope: number;
  records: number;
  /** The number of documentation records, which come before all other records. */
  docs: number;
  wantsDocs: boolean;
  wantsOthers: boolean;
  /** The boosts of records, in percent. */
  boosts: ReadonlyMap<number, number>;
  /** The first record of each group, in order. */
  groups: readonly number[];
  /** For each group, whether the reader's filters allow the group. */
  allowed: readonly boolean[];
  /** The records that the query excludes. */
  excluded: ReadonlySet<number>;
}

const mostOfHead = 200;
const mostSections = 3;
const further = [1, 0.5, 0.3];

/**
 * The factor for a page or section that contains an identifier, and the additional factor if it contains the identifier as
 * it's written. No other page or section comes before it.
 */
const exact = 1_000;

/** The fraction by which an exactly matching name increases the rank. */
const exactName = 0.6;

/**
 * In a question, which has at least this number of words that aren't weak, missing words reduce the rank more, because
 * many pages contain some of the words.
 */
const long = { words: 4, power: 3 };

/** The share of a word's weight in the title that counts for the other sections of the page. */
const fromTitle = 0.6;

/** Adds a term to a value, unless the value already has the term. */
export function add(value: Value, shard: Shard, term: number, weight: number): void {
  const known = value.terms.some((other) => other.shard === shard && other.term === term);
  if (!known && term < shard.terms.length) value.terms.push({ shard, term, weight });
}

const termOf = ({ shard, term }: Meaning) => shard.terms[term];

/** Returns the rarity of a word, which is the rarity of the word's most common term. */
const rarityOf = ({ terms }: Value) =>
  terms.length === 0 ? 0 : Math.min(...terms.map((meaning) => termOf(meaning)?.rarity ?? 0));

/** The rarity up to which a query word counts as weak. */
const weak = 12;

/** Whether a word is weak: so common that it says little about a record. */
export const isWeak = (value: Value) => value.ignored || (value.terms.length > 0 && rarityOf(value) <= weak);

/** Returns the range of records to search, excluding the end. */
const boundsOf = ({ records, docs, wantsDocs, wantsOthers }: Range): [low: number, high: number] => [
  wantsDocs ? 0 : Math.min(docs, records),
  wantsOthers ? records : Math.min(docs, records),
];

/** Returns the part of a name that a word covers, based on the word's stored share. */
const coverOf = (share: number) => (share > 0 ? 1 / share : 0);

/**
 * Returns the larger share of a name. Shares are stored as reciprocals: a smaller number means a larger share, and 0
 * means no share.
 */
const largerShare = (a: number, b: number) => (a === 0 || (b > 0 && b < a) ? b : a);

/**
 * A ranking by weight, for records or sections. The ranking processes thousands of records, so it doesn't allocate
 * objects.
 */
class Tally {
  /** The coverage of the last ranked item. */
  share = 0;
  private readonly capped: boolean[];
  private readonly covered: number[];
  private readonly total: number;
  /** For each word, whether it's weak. If all words are weak, they all count. */
  private readonly weak: boolean[];
  private readonly cover: number[];
  /** How strongly missing words reduce the rank. */
  private readonly power: number;

  constructor(
    private readonly values: readonly Value[],
    private readonly rarities: readonly number[],
    private readonly words: number,
    dense: readonly boolean[],
  ) {
    this.capped = values.map(({ terms }) => terms.some((meaning) => termOf(meaning)?.capped === true));
    this.covered = new Array<number>(words).fill(0);
    this.cover = new Array<number>(words).fill(0);
    const weak = values.slice(0, words).map(isWeak);
    this.weak = weak.every(Boolean) ? weak.map(() => false) : weak;
    const strong = weak.filter((isWeak, word) => !(isWeak || dense[word]));
    this.power = strong.length < long.words ? 1 : long.power;
    this.total = 2 * rarities.slice(0, words).reduce((sum, rarity) => sum + rarity, 0);
  }

  /**
   * Returns how well the name of an item matches the query, from 0 to 1, based on the share of the name that each
   * value makes up.
   */
  likeness(of: (value: number) => number): number {
    const { values, words, weak, cover } = this;
    for (let word = 0; word < words; word++) cover[word] = coverOf(of(word));
    for (let name = words; name < values.length; name++) {
      const { from, to } = values[name]?.words ?? { from: 0, to: 0 };
      const own = coverOf(of(name)) / (to - from);
      for (let word = from; word < to; word++) cover[word] = Math.max(cover[word] ?? 0, own);
    }
    let all = 0;
    let found = 0;
    let whole = 0;
    for (let word = 0; word < words; word++) {
      const own = cover[word] ?? 0;
      whole += own;
      if (weak[word]) continue;
      all++;
      if (own > 0) found++;
    }
    if (found === 0) return 0;
    // The similarity of two sets of words (Dice's coefficient). The name has `found / whole` words.
    const alike = Math.min(1, (2 * found) / (all + found / Math.min(1, whole)));
    return alike ** 3;
  }

  /** Returns the rank of an item, based on the weight of each value in the item. */
  rank(of: (value: number) => number): number {
    const { values, rarities, words, covered, capped, total } = this;
    let sum = 0;
    for (let word = 0; word < words; word++) {
      const rarity = rarities[word] ?? 0;
      const level = of(word);
      sum += rarity * level;
      covered[word] = level > 0 ? 2 * rarity : capped[word] ? rarity : 0;
    }
    for (let name = words; name < values.length; name++) {
      const own = (rarities[name] ?? 0) * of(name);
      if (own === 0) continue;
      const { from, to } = values[name]?.words ?? { from: 0, to: 0 };
      let parts = 0;
      for (let word = from; word < to; word++) {
        parts += (rarities[word] ?? 0) * of(word);
        covered[word] = 2 * (rarities[word] ?? 0);
      }
      sum += Math.max(0, own - parts) + Math.floor(own / 2);
    }
    let share = 0;
    for (let word = 0; word < words; word++) share += covered[word] ?? 0;
    this.share = share;
    return sum * ((total + share) / (2 * Math.max(total, 1))) ** this.power;
  }
}

/** Returns the rarity of each value. The weight of each value is multiplied by its rarity. */
function raritiesOf(values: readonly Value[], words: number, question: Question): number[] {
  const rarities = values.map(rarityOf);
  const dense = question.words.map(isDense);
  // Character pairs that straddle two words are rare and insignificant. A pair counts at most as much as the average,
  // and a missing pair counts half as much as the average.
  const found = rarities.filter((rarity, word) => dense[word] && rarity > 0);
  const mean = Math.floor(found.reduce((sum, rarity) => sum + rarity, 0) / Math.max(1, found.length));
  // A missing word counts as a rare word so that records with all other words aren't perfect matches.
  const rarest = Math.max(0, ...rarities);
  return rarities.map((rarity, index) => {
    const value = values[index];
    if (index >= words || !value) return rarity;
    const nowhere = value.terms.length === 0 && !value.ignored;
    if (dense[index]) return nowhere ? Math.floor(mean / 2) : Math.min(rarity, mean);
    return nowhere ? rarest : rarity;
  });
}

/**
 * Calls a function for each posting of a value, with the file, the posting's index in the file's lists, and the weight
 * of the term.
 */
export function places({ terms }: Value, each: (shard: Shard, place: number, weight: number) => void): void {
  for (const meaning of terms) {
    const { from, to } = termOf(meaning) ?? { from: 0, to: 0 };
    for (let place = from; place < to; place++) each(meaning.shard, place, meaning.weight);
  }
}

/** Returns a function that returns the factor for a record or, if specified, for a section of the record. */
function identified(values: readonly Value[], words: number, { identifiers }: Question) {
  const key = (record: number, section: number) => record * 257 + 1 + section;
  const factors = new Map<number, number>();
  for (const [index, identifier] of identifiers.entries()) {
    const value = values[words + identifier];
    // Longer names with the same beginning, corrections, and synonyms have lower weights.
    const terms = value?.terms.filter(({ weight }) => weight === 100) ?? [];
    if (value === undefined) continue;
    places({ ...value, terms }, ({ records, sections }, place) => {
      const record = records[place] ?? 0;
      for (const section of [-1, sections[place] ?? 0]) factors.set(key(record, section), exact ** (index + 1));
    });
  }
  return (record: number, section = -1) => factors.get(key(record, section)) ?? 1;
}

interface Best {
  /** For each value, the highest weight in each record. */
  best: Uint16Array[];
  /** For each value, its share of each record's title. */
  titles: Uint8Array[];
  /** The records that match any value. */
  met: Uint32Array;
}

function bestOf(values: readonly Value[], range: Range): Best {
  const [low, high] = boundsOf(range);
  const touched = new Uint8Array(range.records);
  const met = new Uint32Array(range.records);
  let count = 0;
  const titles = values.map(() => new Uint8Array(range.records));
  const best = values.map((value, index) => {
    const own = new Uint16Array(range.records);
    const title = titles[index] ?? own;
    places(value, ({ records, sections, levels, shares }, place, weight) => {
      const record = records[place] ?? 0;
      if (record < low || record >= high || range.excluded.has(record)) return;
      if (sections[place] === 0) title[record] = largerShare(title[record] ?? 0, shares[place] ?? 0);
      const level = (levels[place] ?? 0) * weight;
      if (level > (own[record] ?? 0)) own[record] = level;
      if (touched[record] !== 0) return;
      touched[record] = 1;
      met[count++] = record;
    });
    return own;
  });
  return { best, titles, met: met.subarray(0, count) };
}

/** The matching records with their ranks, coverages, and groups. */
interface Weighed {
  records: Uint32Array;
  ranks: Float64Array;
  shares: Uint32Array;
  groups: Int32Array;
}

type Factor = ReturnType<typeof identified>;

function weigh(values: readonly Value[], tally: Tally, range: Range, factor: Factor): Weighed {
  const { best, titles, met: records } = bestOf(values, range);
  const ranks = new Float64Array(records.length);
  const shares = new Uint32Array(records.length);
  const groups = new Int32Array(records.length);
  let record = 0;
  const of = (value: number) => best[value]?.[record] ?? 0;
  const inTitle = (value: number) => titles[value]?.[record] ?? 0;
  const startsBefore = (first: number) => first <= record;
  for (let i = 0; i < records.length; i++) {
    record = records[i] ?? 0;
    ranks[i] = tally.rank(of) * boostOf(range, record) * named(tally.likeness(inTitle)) * factor(record);
    shares[i] = tally.share;
    groups[i] = partition(range.groups, startsBefore) - 1;
  }
  return { records, ranks, shares, groups };
}

/** Returns the matching sections, best first. A record's rank is based on the entire record and on its best section. */
export function rank(values: readonly Value[], words: number, question: Question, range: Range): Ranking {
  const tally = new Tally(values, raritiesOf(values, words, question), words, question.words.map(isDense));
  const factor = identified(values, words, question);
  const { records, ranks, shares, groups } = weigh(values, tally, range, factor);
  const isAllowed = (i: number) => range.allowed[groups[i] ?? 0] ?? true;
  const most = shares.reduce((most, share) => Math.max(most, share), 0);
  const mostAllowed = shares.reduce((most, share, i) => (isAllowed(i) ? Math.max(most, share) : most), 0);
  // A result must cover at least a third of what the best result covers.
  const isCovered = (i: number, best: number) => (shares[i] ?? 0) * 3 >= best;
  const counts = new Map<number, number>();
  groups.forEach((group, i) => {
    if (isCovered(i, most)) counts.set(group, (counts.get(group) ?? 0) + 1);
  });
  let kept = 0;
  for (let i = 0; i < records.length; i++) {
    if (!isCovered(i, mostAllowed) || !isAllowed(i)) continue;
    ranks[kept] = ranks[i] ?? 0;
    records[kept++] = records[i] ?? 0;
  }
  const found = (i: number): Found => {
    return { rank: ranks[i] ?? 0, record: records[i] ?? 0, section: 0, isNamed: true, scope: range.scope };
  };
  // Only a few of the thousands of matches are shown, so create and sort objects only for candidates.
  const least = kept > mostOfHead ? (ranks.slice(0, kept).sort()[kept - mostOfHead] ?? 0) : 0;
  const first: Found[] = [];
  for (let i = 0; i < kept; i++) if ((ranks[i] ?? 0) >= least) first.push(found(i));
  first.sort(byRank);
  const quoted = question.phrases.length > 0;
  const tail = () => {
    const others = first.slice(mostOfHead);
    for (let i = 0; i < kept; i++) if ((ranks[i] ?? 0) < least) others.push(found(i));
    return others;
  };
  return {
    head: headOf(values, first.slice(0, mostOfHead), { tally, range, factor, all: quoted }).sort(byRank),
    more: quoted ? 0 : Math.max(0, kept - mostOfHead),
    tail: quoted ? () => [] : tail,
    counts,
  };
}

const boostOf = ({ boosts }: Range, record: number) => (boosts.get(record) ?? 100) / 100;

/** Returns the factor for a title or heading that matches the query. */
const named = (likeness: number) => 1 + likeness * exactName;

/** The weights of the values in a section, and their shares of the section's name. */
interface Weights {
  levels: Uint16Array;
  shares: Uint8Array;
}

/** Returns the weights of the values in each section of the ranked records. */
function sectionsOf(values: readonly Value[], ranked: readonly Found[], range: Range): Map<number, Weights>[] {
  const numbers = new Int16Array(range.records).fill(-1);
  for (const [number, { record }] of ranked.entries()) numbers[record] = number;
  const sections = ranked.map(() => new Map<number, Weights>());
  values.forEach((value, index) => {
    places(value, (shard, place, weight) => {
      const own = sections[numbers[shard.records[place] ?? 0] ?? -1];
      if (!own) return;
      const section = shard.sections[place] ?? 0;
      const weights = own.get(section) ?? {
        levels: new Uint16Array(values.length),
        shares: new Uint8Array(values.length),
      };
      const { levels, shares } = weights;
      levels[index] = Math.max(levels[index] ?? 0, (shard.levels[place] ?? 0) * weight);
      shares[index] = largerShare(shares[index] ?? 0, shard.shares[place] ?? 0);
      own.set(section, weights);
    });
  });
  return sections;
}

/** How to rank and select sections. */
interface Selection {
  tally: Tally;
  range: Range;
  factor: Factor;
  /** Whether to return all sections of each record. */
  all: boolean;
}

/** Returns the sections of the best records. */
function headOf(values: readonly Value[], ranked: readonly Found[], { tally, range, factor, all }: Selection): Found[] {
  const sections = sectionsOf(values, ranked, range);
  const found: Found[] = [];
  for (const [number, { rank, record, scope }] of ranked.entries()) {
    const top = sections[number]?.get(0);
    const own = Array.from(sections[number] ?? [], ([section, { levels, shares }]) => {
      // A section is also about the page's topic.
      const inherited = (value: number) =>
        section > 0 && (top?.shares[value] ?? 0) > 0 ? Math.floor((top?.levels[value] ?? 0) * fromTitle) : 0;
      const rank = tally.rank((value) => Math.max(levels[value] ?? 0, inherited(value)));
      const { share } = tally;
      const isNamed = shares.some((share) => share > 0);
      const like = named(tally.likeness((value) => shares[value] ?? 0));
      return { rank: rank * like * factor(record, section), section, isNamed, share };
    }).sort((a, b) => b.rank - a.rank || a.section - b.section);
    const first = own[0];
    if (!first) continue;
    const whole = rank + first.rank * boostOf(range, record);
    for (const [place, { rank: sectionRank, section, isNamed, share }] of own.entries()) {
      const good = sectionRank * 10 >= first.rank * 7 && share >= first.share;
      if (place > 0 && !all && (place >= mostSections || !good)) break;
      // A page's other sections come after other pages that are nearly as good.
      const rank = whole * (further[Math.min(place, mostSections - 1)] ?? 0);
      found.push({ rank, record, section, isNamed, scope });
    }
  }
  return found;
}
