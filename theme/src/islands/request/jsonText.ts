/**
 * Finds syntax errors and values in JSON text, and formats and colors the text. The functions work with tokens instead
 * of values. Therefore, numbers keep their digits, and incomplete documents are supported.
 */

import type { Run, TokenClass } from "./samples/code.ts";

type Kind = "open" | "close" | "comma" | "colon" | "string" | "number" | "word" | "other";

export interface Token {
  kind: Kind;
  text: string;
  start: number;
}

/** Matches tokens in valid and invalid text. Strings can be unterminated, and numbers and words can be invalid. */
const TOKENS = /([{[])|([}\]])|(,)|(:)|("[^"\\\n]*(?:\\.[^"\\\n]*)*"?)|(-?[0-9][0-9A-Za-z.+-]*)|([A-Za-z_]+)|([^\s])/g;
const KINDS: readonly Kind[] = ["open", "close", "comma", "colon", "string", "number", "word", "other"];

export function* tokens(text: string): Generator<Token> {
  for (const match of text.matchAll(TOKENS)) {
    const kind = KINDS[match.slice(1).findIndex((group) => group !== undefined)] ?? "other";
    yield { kind, text: match[0], start: match.index };
  }
}

const STRING = /^"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"$/u;
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const WORD = /^(?:true|false|null)$/;

function isScalar({ kind, text }: Token): boolean {
  if (kind === "string") return STRING.test(text);
  return kind === "number" ? NUMBER.test(text) : kind === "word" && WORD.test(text);
}

/** The tokens that can come next. Where the first name or item is expected, the object or list can also end. */
type Expected = "value" | "first-item" | "name" | "first-name" | "colon" | "more" | "end";

const ALLOWED: { readonly [E in Expected]: readonly (Kind | "scalar")[] } = {
  value: ["open", "scalar"],
  "first-item": ["open", "scalar", "close"],
  name: ["scalar"],
  "first-name": ["scalar", "close"],
  colon: ["colon"],
  more: ["comma", "close"],
  end: [],
};

class Grammar {
  expected: Expected = "value";
  private readonly open: string[] = [];

  /** Whether the token is allowed at this point. If so, moves past it. */
  accepts(token: Token): boolean {
    const inObject = this.open.at(-1) === "{";
    const kind = isScalar(token) ? "scalar" : token.kind;
    if (!ALLOWED[this.expected].includes(kind)) return false;
    if (kind === "close" && token.text !== (inObject ? "}" : "]")) return false;
    const isName = this.expected === "name" || this.expected === "first-name";
    if (kind === "scalar" && isName && token.kind !== "string") return false;
    if (kind === "open") this.open.push(token.text);
    if (kind === "close") this.open.pop();
    this.expected = this.after(kind, token, isName, inObject);
    return true;
  }

  private after(kind: Kind | "scalar", { text }: Token, isName: boolean, inObject: boolean): Expected {
    if (kind === "open") return text === "{" ? "first-name" : "first-item";
    if (kind === "comma") return inObject ? "name" : "value";
    if (kind === "colon") return "value";
    if (kind === "scalar" && isName) return "colon";
    return this.open.length > 0 ? "more" : "end";
  }
}

/**
 * Returns the offset of the first invalid token. If something is missing at the end, returns the offset of the end. If
 * the text is valid, returns -1.
 */
export function faultOf(text: string): number {
  const grammar = new Grammar();
  for (const token of tokens(text)) if (!grammar.accepts(token)) return token.start;
  return grammar.expected === "end" ? -1 : text.length;
}

export type Path = readonly (string | number)[];

/** A walk through JSON text, which tracks the path. */
class Walk {
  /** The current name or index in each open object or list. */
  private readonly keys: (string | number)[] = [];
  private readonly objects: boolean[] = [];
  /** Whether a name comes next. */
  private name = false;

  /** Returns the depth of the value that starts with a token. If no value starts with the token, returns `null`. */
  enter(token: Token): number | null {
    const inObject = this.objects.at(-1) ?? false;
    const last = this.keys.length - 1;
    if (token.kind === "colon") this.name = false;
    else if (token.kind === "close") {
      this.keys.pop();
      this.objects.pop();
      this.name = false;
    } else if (token.kind === "comma") {
      if (!inObject) this.keys[last] = Number(this.keys[last]) + 1;
      this.name = inObject;
    } else if (this.name) this.keys[last] = unquoted(token.text);
    else return this.keys.length;
    return null;
  }

  isOn(path: Path): boolean {
    return this.keys.length <= path.length && this.keys.every((key, level) => key === path[level]);
  }

  /** Enters the object or list that a token opens. */
  into({ kind, text }: Token): void {
    if (kind !== "open") return;
    this.name = text === "{";
    this.keys.push(this.name ? "" : 0);
    this.objects.push(this.name);
  }
}

/**
 * Returns the start of the value at a path. If the value is missing, returns the start of the value that should contain
 * the missing value. If a name repeats, the last occurrence applies.
 */
export function placeOf(text: string, path: Path): number {
  const walk = new Walk();
  let found = { place: 0, depth: -1 };
  for (const token of tokens(text)) {
    const depth = walk.enter(token);
    if (depth === null) continue;
    if (depth >= found.depth && walk.isOn(path)) found = { place: token.start, depth };
    walk.into(token);
  }
  return found.place;
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Returns the 1-based line number of an offset. */
export const lineOf = (text: string, place: number): number => text.slice(0, place).split("\n").length;

const COLOURS: { readonly [K in Kind]: TokenClass } = {
  open: "p",
  close: "p",
  comma: "p",
  colon: "p",
  string: "s",
  number: "n",
  word: "k",
  other: "",
};

/** Whether a string token is a name. */
const isName = (text: string, { kind, start, text: own }: Token): boolean =>
  kind === "string" && /^\s*:/.test(text.slice(start + own.length, start + own.length + 40));

/** Returns the text with colors. The text itself doesn't change. */
export function coloured(text: string): Run[] {
  const runs: Run[] = [];
  let at = 0;
  for (const token of tokens(text)) {
    if (token.start > at) runs.push({ text: text.slice(at, token.start), class: "" });
    runs.push({ text: token.text, class: isName(text, token) ? "a" : COLOURS[token.kind] });
    at = token.start + token.text.length;
  }
  if (at < text.length) runs.push({ text: text.slice(at), class: "" });
  return runs;
}

const INDENT = "  ";

/** Returns the text with colors and with one line for each value. */
export function pretty(text: string): Run[] {
  const runs: Run[] = [];
  let depth = 0;
  let before: Token | undefined;
  const line = () => runs.push({ text: `\n${INDENT.repeat(depth)}`, class: "" });
  for (const token of tokens(text)) {
    if (token.kind === "close") {
      depth = Math.max(0, depth - 1);
      if (before?.kind !== "open") line();
    } else if (before?.kind === "open" || before?.kind === "comma") line();
    runs.push({ text: token.text, class: isName(text, token) ? "a" : COLOURS[token.kind] });
    if (token.kind === "open") depth = Math.min(depth + 1, 100);
    if (token.kind === "colon") runs.push({ text: " ", class: "" });
    before = token;
  }
  return runs;
}
