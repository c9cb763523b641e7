/** Searches one index: selects the files that a query needs and ranks the records that match the query. */

import type { Entry, Files, Manifest, Ranges } from "./files.ts";
import { createMatcher, type Matcher } from "./hits.ts";
import { isOpen, type Question, reachOf, type Words } from "./question.ts";
import { add, places, type Ranking, rank, type Value } from "./score.ts";
import { compare, partition, type Shard } from "./shard.ts";
import { type Guess, guesses } from "./spell.ts";

/** Returns the number of term files for a prefix. A short prefix isn't specific, so one file is enough. */
const mostFiles = ({ isFrugal }: Scope, prefix: string) => (isFrugal || lengthOf(prefix) < 4 ? 1 : 2);
const mostTerms = 40;
const mostLists = 3;
const last = "\u{10ffff}";

/** A part of an index to search. */
export interface Scope {
  entry: Entry;
  manifest: Manifest;
  /** Whether to include documentation records. */
  docs: boolean;
  /** Whether to include all other records. */
  others: boolean;
  /** Whether to include untranslated pages. */
  copies: boolean;
  /** For each group, whether to include the group. */
  allowed: boolean[];
  /** Whether to load few files, because the site is large, and the reader is typing. */
  isFrugal: boolean;
}

/** A correction of query words. */
export interface Correction {
  word: number;
  text: string;
}

/** Returns the file that can contain a word. */
const fileOf = ({ from }: Ranges, word: string) =>
  Math.max(0, partition(from, (first) => compare(first, word) <= 0) - 1);

/**
 * Returns the term files for a word. If the word can be a prefix, returns the term files for all words with this
 * prefix.
 */
function filesOf(scope: Scope, text: string, open: boolean): number[] {
  const { manifest } = scope;
  if (manifest.shards.hash.length === 0) return [];
  const first = fileOf(manifest.shards, text);
  const end = open ? Math.min(fileOf(manifest.shards, text + last), first + mostFiles(scope, text) - 1) : first;
  return Array.from({ length: end - first + 1 }, (_, index) => first + index);
}

const lengthOf = (text: string) => [...text].length;

/** A term that starts with the typed text. */
interface Begun {
  length: number;
  shard: Shard;
  term: number;
  file: number;
}

/**
 * Yields the forms that are equal to a string. If the string can be a prefix, also yields the forms that start with the
 * string.
 */
function* formsOf({ forms, formTerms }: Shard, text: string, open: boolean) {
  for (let i = partition(forms, (form) => compare(form, text) < 0); i < forms.length; i++) {
    const form = forms[i] ?? "";
    if (!form.startsWith(text) || (!open && form !== text)) return;
    yield { form, term: formTerms[i] ?? 0 };
  }
}

/** Adds the terms for a word. If the word can be a prefix, also adds the terms that start with the word. */
async function lookUp(files: Files, scope: Scope, text: string, open: boolean, weight: number, value: Value) {
  let own = -1;
  let begun: Begun[] = [];
  for (const [index, file] of filesOf(scope, text, open).entries()) {
    // If the word itself was found, don't load more files only to find longer words with the same beginning.
    if (own >= 0) break;
    const shard = await files.shard(scope.entry, scope.manifest, file);
    for (const { form, term } of formsOf(shard, text, open)) {
      if (form === text) {
        add(value, shard, term, weight);
        own = term;
      } else if (index > 0 || own !== term) {
        begun.push({ length: lengthOf(form), shard, term, file });
      }
    }
  }
  if (begun.length === 0) return;
  const places = ({ shard, term }: Begun) => {
    const { from, to } = shard.terms[term] ?? { from: 0, to: 0 };
    return to - from;
  };
  // Add each term once, under its shortest form.
  begun.sort((a, b) => a.file - b.file || a.term - b.term || a.length - b.length);
  begun = begun.filter(({ file, term }, index) => {
    const before = begun[index - 1];
    return before?.file !== file || before.term !== term;
  });
  begun.sort((a, b) => places(b) - places(a) || a.file - b.file || a.term - b.term);
  const length = lengthOf(text);
  const base = own >= 0 ? 25 : 45;
  for (const { length: full, shard, term } of begun.slice(0, mostTerms)) {
    add(value, shard, term, Math.floor((weight * (base + Math.floor((45 * length) / full))) / 100));
  }
  value.open = text;
}

