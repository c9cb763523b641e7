/**
 * Prepares the realm of a page. In the realm, anything that differs between machines or depends on the reader throws an
 * error.
 */

import { Refusal } from "./errors.ts";
import { defineWeb } from "./web.ts";

/** The global object of a page. */
export type Realm = typeof globalThis;

/** Defines a method that can be replaced, like the language's built-in methods. */
function define(object: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, configurable: true });
}

/** Returns a function that throws. */
const refuse = (what: string, why: string, hint: string) => (): never => {
  throw new Refusal(`\`${what}\` isn't available: ${why}`, hint);
};

const NO_CLOCK = "pages are rendered without a clock";
const NO_LOCALE = "it depends on the machine";
const NO_ZONE = "it depends on the machine's time zone";
const WRITE_DATE = 'specify the date, such as `new Date("2026-01-31")`';

/**
 * Provided by docgen. Returns the name of the module that contains a function on the call stack. Level 0 is the
 * innermost function.
 */
declare const callers: Record<"moduleAt", (level: number) => string | undefined>;

const { moduleAt } = globalThis as unknown as typeof callers;
Reflect.deleteProperty(globalThis, "moduleAt");

/**
 * The maximum number of stack levels to search for the caller. Only native functions are between the caller and
 * docgen's functions.
 */
const DEEPEST = 32;

/** Whether one of docgen's functions is being called by code in an npm package. */
function isInPackage(): boolean {
  for (let level = 0; level < DEEPEST; level += 1) {
    const name = moduleAt(level);
    if (name && name !== "docgen") return name.startsWith("npm:");
  }
  return false;
}

/** Whether a package is being loaded. Nothing else runs at the same time. */
let isLoading = false;

/** Each package calls this function when its code starts and finishes running. */
export function loading(isRunning: boolean): void {
  isLoading = isRunning;
}

/**
 * Returns a function that throws, except while a package is being loaded. Many packages read the clock while they load
 * but don't use the time.
 */
const whileLoading =
  <Value>(value: () => Value, refused: () => never) =>
  () =>
    isLoading ? value() : refused();

const unknown = () => Number.NaN;
const now = whileLoading(unknown, refuse("Date.now()", NO_CLOCK, WRITE_DATE));
const bare = whileLoading(unknown, refuse("new Date()", NO_CLOCK, WRITE_DATE));
const called = whileLoading(() => "Invalid Date", refuse("Date()", NO_CLOCK, WRITE_DATE));

/** A date method, which receives the date as its first argument. */
type Method = (date: Date, ...values: number[]) => unknown;

/**
 * Defines a date method for packages. In packages, local time is UTC on every machine. In other code, the method
 * throws.
 */
function defineLocal(name: string, hint: string, method: Method): void {
  const refused = refuse(`Date.prototype.${name}`, NO_ZONE, hint);
  define(dates, name, function (this: Date, ...values: number[]) {
    return isInPackage() ? method(this, ...values) : refused();
  });
}

/** Matches date formats that contain a time zone or that always use UTC. */
const IN_UTC =
  /^\s*[+-]?\d{4,6}(?:-\d\d(?:-\d\d)?)?\s*$|(?:Z|UTC|GMT|\d:\d\d(?:[:.]\d+)*\s*(?:UTC|GMT)?[+-]\d\d:?\d\d)(?:\s*\(.*\))?\s*$/i;

const { UTC, parse: parseOnMachine, prototype: dates } = Date;
const { getTime, toUTCString } = dates;

/** Parses a date. In packages, a date without a time zone is in UTC. */
function parse(value: unknown): number {
  const text = String(value);
  if (IN_UTC.test(text)) return parseOnMachine(text);
  const inUtc = /^\s*[+-]?\d{4,6}-/.test(text) ? `${text.trimEnd()}Z` : `${text} UTC`;
  const time = parseOnMachine(inUtc);
  if (Number.isNaN(time) || isInPackage()) return time;
  throw new Refusal(`the date \`${text}\` has no time zone`, `use \`${inUtc}\` for UTC`);
}

