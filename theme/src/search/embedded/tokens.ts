/**
 * Splits text into searchable words. `src/search/token.rs` implements and explains the same rules. A test compares both
 * implementations.
 */

/** A token: a range of text and its normal form. */
export interface Token {
  text: string;
  start: number;
  end: number;
  /** Whether the token is primary, which means that it isn't a combination of other tokens. */
  primary: boolean;
}

const longest = 40;
const mostWords = 6;

const plain = new Map<string, string>();
for (const [letters, letter] of [
  ["àáâãäåāăą", "a"],
  ["çćĉċč", "c"],
  ["ďđð", "d"],
  ["èéêëēĕėęě", "e"],
  ["ĝğġģ", "g"],
  ["ĥħ", "h"],
  ["ìíîïĩīĭįı", "i"],
  ["ĵ", "j"],
  ["ķĸ", "k"],
  ["ĺļľŀł", "l"],
  ["ñńņňŉŋ", "n"],
  ["òóôõöøōŏő", "o"],
  ["ŕŗř", "r"],
  ["śŝşšſ", "s"],
  ["ţťŧ", "t"],
  ["ùúûüũūŭůűų", "u"],
  ["ŵ", "w"],
  ["ýÿŷ", "y"],
  ["źżž", "z"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ß", "ss"],
  ["þ", "th"],
  ["ς", "σ"],
] as const) {
  for (const one of letters) plain.set(one, letter);
}

/** Returns the character at an offset. At the end, returns an empty string. */
function at(text: string, place: number): string {
  const code = text.codePointAt(place);
  return code === undefined ? "" : String.fromCodePoint(code);
}

const denseRanges = [
  [0xe00, 0xeff],
  [0x1000, 0x109f],
  [0x1100, 0x11ff],
  [0x1780, 0x17ff],
  [0x3005, 0x3005],
  [0x3007, 0x3007],
  [0x3040, 0x309f],
  [0x30a1, 0x30fa],
  [0x30fc, 0x30ff],
  [0x3130, 0x318f],
  [0x31f0, 0x31ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa960, 0xa97f],
  [0xac00, 0xd7ff],
  [0xf900, 0xfaff],
  [0xff66, 0xff9f],
  [0x20000, 0x3ffff],
] as const;

/** Whether a character belongs to a script that doesn't require spaces between words. */
export function isDense(c: string): boolean {
  const code = c.codePointAt(0) ?? 0;
  return code >= 0xe00 && denseRanges.some(([from, to]) => code >= from && code <= to);
}

const wordSign = /^(?:[\p{Alphabetic}\p{N}\u0900-\u0dff]|[\u0300-\u036f])/u;

const isAsciiWord = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;

function isWord(c: string): boolean {
  const code = c.charCodeAt(0);
  return code < 0x80 ? isAsciiWord(code) : wordSign.test(c);
}

const isUpper = (c: string) => /^\p{Uppercase}/u.test(c);
const isLower = (c: string) => /^\p{Lowercase}/u.test(c);
const isDigit = (c: string) => c >= "0" && c <= "9" && c.length === 1;
const isApostrophe = (c: string) => c === "'" || c === "’";

/** Returns a character in lowercase and without accents. */
function fold(c: string): string {
  const code = c.codePointAt(0) ?? 0;
  if (code < 0x80) return c.toLowerCase();
  const narrow = code >= 0xff01 && code <= 0xff5e ? String.fromCodePoint(code - 0xfee0) : c;
  let out = "";
  for (const one of narrow.toLowerCase()) {
    if (one < "\u0300" || one > "\u036f") out += plain.get(one) ?? one;
  }
  return out;
}

/** Returns a word in its normal form. */
function joined(word: string): string {
  let out = "";
  for (const c of word) if (c !== "_" && !isApostrophe(c)) out += fold(c);
  return out;
}

const fits = (token: string) => token.length <= longest || [...token].length <= longest;

const nextIsWord = (text: string, place: number) => {
  const c = at(text, place);
  return c !== "" && isWord(c) && !isDense(c);
};

function wordEnd(text: string, start: number): number {
  let place = start;
  for (;;) {
    while (isAsciiWord(text.charCodeAt(place))) place++;
    const c = at(text, place);
    if (c === "") return place;
    const next = place + c.length;
    if (!((isWord(c) && !isDense(c)) || (isApostrophe(c) && nextIsWord(text, next)))) return place;
    place = next;
  }
}

/** Returns the length of the separator that joins two words at an offset. If there's no separator, returns 0. */
function connector(text: string, place: number): number {
  const c = text[place];
  if (c !== "-" && c !== "." && c !== ":") return 0;
  const length = c === "-" || c === "." ? 1 : c === ":" && text[place + 1] === ":" ? 2 : 0;
  return length > 0 && nextIsWord(text, place + length) ? length : 0;
}

/** Returns the tokens in a string. A token that spans several primary tokens comes after those primary tokens. */
export function tokens(text: string): Token[] {
  const all: Token[] = [];
  let place = 0;
  while (place < text.length) {
    const code = text.charCodeAt(place);
    if (code < 0x80 && !isAsciiWord(code)) {
      place++;
      continue;
    }
    const c = at(text, place);
    if (isDense(c)) place = dense(text, place, all);
    else if (isWord(c)) place = name(text, place, all);
    else place += c.length;
  }
  return all;
}

function put(all: Token[], text: string, start: number, end: number, primary: boolean): boolean {
  if (text === "" || !fits(text)) return false;
  all.push({ text, start, end, primary });
  return true;
}

/** Splits characters that aren't separated by spaces into pairs. */
function dense(text: string, start: number, all: Token[]): number {
  const folded = (from: number, to: number) => Array.from(text.slice(from, to), fold).join("");
  let place = start;
  let before = start;
  let pairs = 0;
  for (;;) {
    const c = at(text, place);
    if (c === "" || !isDense(c)) break;
    const end = place + c.length;
    if (place > start) {
      put(all, folded(before, end), before, end, true);
      pairs++;
    }
    before = place;
    place = end;
  }
  if (pairs === 0) put(all, folded(start, place), start, place, true);
  return place;
}

const simple = /^[a-z0-9]+$/;

type Stretch = [from: number, to: number];

/** Adds a word with several parts: its normal form and, if the word contains underscores, the word as it's written. */
function whole(word: string, from: number, to: number, all: Token[]): void {
  put(all, joined(word), from, to, false);
  const inner = word.replace(/^_+|_+$/g, "");
  if (inner.includes("_")) put(all, inner.split("_").map(joined).join("_"), from, to, false);
}

/** Splits words that are joined by `-`, `.`, or `::`. */
function name(text: string, start: number, all: Token[]): number {
  const words: Stretch[] = [];
  let place = start;
  for (;;) {
    const end = wordEnd(text, place);
    words.push([place, end]);
    place = end;
    const length = connector(text, place);
    if (length === 0) break;
    place += length;
  }
  let count = 0;
  for (const [from, to] of words) {
    const word = text.slice(from, to);
    // Most words have one part and are already in their normal form.
    const own = simple.test(word) ? Number(put(all, word, from, to, true)) : parts(text, from, to, all);
    if (own > 1) whole(word, from, to, all);
    count += own;
  }
  if (count === 0) return place;
  if (words.length > 1 && words.length <= mostWords) {
    let full = "";
    let last = start;
    for (const [from, to] of words) {
      const between = text.slice(last, from);
      if (between === "." && isDigit(text[last - 1] ?? "") && isDigit(text[from] ?? "")) full += ".";
      full += joined(text.slice(from, to));
      last = to;
    }
    put(all, full, start, place, false);
  }
  signs(text, start, place, words, all);
  return place;
}

/**
 * Returns the offset where a word is split because of the character at `place`. If the word isn't split, returns -1.
 */
function cutAt(place: number, c: string, before: string, second: string, isLast: boolean): number {
  if (c === "_") return place;
  if (before === "") return -1;
  if (isUpper(c) && !isUpper(before)) return place;
  const isAcronym = isUpper(before) && second !== "" && isUpper(second);
  return isLower(c) && isAcronym && !(c === "s" && isLast) ? place - before.length : -1;
}

/** Splits a word into parts and returns the number of parts. */
function parts(text: string, from: number, to: number, all: Token[]): number {
  let count = 0;
  let start = from;
  let before = "";
  let second = "";
  const part = (end: number) => {
    if (end > start && put(all, joined(text.slice(start, end)), start, end, true)) count++;
  };
  for (let place = from; place < to; ) {
    const c = at(text, place);
    const next = place + c.length;
    const cut = cutAt(place, c, before, second, next === to);
    if (cut > start) {
      part(cut);
      start = cut;
    }
    if (c === "_") {
      start = next;
      before = "";
      second = "";
    } else if (isApostrophe(c)) {
      // The text after an apostrophe, as in `URL’ll`, isn't a separate part.
      second = "";
    } else {
      second = before;
      before = c;
    }
    place = next;
  }
  part(to);
  return count;
}

/** Returns the character before an offset. At the start, returns an empty string. */
function previous(text: string, place: number): string {
  const low = text.charCodeAt(place - 1);
  const paired = low >= 0xdc00 && low <= 0xdfff && place > 1;
  return place > 0 ? at(text, place - (paired ? 2 : 1)) : "";
}

/** Adds a name, including the symbols around it if the symbols are part of the name. */
function signs(text: string, start: number, end: number, words: Stretch[], all: Token[]): void {
  const sign = start > 0 ? (text[start - 1] ?? "") : "";
  const after = text[end];
  if (!(sign === "-" || sign === "." || sign === "@" || sign === "$" || after === "+" || after === "#")) return;
  const first = words[0] ?? [start, end];
  const last = words.at(-1) ?? first;
  const apart = (length: number) => {
    const c = previous(text, start - length);
    return c === "" || !(isWord(c) || isDense(c) || c === "-");
  };
  const word = (stretch: Stretch) => joined(text.slice(...stretch));
  const bytes = (stretch: Stretch) => new TextEncoder().encode(text.slice(...stretch)).length;
  if (start > 1 && sign === "-" && text[start - 2] === "-" && apart(2)) {
    put(all, `--${Array.from(text.slice(start, end), fold).join("")}`, start - 2, end, false);
  } else if (sign === "-" && apart(1) && bytes([start, end]) === 1) {
    put(all, `-${word([start, end])}`, start - 1, end, false);
  } else if ((sign === "." || sign === "@" || sign === "$") && apart(1)) {
    put(all, sign + word(first), start - 1, first[1], false);
  } else if (text.startsWith("++", end) && bytes(last) <= 3) {
    put(all, `${word(last)}++`, last[0], end + 2, false);
  } else if (text[end] === "#" && bytes(last) === 1 && !nextIsWord(text, end + 1)) {
    put(all, `${word(last)}#`, last[0], end + 1, false);
  }
}
