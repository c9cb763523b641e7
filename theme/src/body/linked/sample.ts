/**
 * Finds the parts of a request in a sample, in any programming language. Languages escape and split text in different
 * ways, so texts are compared by their letters and digits. A part that isn't found for certain has no place.
 */

import type { ShownRequest } from "../../hooks/linked.ts";

/** Letters and digits with their offsets in the original text. */
interface Stripped {
  text: string;
  at: number[];
}

const isKept = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

function strip(text: string): Stripped {
  const kept: string[] = [];
  const at: number[] = [];
  for (let offset = 0; offset < text.length; offset += 1) {
    if (!isKept(text.charCodeAt(offset))) continue;
    kept.push(text.charAt(offset));
    at.push(offset);
  }
  return { text: kept.join(""), at };
}

/** The maximum number of letters and digits between two lines of a text, such as the `n` of `\n`. */
const GAP = 12;

/** A range of a text. */
export interface Range {
  start: number;
  end: number;
}

/** Maps ranges of a text to ranges of the sample that contains the text. */
export type Alignment = (range: Range) => Range | null;

const QUOTES = /["'`\\]/;

/**
 * Finds a text in a sample. All lines of the text must be in the sample, in order and next to each other. If the text
 * isn't in the sample, or is in it several times, returns `null`.
 */
export function align(sample: string, text: string): Alignment | null {
  const whole = strip(sample);
  const lines: Stripped[] = [];
  let offset = 0;
  for (const line of text.split("\n")) {
    const { text: kept, at } = strip(line);
    const from = offset;
    if (kept) lines.push({ text: kept, at: at.map((one) => one + from) });
    offset += line.length + 1;
  }
  const [head] = lines;
  if (!head) return null;
  const from = (start: number): number[] | null => {
    const places: number[] = [];
    let place = start;
    for (const { text: line } of lines) {
      const found = whole.text.indexOf(line, place);
      if (found < 0 || (places.length > 0 && found - place > GAP)) return null;
      for (let at = 0; at < line.length; at += 1) places.push(found + at);
      place = found + line.length;
    }
    return places;
  };
  let places: number[] | null = null;
  for (let start = whole.text.indexOf(head.text); start >= 0; start = whole.text.indexOf(head.text, start + 1)) {
    const found = from(start);
    if (found && places) return null;
    places = found ?? places;
  }
  if (!places) return null;
  const own = lines.flatMap(({ at }) => at);
  const found = places.map((place) => whole.at[place] ?? 0);
  return ({ start, end }) => {
    const first = own.findIndex((at) => at >= start);
    const last = own.findLastIndex((at) => at < end);
    if (first < 0 || last < first) return null;
    let [from, to] = [found[first] ?? 0, (found[last] ?? 0) + 1];
    // A value's own quotes belong to the value, but those of the language's string don't.
    if (QUOTES.test(text.charAt(start))) while (QUOTES.test(sample.charAt(from - 1))) from -= 1;
    if (QUOTES.test(text.charAt(end - 1))) while (QUOTES.test(sample.charAt(to))) to += 1;
    return { start: from, end: to };
  };
}

/** A parameter's place in a sample. */
export interface Spot extends Range {
  place: "path" | "query" | "header" | "cookie";
  name: string;
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Returns the ranges of the path parameters in a URL. */
function inPath(path: string, url: string): Spot[] {
  const pieces = (path.split(/[?#]/)[0] ?? "").split(/\{([^{}]*)\}/);
  const pattern = pieces.map((piece, at) => (at % 2 === 0 ? `(${literal(piece)})` : "([^/?#]*)")).join("");
  const found = new RegExp(`${pattern}(?:\\?|$)`).exec(url);
  if (!found) return [];
  let start = found.index;
  return pieces.flatMap((name, at) => {
    const end = start + (found[at + 1]?.length ?? 0);
    const spot: Spot = { place: "path", name, start, end };
    start = end;
    return at % 2 === 0 || spot.start === end ? [] : [spot];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the ranges of the pairs in a text. `filter[a]=1` belongs to `filter`. */
function pairsIn(text: string, from: number, separator: RegExp, place: Spot["place"]): Spot[] {
  const spots: Spot[] = [];
  let start = from;
  for (const part of text.split(separator)) {
    // The separators are also parts, because the pattern has a group.
    const name = /^([^=]+)=/.exec(part)?.[1];
    if (name !== undefined) {
      const whole = decoded(name);
      spots.push({ place, name: whole, start, end: start + part.length });
      const outer = whole.replace(/\[.*$/s, "");
      if (outer !== whole) spots.push({ place, name: outer, start, end: start + part.length });
    }
    start += part.length;
  }
  return spots;
}

const lineStart = (text: string, offset: number): number => text.lastIndexOf("\n", offset - 1) + 1;

/** Finds a header in a sample: the only line that contains its name and its value. */
function findHeader(sample: string, name: string, value: string): Range | null {
  const wanted = strip(value).text;
  const pattern = new RegExp(`(?<![\\w-])${literal(name)}(?![\\w-])`, "i");
  const found: Range[] = [];
  let start = 0;
  for (const line of sample.split("\n")) {
    const isHere = pattern.test(line) && strip(line.replace(pattern, "")).text.includes(wanted);
    if (isHere) found.push({ start: start + line.search(/\S/), end: start + line.length });
    start += line.length + 1;
  }
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Returns the places of a URL's parameters in a sample. */
function urlSpots(sample: string, path: string, url: string): Spot[] {
  const urlAt = align(sample, url);
  const query = url.indexOf("?");
  const pairs = query < 0 ? [] : pairsIn(url.slice(query + 1), query + 1, /(&)/, "query");
  return [...inPath(path, url), ...pairs].flatMap((spot) => {
    const range = urlAt?.(spot);
    return range ? [{ ...spot, ...range }] : [];
  });
}

/** Returns the places of the cookies in the line with the `Cookie` header. */
function cookieSpots(sample: string, { start, end }: Range, value: string): Spot[] {
  const valueAt = align(sample.slice(start, end), value);
  return pairsIn(value, 0, /(; )/, "cookie").flatMap((spot) => {
    const own = valueAt?.(spot);
    return own ? [{ ...spot, start: start + own.start, end: start + own.end }] : [];
  });
}

/** Returns the places of the parameters in a sample. */
export function parametersIn(sample: string, { path, url, headers }: ShownRequest): Spot[] {
  const others = headers.flatMap(([header, value]): Spot[] => {
    const name = header.toLowerCase();
    const range = findHeader(sample, header, value);
    if (!range) return [];
    const cookies = name === "cookie" ? cookieSpots(sample, range, value) : [];
    return [{ place: "header", name, ...range }, ...cookies];
  });
  return [...urlSpots(sample, path, url), ...others];
}

/** Returns the places of the parts of a multipart body. If any named part is missing, returns no places. */
export function partsIn(sample: string, parts: readonly { name: string }[]): (Range & { name: string })[] {
  const found: (Range & { name: string })[] = [];
  let place = 0;
  for (const { name } of parts) {
    if (!name) continue;
    const pattern = new RegExp(`["'\`]${literal(name)}(?=["'\`\\\\=])`, "g");
    pattern.lastIndex = place;
    const at = pattern.exec(sample)?.index;
    if (at === undefined) return [];
    const start = lineStart(sample, at);
    const [line = ""] = sample.slice(start).split("\n", 1);
    found.push({ name, start: start + line.search(/\S|$/), end: start + line.length });
    place = at + name.length;
  }
  return found;
}