/**
 * Adds the terms for joined adjacent words if these terms are in files that are needed anyway. If the joined words have
 * synonyms, also adds the synonyms. For example, `turn off` can match `disable`.
 */
async function addPairs(files: Files, scope: Scope, { words, pairs }: Question, values: Value[]) {
  const { shards, similar } = scope.manifest;
  const needed = new Set(words.filter((_, word) => !values[word]?.ignored).map((text) => fileOf(shards, text)));
  for (const { text, word } of pairs) {
    const others = similar.get(text) ?? [];
    if (!needed.has(fileOf(shards, text)) && others.length === 0) continue;
    const value: Value = { words: { from: word, to: word + 2 }, terms: [], open: null, ignored: false };
    await lookUp(files, scope, text, false, 90, value);
    for (const other of others) await lookUp(files, scope, other, false, 70, value);
    values.push(value);
  }
}

/** The lengths of the shortest words that can be the first and the second half of a word. */
const leastOfHalves = [2, 3] as const;

/**
 * Adds the titles and headings that contain both halves of a word, unless a title or heading contains the word itself.
 * For example, `vscode` can match `VS Code`. The first half must be in the same file as the word.
 */
async function addHalves(files: Files, scope: Scope, text: string, value: Value) {
  let isNamed = false;
  places(value, ({ shares }, place) => {
    isNamed ||= (shares[place] ?? 0) > 0;
  });
  const [file] = filesOf(scope, text, false);
  if (isNamed || file === undefined || !/^[\p{Alphabetic}\p{N}]+$/u.test(text)) return;
  const { forms } = await files.shard(scope.entry, scope.manifest, file);
  for (let at = text.length - leastOfHalves[1]; at >= leastOfHalves[0]; at--) {
    const first = text.slice(0, at);
    if (forms[partition(forms, (form) => compare(form, first) < 0)] !== first) continue;
    const halves = [first, text.slice(at)];
    const [a, b] = halves.map((): Value => ({ words: value.words, terms: [], open: null, ignored: false }));
    if (!a || !b) return;
    await lookUp(files, scope, first, false, 100, a);
    await lookUp(files, scope, text.slice(at), false, 100, b);
    const both = joined(a, b, halves);
    if (both.records.length > 0) return add(value, both, 0, 80);
  }
}

/** Returns a file with one term: the names that contain the terms of both values. */
function joined(a: Value, b: Value, forms: string[]): Shard {
  const key = ({ records, sections }: Shard, place: number) => (records[place] ?? 0) * 256 + (sections[place] ?? 0);
  const named = new Map<number, { share: number; level: number }>();
  places(a, (shard, place) => {
    const share = shard.shares[place] ?? 0;
    if (share > 0) named.set(key(shard, place), { share, level: shard.levels[place] ?? 0 });
  });
  const found: [record: number, section: number, level: number, share: number][] = [];
  places(b, (shard, place) => {
    const own = named.get(key(shard, place));
    const share = shard.shares[place] ?? 0;
    if (!own || share === 0) return;
    const level = Math.min(own.level, shard.levels[place] ?? 0);
    const whole = Math.max(1, Math.round(1 / (1 / own.share + 1 / share)));
    found.push([shard.records[place] ?? 0, shard.sections[place] ?? 0, level, whole]);
  });
  const rarities = [a, b].flatMap(({ terms }) => terms.map(({ shard, term }) => shard.terms[term]?.rarity ?? 1));
  return {
    ...{ forms, formTerms: forms.map(() => 0) },
    terms: [{ rarity: Math.max(1, ...rarities), capped: false, from: 0, to: found.length }],
    records: Uint32Array.from(found, ([record]) => record),
    sections: Uint8Array.from(found, ([, section]) => section),
    levels: Uint8Array.from(found, ([, , level]) => level),
    shares: Uint8Array.from(found, ([, , , share]) => share),
  };
}

/** Returns the range of files that contain all words with a prefix. */
const filesWith = (ranges: Ranges, beginning: string): [from: number, to: number] => [
  fileOf(ranges, beginning),
  Math.min(fileOf(ranges, beginning + last) + 1, ranges.from.length),
];

