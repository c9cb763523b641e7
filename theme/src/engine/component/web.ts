/** Browser objects whose results depend only on the arguments: URLs, text encoding, and Base64. */

import { Refusal } from "./errors.ts";
import type { Realm } from "./sandbox.ts";

/**
 * docgen's functions that parse URLs, set a part of a URL, parse queries, and write queries. Each function takes JSON.
 */
declare const host: Record<"parseUrl" | "parseQuery" | "writeQuery", (request: string) => string>;

const { parseQuery, parseUrl, writeQuery } = globalThis as unknown as typeof host;
for (const name of ["parseUrl", "parseQuery", "writeQuery"]) Reflect.deleteProperty(globalThis, name);

declare global {
  interface String {
    toWellFormed(): string;
  }
}

type Pair = [string, string];

/** The parts of a URL that code can set. */
const PARTS = "href protocol username password host hostname port pathname search hash".split(" ");

/** Returns text with unpaired surrogates replaced. */
const whole = (value: unknown) => String(value).toWellFormed();

/**
 * Connects a query to a URL. `changed` sets the URL's query. Returns a function that parses text into the query.
 */
type Connect = (query: unknown, changed: (text: string) => void) => (text: string) => void;

/** Creates the `URLSearchParams` class and the function that connects a query to a URL. */
function queries(realm: Realm): { URLSearchParams: new (text: string) => unknown; connect: Connect } {
  let connect: Connect = () => () => {};
  class URLSearchParams {
    #pairs: Pair[] = [];
    #changed: (text: string) => void = () => {};

    static {
      connect = (query, changed) => {
        const own = query as URLSearchParams;
        own.#changed = changed;
        return (text) => own.#read(text);
      };
    }
    constructor(init: unknown = "") {
      if (typeof init !== "object" || init === null) this.#read(whole(init));
      else this.#add(Symbol.iterator in init ? (init as Iterable<Iterable<unknown>>) : Object.entries(init));
    }
    #add(pairs: Iterable<Iterable<unknown>>) {
      for (const pair of pairs) {
        const parts = typeof pair === "object" && pair !== null ? [...pair].map(whole) : [];
        const [name, value, ...more] = parts;
        if (name === undefined || value === undefined || more.length > 0) {
          throw new realm.TypeError("each item of a query must have a name and a value");
        }
        this.#pairs.push([name, value]);
      }
    }
    #read(text: string) {
      this.#pairs = JSON.parse(parseQuery(JSON.stringify(text.replace(/^\?/, ""))));
    }
    #set(pairs: Pair[]) {
      this.#pairs = pairs;
      this.#changed(this.toString());
    }
    #matching(name: unknown, value?: unknown) {
      const [wanted, wantedValue] = [whole(name), value === undefined ? undefined : whole(value)];
      return ([one, text]: Pair) => one === wanted && (wantedValue === undefined || text === wantedValue);
    }
    get [Symbol.toStringTag]() {
      return "URLSearchParams";
    }
    get size() {
      return this.#pairs.length;
    }
    append(name: unknown, value: unknown) {
      this.#set([...this.#pairs, [whole(name), whole(value)]]);
    }
    delete(name: unknown, value?: unknown) {
      const matches = this.#matching(name, value);
      this.#set(this.#pairs.filter((pair) => !matches(pair)));
    }
    get(name: unknown) {
      return this.#pairs.find(this.#matching(name))?.[1] ?? null;
    }
    getAll(name: unknown) {
      return realm.Array.from(this.#pairs.filter(this.#matching(name)), ([, value]) => value);
    }
    has(name: unknown, value?: unknown) {
      return this.#pairs.some(this.#matching(name, value));
    }
    set(name: unknown, value: unknown) {
      const matches = this.#matching(name);
      const first = this.#pairs.findIndex(matches);
      if (first < 0) return this.append(name, value);
      const rest = this.#pairs.filter((pair, at) => at === first || !matches(pair));
      this.#set(rest.with(first, [whole(name), whole(value)]));
    }
    sort() {
      this.#set(this.#pairs.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))));
    }
    forEach(callback: (value: string, name: string, query: unknown) => void, self?: unknown) {
      for (const [name = "", value = ""] of this) callback.call(self, value, name, this);
    }
    *entries(): Generator<string[]> {
      for (let at = 0; at < this.#pairs.length; at += 1) yield realm.Array.from(this.#pairs[at] ?? []);
    }
    *keys() {
      for (const [name] of this) yield name;
    }
    *values() {
      for (const [, value] of this) yield value;
    }
    [Symbol.iterator]() {
      return this.entries();
    }
    toString() {
      return writeQuery(JSON.stringify(this.#pairs));
    }
  }
  return { URLSearchParams, connect };
}

/** Creates the `URL` class. */
function urls(realm: Realm, { URLSearchParams, connect }: ReturnType<typeof queries>): unknown {
  /** Parses a URL. If `part` is specified, also sets that part of the URL. If the URL is invalid, throws the reason. */
  const parse = (url: string, base?: string, part?: string, value?: string): Record<string, string> => {
    const parts = JSON.parse(parseUrl(JSON.stringify({ url, base, part, value })));
    // Reject `file:` URLs, because docgen's library parses some of them differently than browsers do.
    if (parts.protocol === "file:") throw new Refusal("`file:` URLs aren't available", "use a path as a string");
    return parts;
  };
  class URL {
    #parts: Record<string, string>;
    readonly searchParams: unknown;
    #readQuery: (text: string) => void;

    constructor(url: unknown, base?: unknown) {
      try {
        this.#parts = parse(whole(url), base === undefined ? base : whole(base));
      } catch (error) {
        throw error instanceof Refusal ? error : new realm.TypeError("Invalid URL");
      }
      const query = new URLSearchParams(this.#parts.search ?? "");
      this.#readQuery = connect(query, (text) => {
        this.#parts = parse(this.#parts.href ?? "", undefined, "search", text);
      });
      Object.defineProperty(this, "searchParams", { value: query, enumerable: false, writable: false });
    }
    static {
      for (const part of PARTS) {
        Object.defineProperty(URL.prototype, part, {
          configurable: true,
          enumerable: true,
          get(this: URL) {
            return this.#parts[part];
          },
          set(this: URL, value: unknown) {
            this.#parts = new URL(part === "href" ? value : this.#parts.href).#with(part, whole(value));
            this.#readQuery(this.#parts.search ?? "");
          },
        });
      }
    }
    #with(part: string, value: string) {
      return part === "href" ? this.#parts : parse(this.#parts.href ?? "", undefined, part, value);
    }
    static canParse(url: unknown, base?: unknown) {
      return URL.parse(url, base) !== null;
    }
    static parse(url: unknown, base?: unknown) {
      try {
        return new URL(url, base);
      } catch (error) {
        if (error instanceof realm.TypeError) return null;
        throw error;
      }
    }
    get [Symbol.toStringTag]() {
      return "URL";
    }
    get origin() {
      return this.#parts.origin;
    }
    toString() {
      return this.#parts.href;
    }
    toJSON() {
      return this.#parts.href;
    }
  }
  return URL;
}

