/**
 * Parses JSON without changing how values are written. `JSON.parse` rounds 9007199254740993 and turns 1.10 into 1.1.
 * This module keeps numbers as text so that values are sent exactly as a reader or a document wrote them.
 */

import { wellFormed } from "./encode.ts";

export type Json = { /** The value's original text, without the whitespace between its tokens. */ source: string } & (
  | { kind: "null" }
  /** A string's content, or a number or boolean as it was written. */
  | { kind: "scalar"; text: string }
  | { kind: "array"; items: readonly Json[] }
  /** If a name repeats, the object has only the last entry with that name, at the position of the first one. */
  | { kind: "object"; entries: readonly (readonly [name: string, value: Json])[] }
);

/** The maximum nesting depth. Deeper values aren't parsed as JSON. */
const DEPTH = 100;

const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;

class NotJson extends Error {}

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  whole(): Json {
    const value = this.value(0);
    this.take(SPACE);
    if (this.at < this.text.length) throw new NotJson();
    return value;
  }

  private value(depth: number): Json {
    this.take(SPACE);
    const start = this.text[this.at];
    if (start === "{") return this.object(depth + 1);
    if (start === "[") return this.array(depth + 1);
    if (start === '"') return this.string();
    const source = this.take(WORD) ?? this.take(NUMBER);
    if (!source) throw new NotJson();
    return source === "null" ? { kind: "null", source } : { kind: "scalar", text: source, source };
  }

  private string(): Json & { kind: "scalar" } {
    const source = this.take(STRING);
    if (!source) throw new NotJson();
    return { kind: "scalar", text: wellFormed(JSON.parse(source) as string), source };
  }

  private array(depth: number): Json {
    const items: Json[] = [];
    this.list("[", "]", depth, () => items.push(this.value(depth)));
    return { kind: "array", items, source: `[${items.map((item) => item.source).join(",")}]` };
  }

  private object(depth: number): Json {
    const entries = new Map<string, readonly [name: string, value: Json]>();
    const sources: string[] = [];
    this.list("{", "}", depth, () => {
      this.take(SPACE);
      const name = this.string();
      this.mark(":");
      const value = this.value(depth);
      entries.set(name.text, [name.text, value]);
      sources.push(`${name.source}:${value.source}`);
    });
    return { kind: "object", entries: [...entries.values()], source: `{${sources.join(",")}}` };
  }

  private list(open: string, close: string, depth: number, item: () => void): void {
    if (depth > DEPTH) throw new NotJson();
    this.mark(open);
    if (this.marked(close)) return;
    do item();
    while (this.marked(","));
    this.mark(close);
  }

  private mark(mark: string): void {
    if (!this.marked(mark)) throw new NotJson();
  }

  private marked(mark: string): boolean {
    this.take(SPACE);
    if (this.text[this.at] !== mark) return false;
    this.at += 1;
    return true;
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }
}

/** Parses text as JSON. If the text isn't JSON, returns `undefined`. */
export function readJson(text: string): Json | undefined {
  try {
    return new Reader(text).whole();
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}

/** Converts plain text to a JSON value. */
export function textValue(text: string): Json {
  return { kind: "scalar", text, source: JSON.stringify(text) };
}