/** Formats a date like `toString`, with or without the day and the time. */
function words(date: Date, hasDay: boolean, hasTime: boolean): string {
  const [weekday = "", day, month, year, time] = toUTCString.call(date).split(" ");
  if (year === undefined) return "Invalid Date";
  const parts = [hasDay && [weekday.slice(0, 3), month, day, year], hasTime && [time, "GMT+0000"]];
  return parts.flatMap((part) => part || []).join(" ");
}

/** Converts the argument of `setYear` to a full year. */
const wholeYear = (year: number) => (Math.trunc(year) >= 0 && year < 100 ? 1900 + Math.trunc(year) : year);

for (const part of ["FullYear", "Month", "Date", "Day", "Hours", "Minutes", "Seconds", "Milliseconds"]) {
  for (const verb of ["get", "set"]) {
    const method: unknown = Reflect.get(dates, `${verb}UTC${part}`);
    const call: Method = (date, ...values) => Reflect.apply(method as () => unknown, date, values);
    if (method) defineLocal(`${verb}${part}`, `use \`${verb}UTC${part}()\``, call);
  }
}
defineLocal("getYear", "use `getUTCFullYear()`", (date) => date.getUTCFullYear() - 1900);
defineLocal("setYear", "use `setUTCFullYear()`", (date, year = Number.NaN) => date.setUTCFullYear(wholeYear(year)));
defineLocal("getTimezoneOffset", "dates are in UTC", (date) => 0 * date.getTime());
for (const [name, hasDay, hasTime] of [
  ["toString", true, true],
  ["toDateString", true, false],
  ["toTimeString", false, true],
] as const) {
  const hint = 'use `toISOString()`, `toUTCString()`, or `formatDate` from "docgen"';
  defineLocal(name, hint, (date) => words(date, hasDay, hasTime));
}

/** Returns the time that a value represents. */
function timeOf(value: unknown): number {
  if (value instanceof Date) return getTime.call(value);
  if (typeof value === "string") return parse(value);
  const number = Number(value);
  return Number.isNaN(number) && typeof value === "object" && value !== null ? parse(value) : number;
}

/** Returns the time for a date that is specified by its parts. In packages, the parts are in UTC. */
function timeOfParts(...parts: unknown[]): number {
  if (isInPackage()) return UTC(...(parts as [number, number]));
  const hint = 'use `new Date(Date.UTC(year, month))`, or `new Date("2026-01-31")`';
  throw new Refusal(`\`new Date(year, month)\` isn't available: ${NO_ZONE}`, hint);
}

/** Constructs dates without a clock and without local time. */
function PureDate(...values: unknown[]) {
  if (!new.target) return called();
  const time = values.length === 0 ? bare() : values.length > 1 ? timeOfParts(...values) : timeOf(values[0]);
  return Reflect.construct(Date, [time], new.target);
}
Object.defineProperty(PureDate, "prototype", { value: dates, writable: false });
Object.defineProperty(PureDate, "name", { value: "Date" });
Object.defineProperty(PureDate, "length", { value: 7 });
define(PureDate, "UTC", UTC);
define(PureDate, "now", now);
define(PureDate, "parse", parse);
define(dates, "constructor", PureDate);

/** The `Date` class, which all pages share. */
export const LimitedDate = PureDate as unknown as DateConstructor;

/** The state of the random number generator for packages. The numbers are the same on every page. */
let seed = 0;