/** Returns the bytes of a character in UTF-8. */
function utf8(char: string): number[] {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x80) return [code];
  const end = 0x80 | (code & 63);
  if (code < 0x800) return [0xc0 | (code >> 6), end];
  const middle = 0x80 | ((code >> 6) & 63);
  return code < 0x10000
    ? [0xe0 | (code >> 12), middle, end]
    : [0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), middle, end];
}

/** Creates the class that encodes text. */
function encoder(realm: Realm): unknown {
  return class TextEncoder {
    get encoding() {
      return "utf-8";
    }
    encode(text: unknown = "") {
      return realm.Uint8Array.from([...whole(text)].flatMap(utf8));
    }
    encodeInto(text: unknown, to: Uint8Array) {
      let [read, written] = [0, 0];
      for (const char of whole(text)) {
        const bytes = utf8(char);
        if (written + bytes.length > to.length) break;
        to.set(bytes, written);
        read += char.length;
        written += bytes.length;
      }
      return realm.Object.assign(new realm.Object(), { read, written });
    }
  };
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Returns an error with the same name as in browsers. */
function invalid(realm: Realm, message: string): Error {
  return Object.assign(new realm.Error(message), { name: "InvalidCharacterError" });
}

/** Returns the functions for Base64. */
function base64(realm: Realm): Record<"atob" | "btoa", (text: unknown) => string> {
  return {
    atob(value) {
      let text = String(value).replace(/[\t\n\f\r ]/g, "");
      if (text.length % 4 === 0) text = text.replace(/==?$/, "");
      if (text.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(text)) {
        throw invalid(realm, "the text isn't in Base64");
      }
      let [bits, count, bytes] = [0, 0, ""];
      for (const digit of text) {
        bits = ((bits << 6) | DIGITS.indexOf(digit)) & 0xffff;
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes += String.fromCharCode((bits >> count) & 0xff);
      }
      return bytes;
    },
    btoa(value) {
      const text = String(value);
      if (/[^\0-\xff]/.test(text)) throw invalid(realm, "the text has characters beyond U+00FF");
      return text.replace(/.{1,3}/gs, (bytes) => {
        const bits = [0, 1, 2].reduce((all, at) => (all << 8) | (bytes.charCodeAt(at) || 0), 0);
        const digits = [18, 12, 6, 0].map((shift) => DIGITS[(bits >> shift) & 63]);
        return digits
          .slice(0, bytes.length + 1)
          .join("")
          .padEnd(4, "=");
      });
    },
  };
}

/** Defines the browser objects in a page's realm. Each object is created when it's first used. */
export function defineWeb(realm: Realm): void {
  const queriesOnce = once(() => queries(realm));
  const base64Once = once(() => base64(realm));
  const all: Record<string, () => unknown> = {
    URL: () => urls(realm, queriesOnce()),
    URLSearchParams: () => queriesOnce().URLSearchParams,
    TextEncoder: () => encoder(realm),
    atob: () => base64Once().atob,
    btoa: () => base64Once().btoa,
  };
  for (const [name, create] of Object.entries(all)) {
    const value = once(create);
    const set = (own: unknown) => {
      Object.defineProperty(realm, name, { value: own, writable: true, configurable: true });
    };
    Object.defineProperty(realm, name, { get: value, set, configurable: true });
  }
}

/** Returns a function that calls `create` only once and then returns the same value. */
function once<Value>(create: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: create() };
    return made.value;
  };
}
