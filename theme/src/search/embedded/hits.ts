/** Formats search results: highlights matches and shortens text to excerpts. */

import type { Level, Marked, MarkedHierarchy, SearchHit } from "../provider.ts";
import type { Line } from "./lines.ts";
import type { Question, Words } from "./question.ts";
import { type Found, isWeak, type Value } from "./score.ts";
import type { Shard } from "./shard.ts";
import { isDense, type Token, tokens } from "./tokens.ts";

/** A section without its text. If the anchor is missing, it's derived from the heading. */
export type Section = [level: number, anchor: string | null, heading: string, hasText: number];

/** A section with its name and its text. */
export type Passage = [level: number, anchor: string | null, heading: string, text: string];

/** The names of a record. */
export type Named = [href: string, title: string, sections: Section[]];

const isText = (one: unknown) => typeof one === "string";

/** Whether a value starts with a section's level, anchor, and heading. */
const isSection = (one: unknown): one is unknown[] =>
  Array.isArray(one) &&
  one.length === 4 &&
  Number.isInteger(one[0]) &&
  (one[1] === null || isText(one[1])) &&
  isText(one[2]);

const isListOf = (data: unknown, holds: (one: unknown) => boolean) => Array.isArray(data) && data.every(holds);

/** Whether a value is a URL, a title, and a list. */
const isTitled = (one: unknown): one is unknown[] =>
  Array.isArray(one) && one.length === 3 && one.slice(0, 2).every(isText);

/** Whether a value is the names of a record. */
export function isNamed(one: unknown): one is Named {
  const isName = (one: unknown) => isSection(one) && Number.isInteger(one[3]);
  return isTitled(one) && isListOf(one[2], isName);
}

/** Whether a value is the names of all records, which consist of blocks. */
export function isNames(data: unknown): data is Named[][] {
  return isListOf(data, (block) => isListOf(block, isNamed));
}

/** Whether a value is the content of a text file. */
export function isTexts(data: unknown): data is string[][] {
  return isListOf(data, (record) => isListOf(record, isText));
}

const isPassagesOf = (record: unknown) => isListOf(record, (one) => isSection(one) && isText(one[3]));

/** Whether a value is the content of a text file that also contains the sections' names. */
export function isPassages(data: unknown): data is Passage[][] {
  return isListOf(data, isPassagesOf);
}

/** A record with its names and its text. */
export type Whole = [href: string, title: string, passages: Passage[]];

/** Whether a value is the content of a card. */
export const isWhole = (data: unknown): data is Whole => isTitled(data) && isPassagesOf(data[2]);

/** A record with its site section and its kind. */
export interface Card {
  named: Named;
  lvl0: string;
  kind: string;
}

/** The length of an excerpt. A word counts as 2, and a pair of characters in a script without spaces counts as 1. */
const room = 30;

/** The number of words to show before the first match. */
const lead = 3;

/** The forms and prefixes that match the words of a query. */
export interface Matcher {
  /** For each form, the query words that the form matches, as bits. */
  forms: Map<string, number>;
  /** For each prefix, the query words that the prefix matches, as bits. */
  begun: [string, number][];
  /** The query words that are too common to count. */
  ignored: string[];
  /** All query words that are relevant to matching, as bits. */
  all: number;
}

export function createMatcher(values: readonly Value[], words: readonly string[]): Matcher {
  const matcher: Matcher = { forms: new Map(), begun: [], ignored: [], all: 0 };
  const allWeak = values.slice(0, words.length).every(isWeak);
  for (const [index, value] of values.entries()) {
    const { words: own, terms, open } = value;
    let bits = 0;
    for (let word = own.from; word < own.to; word++) bits |= 1 << word;
    if (index < words.length && (allWeak || !isWeak(value))) matcher.all |= bits;
    if (value.ignored) {
      matcher.ignored.push(words[index] ?? "");
      matcher.forms.set(words[index] ?? "", bits);
    }
    const files = new Map<Shard, Set<number>>();
    for (const { shard, term } of terms) files.set(shard, (files.get(shard) ?? new Set()).add(term));
    for (const [{ forms, formTerms }, own] of files) {
      formTerms.forEach((term, index) => {
        const form = forms[index] ?? "";
        if (!own.has(term) || (open !== null && form.startsWith(open))) return;
        matcher.forms.set(form, (matcher.forms.get(form) ?? 0) | bits);
      });
    }
    if (open !== null) matcher.begun.push([open, bits]);
  }
  return matcher;
}

/** The words in a string, and the ranges to highlight. For each word, the matching query words are stored as bits. */
interface Read {
  words: { token: Token; bits: number }[];
  spans: [start: number, end: number][];
}