/** Returns the next random number for packages (mulberry32). */
function nextRandom(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

const random = whileLoading(
  nextRandom,
  refuse("Math.random()", "pages are the same in every build", "use a fixed value, or `useId` for IDs"),
);

/** The parts of a text by which texts are sorted: letters without accents and case, then accents, then case. */
function sortKeys(text: string, isNumeric: boolean): string[] {
  const whole = text.normalize("NFD");
  const digits = isNumeric
    ? whole.replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, "").padStart(20, "0"))
    : whole;
  const letters = digits.replace(/\p{M}/gu, "").toLowerCase();
  // Spaces and punctuation come before digits, and digits come before letters.
  const base = letters.replace(/[^\p{L}\p{N}]/gu, (mark) => `\u0001${mark}`);
  const swapped = whole.replace(/\p{L}/gu, (letter) => {
    const lower = letter.toLowerCase();
    return letter === lower ? letter.toUpperCase() : lower;
  });
  return [base, whole.toLowerCase(), swapped];
}

/** Compares texts in the same way on every machine: by the default order of Unicode, without the rules of locales. */
function compare(this: unknown, other: unknown, _locales?: unknown, options?: { numeric?: boolean }): number {
  const keys = [this, other].map((text) => sortKeys(String(text), options?.numeric === true));
  const [own = [], others = []] = keys;
  const at = own.findIndex((key, index) => key !== others[index]);
  if (at === -1) return 0;
  return (own[at] ?? "") < (others[at] ?? "") ? -1 : 1;
}

/** The methods that depend on the machine's locale, with their types and hints about what to use instead. */
const OF_LOCALE: [keyof Realm, string, string][] = [
  ["Number", "toLocaleString", 'use `formatNumber` from "docgen"'],
  ["BigInt", "toLocaleString", 'use `formatNumber` from "docgen"'],
  ["Array", "toLocaleString", "use `join()`"],
  ["Object", "toLocaleString", "use `toString()`"],
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

/** A `console` that does nothing. All pages share it. */
const CONSOLE = Object.fromEntries(
  [
    ..."assert clear count countReset debug dir dirxml error group groupCollapsed groupEnd info log".split(" "),
    ..."table time timeEnd timeLog trace warn".split(" "),
  ].map((name) => [name, () => undefined]),
);

/** Replaces the characters that only docgen is allowed to write. */
const defused = (text: string) => text.replace(/[\u{fdd0}-\u{fdef}]/gu, "\u{fffd}");

const NO_TEXT = "docgen can't check code in strings or report where it fails";
const WRITE_CODE = "move the code to a file, and import it";

/** Replaces the functions that run strings as code. */
function withoutTexts(realm: Realm): void {
  const kinds = realm.Function("return [() => {}, function* () {}, async () => {}, async function* () {}]")();
  for (const prototype of (kinds as unknown[]).map(Object.getPrototypeOf)) {
    const { name } = prototype.constructor;
    const refused = refuse(`${name}()`, NO_TEXT, WRITE_CODE);
    function Constructor(...texts: unknown[]) {
      // Allow `return this`, because packages use it to get the global object.
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
  isLoading = false;
  withoutTexts(realm);
  defineWeb(realm);
  for (const [type, name, method] of REFUSED) {
    (realm[type] as unknown as { prototype: Record<string, unknown> }).prototype[name] = method;
  }
  realm.String.prototype.localeCompare = compare;
  Object.getPrototypeOf(realm.Uint8Array.prototype).toLocaleString = TYPED_ARRAY;
  realm.Math.random = random;
  const { String: Text } = realm;
  const { fromCharCode, fromCodePoint } = Text;
  Text.fromCharCode = (...codes) => defused(fromCharCode(...codes));
  Text.fromCodePoint = (...codes) => defused(fromCodePoint(...codes));
  for (const name of ["decodeURI", "decodeURIComponent", "unescape"] as const) {
    const decode = realm[name];
    realm[name] = (text: string) => defused(decode(text));
  }
  define(realm, "Date", LimitedDate);
  define(realm, "console", CONSOLE);
  realm.Error.stackTraceLimit = 50;
}

/** The objects that all pages share. */
export const sharedGlobals = [LimitedDate, CONSOLE];
