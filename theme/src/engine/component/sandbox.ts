/** Prepares the realm of a page: what isn't the same on every machine, or would depend on the reader, throws. */

import { Refusal } from "./errors.ts";

/** The global object of a page. */
export type Realm = typeof globalThis;

type Anything = (...values: unknown[]) => unknown;

/** Defines a method that can be replaced, like those of the language. */
function define(object: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, configurable: true });
}

/** Returns a function that throws. */
const refuse = (what: string, why: string, hint: string) => (): never => {
  throw new Refusal(`\`${what}\` isn't available: ${why}`, hint);
};

const NO_CLOCK = "pages are rendered without a clock";
const NO_ZONE = "pages are rendered without a time zone";
const NO_LOCALE = "it depends on the machine";
const WRITE_DATE = 'write the date, such as `new Date("2026-01-31")`, or use `buildDate` from "docgen"';

/** The methods of dates that depend on the time zone, each with what to use instead. */
const ZONED: Record<string, string> = {
  toString: 'use `toISOString()`, or `formatDate` from "docgen"',
  toDateString: 'use `formatDate` from "docgen"',
  toTimeString: 'use `formatDate` from "docgen"',
  getTimezoneOffset: "remove it",
  getYear: "use `getUTCFullYear()`",
  setYear: "use `setUTCFullYear()`",
};
for (const part of ["FullYear", "Month", "Date", "Day", "Hours", "Minutes", "Seconds", "Milliseconds"]) {
  ZONED[`get${part}`] = `use \`getUTC${part}()\``;
  if (part !== "Day") ZONED[`set${part}`] = `use \`setUTC${part}()\``;
}

const REFUSED_OF_DATE = Object.entries(ZONED).map(
  ([name, hint]) => [name, refuse(`Date.prototype.${name}`, NO_ZONE, hint)] as const,
);
const NOW = refuse("Date.now()", NO_CLOCK, WRITE_DATE);
const BARE = refuse("new Date()", NO_CLOCK, WRITE_DATE);
const CALLED = refuse("Date()", NO_CLOCK, WRITE_DATE);
const PARTS = refuse("new Date(year, month)", NO_ZONE, "use `new Date(Date.UTC(year, month))`");

/** Forms of dates that name the time zone, or mean UTC by definition. */
const IN_UTC = /^\s*[+-]?\d{4,6}(?:-\d\d(?:-\d\d)?)?\s*$|(?:Z|UTC|GMT|[+-]\d\d:?\d\d)(?:\s*\(.*\))?\s*$/i;

function zoned(text: string, time: number): void {
  if (!Number.isNaN(time) && !IN_UTC.test(text)) {
    throw new Refusal(`the date \`${text}\` has no time zone`, "add `Z` for UTC, as in `2026-01-31T12:00:00Z`");
  }
}

/** Replaces `Date` with a class that has neither a clock nor a time zone. */
function limitDate(realm: Realm): void {
  const Native = realm.Date;
  const prototype = Native.prototype;
  function Limited(this: unknown, ...values: unknown[]) {
    if (!new.target) return CALLED();
    if (values.length === 0) return BARE();
    if (values.length > 1) return PARTS();
    const date: Date = Reflect.construct(Native, values, new.target);
    const [value] = values;
    if (typeof value === "string") zoned(value, Native.prototype.getTime.call(date));
    return date;
  }
  for (const [name, method] of REFUSED_OF_DATE) define(prototype, name, method);
  define(prototype, "constructor", Limited);
  Object.defineProperty(Limited, "prototype", { value: prototype, writable: false });
  Object.defineProperty(Limited, "name", { value: "Date" });
  define(Limited, "UTC", Native.UTC);
  define(Limited, "now", NOW);
  define(Limited, "parse", (value: unknown) => {
    const text = String(value);
    const time = Native.parse(text);
    zoned(text, time);
    return time;
  });
  define(realm, "Date", Limited);
}

const OF_LOCALE: [string, string, Anything][] = (
  [
    ["Number", "toLocaleString", 'use `formatNumber` from "docgen"'],
    ["BigInt", "toLocaleString", 'use `formatNumber` from "docgen"'],
    ["Date", "toLocaleString", 'use `formatDate` from "docgen"'],
    ["Date", "toLocaleDateString", 'use `formatDate` from "docgen"'],
    ["Date", "toLocaleTimeString", 'use `formatDate` from "docgen"'],
    ["Array", "toLocaleString", "use `join()`"],
    ["Object", "toLocaleString", "use `toString()`"],
    ["String", "localeCompare", "compare with `<` and `>`"],
    ["String", "toLocaleLowerCase", "use `toLowerCase()`"],
    ["String", "toLocaleUpperCase", "use `toUpperCase()`"],
  ] as const
).map(([type, name, hint]) => [type, name, refuse(`${type}.prototype.${name}`, NO_LOCALE, hint)]);

const RANDOM = refuse("Math.random()", "pages are the same in every build", "use a fixed value, or `useId` for IDs");

/** The methods of `console`, which do nothing. */
const CONSOLE = [
  ..."assert clear count countReset debug dir dirxml error group groupCollapsed groupEnd info log".split(" "),
  ..."table time timeEnd timeLog trace warn".split(" "),
].map((name) => [name, () => undefined] as const);

/** Replaces the characters that only docgen may write. */
const defused = (text: string) => text.replace(/[\u{fdd0}-\u{fdef}]/gu, "\u{fffd}");

/** Prepares the realm of a page. */
export function sandbox(realm: Realm): void {
  limitDate(realm);
  for (const [type, name, method] of OF_LOCALE) {
    define((realm as unknown as Record<string, { prototype: object }>)[type]?.prototype ?? {}, name, method);
  }
  define(Object.getPrototypeOf(realm.Uint8Array.prototype), "toLocaleString", OF_LOCALE[5]?.[2]);
  define(realm.Math, "random", RANDOM);
  for (const name of ["fromCharCode", "fromCodePoint"] as const) {
    const native = realm.String[name];
    define(realm.String, name, (...codes: number[]) => defused(native(...codes)));
  }
  define(realm, "console", Object.fromEntries(CONSOLE));
  realm.Error.stackTraceLimit = 50;
}
