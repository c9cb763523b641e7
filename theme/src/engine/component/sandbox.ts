/** Prepares the realm of a page: anything that differs between machines or depends on the reader throws an error. */

import { Refusal } from "./errors.ts";

/** The global object of a page. */
export type Realm = typeof globalThis;

/** Defines a method that can be replaced, like those of the language. */
function define(object: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, configurable: true });
}

/** Returns a function that throws. */
const refuse = (what: string, why: string, hint: string) => (): never => {
  throw new Refusal(`\`${what}\` isn't available: ${why}`, hint);
};

const NO_CLOCK = "pages are rendered without a clock";
const NO_LOCALE = "it depends on the machine";
const WRITE_DATE = 'write the date, such as `new Date("2026-01-31")`';

const NOW = refuse("Date.now()", NO_CLOCK, WRITE_DATE);
const BARE = refuse("new Date()", NO_CLOCK, WRITE_DATE);
const CALLED = refuse("Date()", NO_CLOCK, WRITE_DATE);

/** Date formats that contain the time zone, or that are UTC by definition. */
const IN_UTC =
  /^\s*[+-]?\d{4,6}(?:-\d\d(?:-\d\d)?)?\s*$|(?:Z|UTC|GMT|\d:\d\d(?:[:.]\d+)*\s*(?:UTC|GMT)?[+-]\d\d:?\d\d)(?:\s*\(.*\))?\s*$/i;

const { UTC, parse: parseOnMachine, prototype: dates } = Date;
const { getTime, toUTCString } = dates;

/** Parses a date. A date without a time zone is in UTC. */
function parse(value: unknown): number {
  const text = String(value);
  if (IN_UTC.test(text)) return parseOnMachine(text);
  return parseOnMachine(/^\s*[+-]?\d{4,6}-/.test(text) ? `${text.trimEnd()}Z` : `${text} UTC`);
}

/** Returns a date in the format of `toString`, with or without the day and the time. */
function words(date: Date, hasDay: boolean, hasTime: boolean): string {
  const [weekday = "", day, month, year, time] = toUTCString.call(date).split(" ");
  if (year === undefined) return "Invalid Date";
  const parts = [hasDay && [weekday.slice(0, 3), month, day, year], hasTime && [time, "GMT+0000"]];
  return parts.flatMap((part) => part || []).join(" ");
}

/** The date methods for local time, which is UTC on every machine. */
const LOCAL = {
  toString(this: Date) {
    return words(this, true, true);
  },
  toDateString(this: Date) {
    return words(this, true, false);
  },
  toTimeString(this: Date) {
    return words(this, false, true);
  },
  getTimezoneOffset(this: Date) {
    return Number.isNaN(getTime.call(this)) ? Number.NaN : 0;
  },
  getYear(this: Date) {
    return this.getUTCFullYear() - 1900;
  },
  setYear(this: Date, year: number) {
    const whole = Math.trunc(year);
    return this.setUTCFullYear(whole >= 0 && whole <= 99 ? 1900 + whole : year);
  },
};

/** Returns the time that a value represents. */
function timeOf(value: unknown): number {
  if (typeof value === "string") return parse(value);
  const number = Number(value);
  return Number.isNaN(number) && typeof value === "object" && value !== null ? parse(value) : number;
}

/**
 * Creates a class of dates in UTC. The arguments define what it does without a date. All such classes share their
 * methods.
 */
function inUtc(now: () => number, bare: () => number, called: () => string): DateConstructor {
  function UtcDate(...values: unknown[]) {
    if (!new.target) return called();
    const [year, ...rest] = values as [number, number];
    const time = values.length === 0 ? bare() : rest.length > 0 ? UTC(year, ...rest) : timeOf(year);
    return Reflect.construct(Date, [time], new.target);
  }
  Object.defineProperty(UtcDate, "prototype", { value: dates, writable: false });
  Object.defineProperty(UtcDate, "name", { value: "Date" });
  Object.defineProperty(UtcDate, "length", { value: 7 });
  define(UtcDate, "UTC", UTC);
  define(UtcDate, "now", now);
  define(UtcDate, "parse", parse);
  return UtcDate as unknown as DateConstructor;
}

for (const part of ["FullYear", "Month", "Date", "Day", "Hours", "Minutes", "Seconds", "Milliseconds"]) {
  const methods = dates as unknown as Record<string, (...values: number[]) => unknown>;
  for (const verb of ["get", "set"]) {
    const method = methods[`${verb}UTC${part}`];
    if (method) define(dates, `${verb}${part}`, method);
  }
}
for (const [name, method] of Object.entries(LOCAL)) define(dates, name, method);

