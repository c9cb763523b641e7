/** Prepares the realm of a page: what isn't the same on every machine, or would depend on the reader, throws. */

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
const NO_ZONE = "pages are rendered without a time zone";
const NO_LOCALE = "it depends on the machine";
const WRITE_DATE = 'write the date, such as `new Date("2026-01-31")`';

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

const NOW = refuse("Date.now()", NO_CLOCK, WRITE_DATE);
const BARE = refuse("new Date()", NO_CLOCK, WRITE_DATE);
const CALLED = refuse("Date()", NO_CLOCK, WRITE_DATE);
const PARTS = refuse("new Date(year, month)", NO_ZONE, "use `new Date(Date.UTC(year, month))`");

/** Forms of dates that name the time zone, or mean UTC by definition. */
const IN_UTC =
  /^\s*[+-]?\d{4,6}(?:-\d\d(?:-\d\d)?)?\s*$|(?:Z|UTC|GMT|\d:\d\d(?:[:.]\d+)*\s*(?:UTC|GMT)?[+-]\d\d:?\d\d)(?:\s*\(.*\))?\s*$/i;

function zoned(text: string, time: number): void {
  if (!Number.isNaN(time) && !IN_UTC.test(text)) {
    throw new Refusal(`the date \`${text}\` has no time zone`, "add `Z` for UTC, as in `2026-01-31T12:00:00Z`");
  }
}

/** A class `Date` that has neither a clock nor a time zone. All pages share it. */
export const LimitedDate = limited(Date);

function limited(Native: DateConstructor): DateConstructor {
  const { prototype } = Native;
  function Limited(...values: unknown[]) {
    if (!new.target) return CALLED();
    if (values.length === 0) return BARE();
    if (values.length > 1) return PARTS();
    const date: Date = Reflect.construct(Native, values, new.target);
    const [value] = values;
    if (typeof value === "string") zoned(value, Native.prototype.getTime.call(date));
    return date;
  }
  for (const [name, hint] of Object.entries(ZONED)) {
    define(prototype, name, refuse(`Date.prototype.${name}`, NO_ZONE, hint));
  }
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
  return Limited as unknown as DateConstructor;
}

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

/** Prepares the realm of a page. */
export function sandbox(realm: Realm): void {
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