/**
 * Returns the spelling files for words with the same beginning. The beginning is only as long as necessary to select a
 * few files.
 */
function beginnings(spelling: Ranges, letters: readonly string[]): [from: number, to: number] {
  for (let length = 1; ; length++) {
    const [from, to] = filesWith(spelling, letters.slice(0, length).join(""));
    if (to - from <= mostLists || length >= letters.length) return [from, to];
  }
}

/**
 * Yields the words to compare. Words with a similar beginning come first. Words with a similar ending come next,
 * because the first letter can be wrong.
 */
async function* spelling(files: Files, { entry, manifest }: Scope, text: string) {
  const { spelling, endings } = manifest;
  const letters = [...text];
  const read = async (kind: "s" | "e", ranges: Ranges, [from, to]: [number, number]) => {
    const numbers = Array.from({ length: to - from }, (_, index) => from + index);
    const lists = await Promise.all(numbers.map((file) => files.words(entry, kind, ranges, file)));
    return { words: lists.flatMap(({ words }) => words), common: lists.flatMap(({ values }) => values) };
  };
  yield { ...(await read("s", spelling, beginnings(spelling, letters))), backwards: false };
  const ending = letters.slice(-Math.floor(letters.length / 2)).reverse();
  yield { ...(await read("e", endings, filesWith(endings, ending.join("")))), backwards: true };
}

/** Returns the best corrections of a word among the forms in the file that would contain the word. */
async function guessNearby(files: Files, scope: Scope, text: string, open: boolean): Promise<Guess[]> {
  const [file] = filesOf(scope, text, false);
  if (file === undefined) return [];
  const { forms, formTerms, terms } = await files.shard(scope.entry, scope.manifest, file);
  const words: string[] = [];
  const common: number[] = [];
  forms.forEach((form, index) => {
    if (form.length < 4) return;
    const { from, to } = terms[formTerms[index] ?? 0] ?? { from: 0, to: 0 };
    words.push(form);
    common.push(Math.floor(Math.log2(1 + to - from)));
  });
  return guesses(text, open, words, common, false);
}

const leastOfName = 8;

/** Adds the terms for likely corrections of an unknown name, which isn't among the spelling words. */
async function guessName(files: Files, scope: Scope, { text, open }: Wanted, value: Value) {
  if (lengthOf(text) < leastOfName || !/^[\p{Alphabetic}\p{N}]+$/u.test(text)) return;
  for (const { word, distance } of await guessNearby(files, scope, text, open)) {
    await lookUp(files, scope, word, false, 95 - 10 * distance, value);
  }
}

/** Adds the terms for likely corrections of an unknown word and returns the best correction. */
async function guess(files: Files, scope: Scope, question: Question, word: number, value: Value) {
  const text = question.words[word] ?? "";
  const { hash } = scope.manifest.spelling;
  const reach = reachOf(question, lengthOf(text));
  if (reach === 0 || !/^\p{Alphabetic}+$/u.test(text)) return undefined;
  const addAll = async (found: Guess[]) => {
    for (const { word, distance } of found) await lookUp(files, scope, word, false, 90 - 15 * distance, value);
    return found[0]?.word;
  };
  // The nearby forms are in a file that is loaded anyway.
  const near = (await guessNearby(files, scope, text, isOpen(question, word))).filter(({ distance }) => distance === 1);
  if (near.length > 0) return addAll(near);
  if (hash.length === 0) return undefined;
  for await (const { words, common, backwards } of spelling(files, scope, text)) {
    const all = guesses(text, isOpen(question, word), words, common, backwards);
    const found = all.filter(({ distance }) => distance <= reach);
    if (found.length > 0) return addAll(found);
  }
  return undefined;
}

/** Adds the terms for likely corrections of all unknown words and names, and returns the corrections of the words. */
async function guessAll(files: Files, scope: Scope, question: Question, wanted: Wanted[], values: Value[]) {
  const count = question.words.length;
  for (const [index, one] of wanted.entries()) {
    const value = values[index];
    if (index >= count && value?.terms.length === 0) await guessName(files, scope, one, value);
  }
  const corrections: Correction[] = [];
  for (const [word, value] of values.slice(0, count).entries()) {
    const isNamed = values
      .slice(count)
      .some(({ words: { from, to }, terms }) => from <= word && word < to && terms.length > 0);
    if (value.terms.length > 0 || value.ignored || isNamed) continue;
    const text = await guess(files, scope, question, word, value);
    if (text !== undefined) corrections.push({ word, text });
  }
  return corrections;
}

