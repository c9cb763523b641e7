/** Parses a query into words, the names that these words form, and phrases. */

import type { SearchRequest } from "../provider.ts";
import { allowed } from "./spell.ts";
import { isDense, type Token, tokens } from "./tokens.ts";

const mostWords = 28;

/** A range of words in a query. */
export interface Words {
  from: number;
  to: number;
}

/** A parsed query. */
export interface Question {
  words: string[];
  /** Names that consist of several words or of a word with symbols. */
  names: { text: string; words: Words }[];
  /**
   * The indexes of the names that are the whole query, if readers write such a name only as an identifier. The name as it
   * is written comes last.
   */
  identifiers: number[];
  /**
   * Adjacent words that are joined, and the index of the first of these words. For example, `set up` can match `setup`.
   */
  pairs: { text: string; word: number }[];
  /** The range of each word in the query. */
  places: [start: number, end: number][];
  /** Phrases in quotes. */
  phrases: Words[];
  /** Words that results must not contain. */
  excluded: string[];
  /** Whether the last word can be a prefix. */
  open: boolean;
  /** Whether short words aren't corrected or completed. */
  strict: boolean;
}

/**
 * A word after a hyphen, such as `-draft`. Short options, such as `-p`, and long options, such as `--watch`, aren't
 * excluded words.
 */
const minus = /(?<=^|\s)-([\p{L}\p{N}_][\p{L}\p{N}_.]+)(?=\s|$)/gu;

/**
 * Returns the excluded words of a query, and the query with spaces in their place. If the query consists only of such
 * words, they aren't excluded.
 */
function withoutExcluded(query: string): { asked: string; excluded: string[] } {
  const excluded: string[] = [];
  const asked = query
    .split('"')
    .map((piece, index) => {
      if (index % 2 === 1) return piece;
      return piece.replace(minus, (text, word: string) => {
        const all = tokens(word);
        const whole = all.at(-1);
        if (whole) excluded.push(whole.text);
        return " ".repeat(text.length);
      });
    })
    .join('"');
  return /[\p{L}\p{N}]/u.test(asked) ? { asked, excluded } : { asked: query, excluded: [] };
}

/** The length up to which words are short: too short to be completed or corrected if the query is strict. */
const short = { completed: 2, corrected: 4 };

/** Returns the largest distance of a correction of a word. If the word is too short to correct, returns 0. */
export const reachOf = ({ strict }: Question, length: number) =>
  strict ? Math.min(allowed(length), length > short.corrected ? 1 : 0) : allowed(length);

/** A character that only identifiers contain: a capital letter after another character, a digit, or a symbol. */
const sign = /(?<=.)[\p{Lu}\p{N}]|[_@$#+]|[.:](?=\S)|--/u;

/** Returns the indexes of the names that are the whole query. A lowercase name with hyphens can also be ordinary text. */
function identifiersOf({ names, words: { length } }: Question, query: string): number[] {
  if (!sign.test(query.trim())) return [];
  return names.flatMap(({ words: { from, to } }, index) => (from === 0 && to === length ? index : []));
}

/** Parses a query. */
function parse(query: string, strict = false): Question {
  const question: Question = {
    ...{ words: [], places: [], names: [], pairs: [], phrases: [], excluded: [] },
    ...{ identifiers: [], open: false, strict },
  };
  const { asked, excluded } = withoutExcluded(query);
  question.excluded = excluded;
  const pieces = asked.split('"');
  let start = 0;
  pieces.forEach((piece, index) => {
    const offset = start;
    start += piece.length + 1;
    // Ignore a quote that isn't closed.
    const quoted = index % 2 === 1 && index + 1 < pieces.length;
    const first = question.words.length;
    const all = tokens(piece);
    const primary = all.filter((token) => token.primary).slice(0, mostWords - first);
    for (const token of all) {
      if (token.primary) continue;
      const inside = (word: Token) => word.start >= token.start && word.end <= token.end;
      const from = primary.findIndex(inside);
      if (from < 0) continue;
      const count = primary.filter(inside).length;
      question.names.push({ text: token.text, words: { from: first + from, to: first + from + count } });
    }
    primary.slice(1).forEach((b, index) => {
      const a = primary[index];
      if (!a || quoted || isDense(a.text) || isDense(b.text) || /\S/u.test(piece.slice(a.end, b.start))) return;
      question.pairs.push({ text: a.text + b.text, word: first + index });
    });
    question.words.push(...primary.map(({ text }) => text));
    question.places.push(...primary.map(({ start, end }): [number, number] => [offset + start, offset + end]));
    if (quoted && question.words.length > first) question.phrases.push({ from: first, to: question.words.length });
    const last = primary.at(-1);
    const isLong = !strict || (last?.text.length ?? 0) > short.completed;
    question.open = !quoted && isLong && last?.end === piece.length;
  });
  question.identifiers = identifiersOf(question, asked);
  return question;
}

/**
 * The length up to which the last word is too short to look up while the reader is typing. On a large site, the other
 * words already have results, and more words start with the same letters.
 */
const begun = { usual: 2, frugal: 3 };

/** Returns the number of letters of the last word if the word is too short to look up. Otherwise, returns 0. */
function begunLetters(question: Question, isFrugal: boolean): number {
  const count = question.words.length;
  const last = question.words.at(-1) ?? "";
  const { length } = [...last];
  const most = isFrugal && count > 1 ? begun.frugal : begun.usual;
  return isOpen(question, count - 1) && !isDense(last) && length <= most ? length : 0;
}

/** Returns a query without its last word. */
function withoutLast(question: Question): Question {
  const count = question.words.length - 1;
  return {
    ...question,
    words: question.words.slice(0, count),
    places: question.places.slice(0, count),
    names: question.names.filter(({ words: { to } }) => to <= count),
    pairs: question.pairs.filter(({ word }) => word + 1 < count),
    identifiers: [],
    open: false,
  };
}

/** How to answer a request. */
export interface Plan {
  question: Question;
  /** Whether the first letters of the only word are looked up in the titles. */
  isInTitles: boolean;
  /** Whether the answer is only good enough while the reader is typing. */
  isDraft: boolean;
}

/**
 * Returns how to answer a request. While the reader is typing, the first letters of a word aren't worth a request. If
 * `isFrugal` is true, every answer while the reader is typing is a draft.
 */
export function planOf({ query, strict, isDraft }: SearchRequest, isFrugal: boolean): Plan {
  const question = parse(query, strict);
  const letters = begunLetters(question, isFrugal);
  if (question.words.length === 1) {
    const isInTitles = !strict && (letters === 1 || (letters > 1 && isDraft === true));
    return { question, isInTitles, isDraft: isFrugal || (isInTitles && letters > 1) };
  }
  const isShort = letters > 0 && isDraft === true;
  return { question: isShort ? withoutLast(question) : question, isInTitles: false, isDraft: isFrugal || isShort };
}

/** Whether a query word can be a prefix of other words. */
export function isOpen({ words, open }: Question, word: number): boolean {
  const text = words[word] ?? "";
  return open && word + 1 === words.length && (!isDense(text) || [...text].length === 1);
}
