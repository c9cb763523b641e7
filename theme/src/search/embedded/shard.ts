/**
 * Reads the binary index files: terms, words, and text. `src/search/shard.rs` writes them.
 *
 * For any input, the functions in this module either return a result or throw an error.
 */

/** A term. The forms aren't included. */
export interface Term {
  /** The rarity, from 1 to 255. */
  rarity: number;
  /** Whether excess postings were dropped. */
  capped: boolean;
  /** The range of the term's postings in the file's lists, excluding the end. */
  from: number;
  to: number;
}

/** A term file. */
export interface Shard {
  /** All forms, sorted, and the number of the term for each form. */
  forms: string[];
  formTerms: number[];
  terms: Term[];
  /** For each posting, the record, the section, and the weight of the term in the section, from 1 to 31. */
  records: Uint32Array;
  sections: Uint8Array;
  levels: Uint8Array;
  /**
   * For each posting, the share of the section's name that the term makes up: 1 for the whole name, 2 for half of it,
   * and so on, up to 7. The value is 0 if the term isn't in the name.
   */
  shares: Uint8Array;
  /** The names of some of the records. */
  names?: ReadonlyMap<number, unknown>;
}

const termFile = 0x11;
const wordFile = 0x21;
const longest = 100;

export class Damaged extends Error {
  constructor(what: string) {
    super(`the search index is damaged: ${what}`);
  }
}

class Reader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new Damaged("a file is truncated");
    return byte;
  }

  number(): number {
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new Damaged("a number is too large");
  }

  /**
   * Reads ascending numbers. The stored value of the first number is the number plus 1. Each of the other numbers is
   * stored as the difference from the previous number.
   */
  ascending(out: Uint32Array, from: number, to: number): void {
    const { bytes } = this;
    let last = 0;
    for (let i = from; i < to; i++) {
      // Nearly all numbers take one byte.
      const byte = bytes[this.at] ?? 0xff;
      if (byte < 0x80) {
        this.at++;
        last += byte;
      } else {
        last += this.number();
      }
      if (last < 1 || last > 0xffff_ffff) throw new Damaged("a place is out of range");
      out[i] = last - 1;
    }
  }

  /** Reads the number of items in a list. Each item takes at least one byte. */
  count(): number {
    const count = this.number();
    if (count > this.bytes.length) throw new Damaged("a number is too large");
    return count;
  }

  take(length: number): Uint8Array {
    if (this.at + length > this.bytes.length) throw new Damaged("a file is truncated");
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** Reads sorted words and a number for each word. */
  words(): WordList {
    const count = this.count();
    const lengths: number[] = [];
    const values: number[] = [];
    for (let i = 0; i < count; i++) {
      lengths.push(this.number(), this.number());
      values.push(this.number());
    }
    const rests = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(this.take(this.number()));
    const words: string[] = [];
    let last = "";
    let at = 0;
    for (let i = 0; i < count; i++) {
      const shared = lengths[2 * i] ?? 0;
      const length = lengths[2 * i + 1] ?? 0;
      if (shared > last.length || at + length > rests.length) throw new Damaged("a word is invalid");
      if (shared + length > longest) throw new Damaged("a word is too long");
      last = last.slice(0, shared) + rests.slice(at, at + length);
      at += length;
      words.push(last);
    }
    if (at !== rests.length) throw new Damaged("the number of words is wrong");
    return { words, values };
  }

  /** Reads records and their names, which are at the end of some files. */
  names(): Map<number, unknown> {
    const names = new Map<number, unknown>();
    if (this.at === this.bytes.length) return names;
    const records = new Uint32Array(this.count());
    this.ascending(records, 0, records.length);
    let all: unknown;
    try {
      all = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(this.take(this.bytes.length - this.at)));
    } catch {
      // Report this error below.
    }
    if (!Array.isArray(all) || all.length !== records.length) throw new Damaged("a name is missing");
    for (const [index, record] of records.entries()) names.set(record, all[index]);
    return names;
  }

  end(): void {
    if (this.at !== this.bytes.length) throw new Damaged("a file is too long");
  }
}

/** Reads a term file. The result doesn't contain references to the bytes. */
export function readShard(bytes: Uint8Array): Shard {
  const reader = new Reader(bytes);
  if (reader.byte() !== termFile) throw new Damaged("a term file is invalid");
  const count = reader.count();
  const { words: forms, values: formTerms } = reader.words();
  if (formTerms.some((term) => term >= count)) throw new Damaged("a word has no entry");
  const terms: Term[] = [];
  let total = 0;
  for (let i = 0; i < count; i++) {
    const rarity = reader.byte();
    const length = reader.number();
    terms.push({ rarity, capped: (length & 1) === 1, from: total, to: total + (length >> 1) });
    total += length >> 1;
    if (total > bytes.length) throw new Damaged("a file is truncated");
  }
  const records = new Uint32Array(total);
  for (const { from, to } of terms) reader.ascending(records, from, to);
  const sections = reader.take(total).slice();
  const weights = reader.take(total);
  const levels = weights.map((byte) => byte & 0x1f);
  const shares = weights.map((byte) => byte >> 5);
  const names = reader.names();
  return { forms, formTerms, terms, records, sections, levels, shares, names };
}

/** Spelling words with their frequencies. */
export interface WordList {
  words: string[];
  values: number[];
}

/** Reads a list of spelling words. */
export function readWords(bytes: Uint8Array): WordList {
  const reader = new Reader(bytes);
  if (reader.byte() !== wordFile) throw new Damaged("a word list is invalid");
  const words = reader.words();
  reader.end();
  return words;
}

/** Compares two strings in the order of the index, which is based on characters instead of UTF-16 code units. */
export function compare(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    // Surrogates come after all other characters.
    if (x !== y) return weight(x) - weight(y);
  }
  return a.length - b.length;
}

const weight = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/** Returns the number of items that precede the first item for which `isBefore` is false. The items are sorted. */
export function partition<T>(items: readonly T[], isBefore: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(items[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}