/** Returns the records that contain an excluded word, and the records that a scope leaves out. */
async function excludedBy(files: Files, scope: Scope, { excluded }: Question): Promise<Set<number>> {
  const records = new Set<number>(scope.copies ? [] : scope.manifest.copies);
  for (const text of excluded) {
    const value: Value = { words: { from: 0, to: 0 }, terms: [], open: null, ignored: false };
    await lookUp(files, scope, text, false, 100, value);
    places(value, (shard, place) => records.add(shard.records[place] ?? 0));
  }
  return records;
}

/** A word or name in the query that must be looked up. */
interface Wanted {
  text: string;
  words: Words;
  open: boolean;
  ignored: boolean;
}

/** Returns the parts of a query to look up in an index: first the words, and then the names. */
function wantedOf(question: Question, { common }: Manifest): Wanted[] {
  const { words, names, phrases } = question;
  const isCommon = (text: string, word: number) =>
    !isOpen(question, word) && !phrases.some(({ from, to }) => from <= word && word < to) && common.has(text);
  const all = words.every(isCommon);
  return [
    ...words.map((text, word) => ({
      text,
      words: { from: word, to: word + 1 },
      open: isOpen(question, word),
      ignored: !all && isCommon(text, word),
    })),
    ...names.map(({ text, words: own }) => {
      return { text, words: own, open: question.open && own.to === words.length, ignored: false };
    }),
  ];
}

/** Returns the records of a scope that match a query, best first. */
export async function rankIn(
  files: Files,
  scope: Scope,
  number: number,
  question: Question,
): Promise<Ranking & { matcher: Matcher; corrections: Correction[] }> {
  const { manifest, entry } = scope;
  const count = question.words.length;
  const wanted = wantedOf(question, manifest);
  const others = ({ text }: Wanted) => manifest.synonyms.get(text) ?? [];
  const similar = ({ text }: Wanted) => manifest.similar.get(text) ?? [];
  // Start all requests immediately. A failure is reported where the result is awaited.
  for (const one of wanted.filter(({ ignored }) => !ignored)) {
    const isLong = one.open && lengthOf(one.text) > 2;
    const own = filesOf(scope, one.text, isLong);
    const numbers = [
      // On a large site, the second file loads only if the first one doesn't contain the word itself.
      manifest.names.cards === undefined ? own : own.slice(0, 1),
      ...others(one)
        .concat(similar(one))
        .map((text) => filesOf(scope, text, false)),
    ];
    for (const file of new Set(numbers.flat())) files.shard(entry, manifest, file).catch(() => {});
  }
  const values: Value[] = [];
  const lookUpAll = async (one: Wanted, value: Value) => {
    await lookUp(files, scope, one.text, one.open, 100, value);
    if (one.words.to - one.words.from === 1) await addHalves(files, scope, one.text, value);
    for (const other of others(one)) await lookUp(files, scope, other, false, 80, value);
    for (const other of similar(one)) await lookUp(files, scope, other, false, 70, value);
  };
  for (const one of wanted) {
    const value: Value = { words: one.words, terms: [], open: null, ignored: one.ignored };
    values.push(value);
    if (!one.ignored) await lookUpAll(one, value);
  }
  await addPairs(files, scope, question, values);
  const corrections = await guessAll(files, scope, question, wanted, values);
  if (values.every(({ terms }) => terms.length === 0)) {
    // If the query contains only common words, use these words instead of returning nothing.
    for (const [index, one] of wanted.entries()) {
      const value = values[index];
      if (!value?.ignored) continue;
      value.ignored = false;
      await lookUpAll(one, value);
    }
  }
  const { records, docs, boosts } = manifest;
  const range = {
    ...{ scope: number, records, docs, boosts, wantsDocs: scope.docs, wantsOthers: scope.others },
    groups: manifest.groups.map(([first]) => first),
    allowed: scope.allowed,
    excluded: await excludedBy(files, scope, question),
  };
  return { ...rank(values, count, question, range), matcher: createMatcher(values, question.words), corrections };
}