/** A class `Date` that has no clock. All pages share it. */
export const LimitedDate = inUtc(NOW, BARE, CALLED);
define(dates, "constructor", LimitedDate);

/**
 * The class `Date` of packages, with a clock that stands still: many packages read the clock but don't show the time.
 */
const StillDate = inUtc(
  () => 0,
  () => 0,
  () => LOCAL.toString.call(new LimitedDate(0)),
);

/** The state of the random numbers for packages, which are the same on every page. */
let seed = 0;

/** Returns the next random number for packages (mulberry32). */
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** The object `Math` of packages. */
const SeededMath = Object.create(Math, { random: { value: random, writable: true, configurable: true } });

/** The objects that code in packages uses in place of the global objects. */
export const ofPackages = { Date: StillDate, Math: SeededMath };

/** The methods that depend on the locale of the machine, by type, each with what to use instead. */
const OF_LOCALE: [keyof Realm, string, string][] = [
  ["Number", "toLocaleString", 'use `formatNumber` from "docgen"'],
  ["BigInt", "toLocaleString", 'use `formatNumber` from "docgen"'],
  ["Array", "toLocaleString", "use `join()`"],
  ["Object", "toLocaleString", "use `toString()`"],
  ["String", "localeCompare", "compare with `<` and `>`"],
  ["String", "toLocaleLowerCase", "use `toLowerCase()`"],
  ["String", "toLocaleUpperCase", "use `toUpperCase()`"],
];
const REFUSED = OF_LOCALE.map(
  ([type, name, hint]) => [type, name, refuse(`${String(type)}.prototype.${name}`, NO_LOCALE, hint)] as const,
);
const TYPED_ARRAY = refuse("TypedArray.prototype.toLocaleString", NO_LOCALE, "use `join()`");

for (const name of ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"]) {
  define(Date.prototype, name, refuse(`Date.prototype.${name}`, NO_LOCALE, 'use `formatDate` from "docgen"'));
}

const RANDOM = refuse("Math.random()", "pages are the same in every build", "use a fixed value, or `useId` for IDs");

/** A `console` that does nothing. All pages share it. */
const CONSOLE = Object.fromEntries(
  [
    ..."assert clear count countReset debug dir dirxml error group groupCollapsed groupEnd info log".split(" "),
    ..."table time timeEnd timeLog trace warn".split(" "),
  ].map((name) => [name, () => undefined]),
);

/** Replaces the characters that only docgen may write. */
const defused = (text: string) => text.replace(/[\u{fdd0}-\u{fdef}]/gu, "\u{fffd}");

const NO_TEXT = "docgen can't check code in strings, or say where it fails";
const WRITE_CODE = "write the code to a file, and import it";

/** Replaces the functions that run code in strings. */
function withoutTexts(realm: Realm): void {
  const kinds = realm.Function("return [() => {}, function* () {}, async () => {}, async function* () {}]")();
  for (const prototype of (kinds as unknown[]).map(Object.getPrototypeOf)) {
    const { name } = prototype.constructor;
    const refused = refuse(`${name}()`, NO_TEXT, WRITE_CODE);
    function Constructor(...texts: unknown[]) {
      // Packages get the global object in this way.
      return texts.length === 1 && /^\s*return this;?\s*$/.test(String(texts[0])) ? () => realm : refused();
    }
    Object.defineProperty(Constructor, "prototype", { value: prototype, writable: false });
    Object.defineProperty(Constructor, "name", { value: name });
    define(prototype, "constructor", Constructor);
    if (name === "Function") define(realm, "Function", Constructor);
  }
  define(realm, "eval", refuse("eval()", NO_TEXT, WRITE_CODE));
}

/** Prepares the realm of a page. */
export function sandbox(realm: Realm): void {
  seed = 0;
  withoutTexts(realm);
  // Nothing runs after the page is rendered.
  Reflect.deleteProperty(realm, "queueMicrotask");
  for (const [type, name, method] of REFUSED) {
    (realm[type] as unknown as { prototype: Record<string, unknown> }).prototype[name] = method;
  }
  Object.getPrototypeOf(realm.Uint8Array.prototype).toLocaleString = TYPED_ARRAY;
  realm.Math.random = RANDOM;
  const { String: Text } = realm;
  const { fromCharCode, fromCodePoint } = Text;
  Text.fromCharCode = (...codes) => defused(fromCharCode(...codes));
  Text.fromCodePoint = (...codes) => defused(fromCodePoint(...codes));
  define(realm, "Date", LimitedDate);
  define(realm, "console", CONSOLE);
  realm.Error.stackTraceLimit = 50;
}

/** What all pages share. */
export const sharedGlobals = [LimitedDate, CONSOLE];