function read(matcher: Matcher, text: string): Read {
  const words: Read["words"] = [];
  const spans: [number, number][] = [];
  for (const token of tokens(text)) {
    let bits = matcher.forms.get(token.text) ?? 0;
    for (const [open, more] of matcher.begun) if (token.text.startsWith(open)) bits |= more;
    if (bits !== 0) spans.push([token.start, token.end]);
    if (token.primary) words.push({ token, bits });
    else if (bits !== 0) spread(words, token, bits);
  }
  return { words, spans: merged(spans) };
}

/** Merges overlapping and adjacent ranges of text. */
function merged(spans: [number, number][]): [number, number][] {
  const all: [number, number][] = [];
  for (const [start, end] of spans.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = all.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(end, last[1]);
    else all.push([start, end]);
  }
  return all;
}

/** Adds the matches of a token to the words that it spans. */
function spread(words: Read["words"], { start, end }: Token, bits: number): void {
  for (let i = words.length - 1; i >= 0; i--) {
    const word = words[i];
    if (!word || word.token.start < start || word.token.end > end) return;
    word.bits |= bits;
  }
}

const foundIn = ({ words }: Read, { all }: Matcher) => words.reduce((bits, word) => bits | word.bits, 0) & all;

function bitCount(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);

function html({ spans }: Read, text: string, start: number, end: number): string {
  let out = "";
  let at = start;
  for (const span of spans) {
    const from = Math.max(span[0], start);
    const to = Math.min(span[1], end);
    if (from >= to) continue;
    out += `${escaped(text.slice(at, from))}<mark>${escaped(text.slice(from, to))}</mark>`;
    at = to;
  }
  return out + escaped(text.slice(at, end));
}

/** Returns the range of the excerpt with the most matches. */
function cut({ words }: Read, text: string): [start: number, end: number] {
  const reach = (first: number) => {
    let left = room;
    let last = first;
    let bits = 0;
    let count = 0;
    for (let i = first; i < words.length; i++) {
      const word = words[i];
      if (!word) break;
      const cost = isDense(text.slice(word.token.start, word.token.start + 2)) ? 1 : 2;
      if (cost > left) break;
      left -= cost;
      last = i;
      bits |= word.bits;
      if (word.bits !== 0) count++;
    }
    return { score: bitCount(bits) * 100 + count, first, last };
  };
  if (words.length === 0) return [0, text.length];
  let best: ReturnType<typeof reach> | undefined;
  words.forEach(({ bits }, index) => {
    if (bits === 0) return;
    const own = reach(Math.max(0, index - lead));
    if (!best || own.score > best.score) best = own;
  });
  const { first, last } = best ?? reach(0);
  const start = first === 0 ? 0 : (words[first]?.token.start ?? 0);
  const end = last + 1 === words.length ? text.length : (words[last]?.token.end ?? text.length);
  return [start, end];
}

function marked(matcher: Matcher, text: string): { whole: Marked; part: Marked } {
  const own = read(matcher, text);
  const found = foundIn(own, matcher);
  const matchLevel = found === 0 ? "none" : found === matcher.all ? "full" : "partial";
  const [start, end] = cut(own, text);
  const part = `${start > 0 ? "…" : ""}${html(own, text, start, end)}${end < text.length ? "…" : ""}`;
  return { whole: { value: html(own, text, 0, text.length), matchLevel }, part: { value: part, matchLevel } };
}

/** Whether query words appear next to each other, in order. */
function hasPhrase({ words }: Read, { from, to }: Words): boolean {
  const length = to - from;
  for (let start = 0; length > 0 && start + length <= words.length; start++) {
    let same = 0;
    while (same < length && ((words[start + same]?.bits ?? 0) & (1 << (from + same))) !== 0) same++;
    if (same === length) return true;
  }
  return false;
}

/** Whether a section contains every phrase of a query. */
export function hasPhrases(
  [, title, sections]: Named,
  index: number,
  text: string,
  question: Question,
  matcher: Matcher,
): boolean {
  const section = sections[index];
  if (!section) return false;
  const texts = [section[2], text, ...(index === 0 ? [title] : [])].map((text) => read(matcher, text));
  return question.phrases.every((phrase) => texts.some((text) => hasPhrase(text, phrase)));
}

const levels: Level[] = ["lvl0", "lvl1", "lvl2", "lvl3", "lvl4", "lvl5", "lvl6"];

/**
 * Returns the page title and all headings above a section, including the section's own heading. If the section's name is
 * unknown, returns only the title.
 */
function trail({ named: [, title, sections], lvl0 }: Card, index: number): (string | null)[] {
  const texts: (string | null)[] = [lvl0, title, null, null, null, null, null];
  for (const [level, , heading] of sections[index] ? sections.slice(0, index + 1) : []) {
    if (level < 2 || heading === "") continue;
    const own = Math.min(level, 6);
    texts[own] = heading;
    texts.fill(null, own + 1);
  }
  return texts;
}

/** Returns the anchor of a heading. The index omits the anchor only if the heading is ASCII. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, "")
    .replace(/ /g, "-");

/** The method and path of an operation, which is the other name of the operation's page. */
const operation = /^([A-Z]+) (\S+)$/;

/** Returns the URL of a section. The URL of a part of a page already has a fragment. */
const urlOf = (href: string, anchor: string): string => `${href}${href.includes("#") ? "/" : "#"}${anchor}`;

/** Returns the level of a hit, or `content` for a hit in a section's text. */
function typeOf(section: Section | undefined, { isNamed }: Found, title: string, matcher: Matcher): SearchHit["type"] {
  if (!section) return isNamed ? "lvl2" : "content";
  const [level, , heading, hasText] = section;
  const own = read(matcher, heading === "" && level === 1 ? title : heading);
  const named = foundIn(own, matcher) !== 0;
  const type = named || (hasText === 0 && heading !== "") ? level : hasText === 0 ? 1 : "content";
  return type === "content" ? type : (levels[Math.max(1, Math.min(type, 6))] ?? "lvl1");
}

/** Creates the hit for a section, without the section's text and, if the section's name is unknown, without the name. */
export function hitOf(card: Card, found: Found, matcher: Matcher): SearchHit {
  const { record, section: index } = found;
  const [href, title, sections] = card.named;
  const section = sections[index];
  const [level, id, heading] = section ?? [2, "", ""];
  const anchor = id ?? anchorOf(heading);
  const texts = trail(card, index);
  const highlighted: MarkedHierarchy = {};
  const snippets: MarkedHierarchy = {};
  const hierarchy: Partial<SearchHit["hierarchy"]> = {};
  levels.forEach((name, place) => {
    const own = texts[place] ?? null;
    hierarchy[name] = own;
    if (own === null) return;
    const { whole, part } = marked(matcher, own);
    highlighted[name] = whole;
    snippets[name] = part;
  });
  const url = anchor === "" ? href : urlOf(href, anchor);
  const [, method, path] = (card.kind === "api" && operation.exec(sections[0]?.[2] ?? "")) || [];
  return {
    // If a section is split into several records, the records share one URL.
    objectID: section ? (index === 0 && level > 1 ? `${url}~${record}` : url) : `${url}~${record}.${index}`,
    url,
    url_without_anchor: href,
    anchor: anchor === "" ? null : anchor,
    type: typeOf(section, found, title, matcher),
    ...(!section && { isPartial: true }),
    kind: card.kind,
    ...(matcher.ignored.length > 0 && { ignored: matcher.ignored }),
    ...(method && path && { operation: { method, path } }),
    hierarchy: hierarchy as SearchHit["hierarchy"],
    content: null,
    _highlightResult: { hierarchy: highlighted },
    _snippetResult: { hierarchy: snippets },
  };
}

/**
 * Returns the line that matches as many words of the query as the whole text. If several lines do, prefers the line with
 * the most matches at its start, where the name is.
 */
function lineOf(lines: readonly Line[], text: string, matcher: Matcher): Line | undefined {
  const found = (text: string) => bitCount(foundIn(read(matcher, text), matcher));
  const most = found(text);
  if (most === 0) return undefined;
  const whole = lines.filter((line) => line.anchor !== "" && found(line.text) === most);
  const name = ({ text }: Line) => found(text.split(":", 1)[0] ?? "");
  return whole.reduce<Line | undefined>((best, line) => (best && name(best) >= name(line) ? best : line), undefined);
}

/**
 * Adds the text and the excerpt to a hit. If a line of the text matches the query, the hit opens at that line, unless the
 * hit is a page or heading.
 */
export function withText(hit: SearchHit, lines: readonly Line[], matcher: Matcher): SearchHit {
  const text = lines.map(({ text }) => text).join(" ");
  if (text === "") return hit;
  const line = hit.type === "content" ? lineOf(lines, text, matcher) : undefined;
  const { whole } = marked(matcher, text);
  const { part } = marked(matcher, line?.text ?? text);
  return {
    ...hit,
    ...(line && { url: urlOf(hit.url_without_anchor, line.anchor), anchor: line.anchor }),
    content: text,
    _highlightResult: { ...hit._highlightResult, content: whole },
    _snippetResult: { ...hit._snippetResult, content: part },
  };
}
