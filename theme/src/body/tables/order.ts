/** The order of the cells in a column: by date, by version, by number, or as text. */

/**
 * A number at the start of a cell, with groups of digits. A sign and the symbol of a currency can precede the number, and
 * anything can follow it.
 */
const NUMBER =
  /^([-−+]?)\s*(?:[A-Z]{0,3}\p{Sc}\s*)?([-−+]?)((?:\d+(?:[.,]\d+|['’\u00a0\u202f]\d{3})*|\.\d+)(?:e[-+]?\d+)?)/u;
/** The unit after a number. */
const UNIT = /^\s*([\p{L}µΩ]+(?:\/s)?)(?![\p{L}\d])/u;
/** The units of time in seconds, as in `Intl.NumberFormat`. */
const TIMES = {
  nanosecond: 1e-9,
  microsecond: 1e-6,
  millisecond: 1e-3,
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_629_800,
  year: 31_557_600,
};
/** Units of time that `Intl.NumberFormat` doesn't use. */
const SHORT_TIMES = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, min: 60, h: 3600, d: 86_400, w: 604_800 };
/** The powers of 1,000 of metric prefixes. */
const PREFIXES = new Map(
  Object.entries({ p: -4, n: -3, u: -2, µ: -2, m: -1, k: 1, K: 1, M: 2, G: 3, T: 4, P: 5, E: 6 }),
);
/** The powers of 1,000 of words for large numbers. */
const COUNTS = new Map(
  Object.entries({ k: 1, m: 2, b: 3, bn: 3, t: 4, thousand: 1, million: 2, billion: 3, trillion: 4 }),
);
/** A version or an IP address. */
const VERSION = /^v?\d+(?:\.\d+){2,}|^v?\d+\.\d+-?(?:alpha|beta|rc|pre|dev)/;
/** The numbers of a version, and the name of its prerelease. */
const PARTS = /^(v?\d+(?:\.\d+)*)(-\S+|[.]?(?:alpha|beta|a|b|rc|pre|dev)[.]?\d*)?/;

export type Order = (a: string, b: string) => number;

/** Returns the order of a column's cells. The locale decides what `1.200` and the names of months mean. */
export function orderOf(cells: readonly string[], locale: string): Order {
  const text = new Intl.Collator(locale, { numeric: true }).compare;
  const by = (value: (cell: string) => number | undefined): Order => {
    // Cells without text come first, and text comes last.
    const rank = (cell: string) => value(cell) ?? (/[\p{L}\d]/u.test(cell) ? Number.POSITIVE_INFINITY : -Infinity);
    const ranks = new Map(cells.map((cell) => [cell, rank(cell)]));
    return (a, b) => {
      const [first = 0, second = 0] = [ranks.get(a), ranks.get(b)];
      return (first === second ? 0 : first - second) || text(a, b);
    };
  };
  const months = monthsOf(locale);
  const counted = cells.filter((cell) => /\d/.test(cell));
  if (counted.every((cell) => dateOf(cell, months))) return by((cell) => dateOf(cell, months));
  const decimal = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === "decimal")?.value;
  if (counted.some((cell) => VERSION.test(cell) && !isGrouped(cell, decimal))) return byVersion(text);
  const factor = factorsOf(counted, locale);
  return by((cell) => {
    const { value, unit } = numberOf(cell, decimal);
    return Number.isNaN(value) ? undefined : value * (factor(unit) ?? 1);
  });
}

/** Compares versions. As in SemVer, a prerelease precedes its release. */
function byVersion(text: Order): Order {
  return (a, b) => {
    const [, first, pre] = PARTS.exec(a) ?? [];
    const [, second, other] = PARTS.exec(b) ?? [];
    if (first === undefined || second === undefined) return text(a, b);
    return text(first, second) || Number(!pre) - Number(!other) || text(a, b);
  };
}

/** Returns the factor of a unit, or `undefined` if a kind of quantity doesn't have the unit. */
type Factor = (unit: string) => number | undefined;

/** Returns the factors of the units in a column if all cells have the same kind of quantity. */
function factorsOf(cells: readonly string[], locale: string): Factor {
  const units = cells.map(unitOf).filter((unit) => unit !== "");
  const base = baseOf(units[0] ?? "");
  const kinds: Factor[] = [
    sizeOf,
    timesOf(locale),
    (unit) => (base !== "" && baseOf(unit) === base ? metric(unit.slice(0, -base.length)) : undefined),
    (unit) => 1000 ** (COUNTS.get(unit.toLowerCase()) ?? Number.NaN) || undefined,
  ];
  return kinds.find((factor) => units.every((unit) => factor(unit) !== undefined)) ?? (() => 1);
}

const unitOf = (cell: string) => UNIT.exec(cell.replace(NUMBER, ""))?.[1]?.normalize("NFKC").replace("μ", "µ") ?? "";

/** Returns the factor of a size in bytes or bits. */
function sizeOf(unit: string): number | undefined {
  const [, prefix, binary] = /^([kmgtpe]?)(i?)(?:b|bytes?|bits?|bps)(?:\/s)?$/i.exec(unit) ?? [];
  return prefix === undefined
    ? undefined
    : (binary ? 1024 : 1000) ** ("kmgtpe".indexOf(prefix.toLowerCase() || "?") + 1);
}

/** Returns the base of a unit with a metric prefix, such as `Hz` in `MHz`. If there's no such base, the result is empty. */
const baseOf = (unit: string) =>
  /^(?:[pnuµmckKMGTPE])??(m|g|l|L|s|Hz|Wh|W|V|A|J|N|Pa|Ω|F|H|cal|FLOPS|eV)$/.exec(unit)?.[1] ?? "";

function metric(prefix: string): number | undefined {
  if (prefix === "c") return 0.01;
  return 1000 ** (prefix === "" ? 0 : (PREFIXES.get(prefix) ?? Number.NaN)) || undefined;
}

/** Returns the factors of the units of time, with their names in a locale and in English. */
function timesOf(locale: string): Factor {
  const factors = new Map<string, number>();
  for (const name of [locale, "en"]) {
    for (const [unit, factor] of Object.entries(TIMES)) {
      for (const unitDisplay of ["narrow", "short", "long"] as const) {
        const format = new Intl.NumberFormat(name, { style: "unit", unit, unitDisplay });
        for (const count of [1, 2, 5]) {
          const own = format.formatToParts(count).find(({ type }) => type === "unit")?.value;
          if (own) factors.set(own.toLowerCase().replace(".", ""), factor);
        }
      }
    }
  }
  // In English, the narrow form of minutes and months is the same.
  for (const [unit, factor] of Object.entries(SHORT_TIMES)) factors.set(unit, factor);
  return (unit) => factors.get(unit.toLowerCase());
}

/** Whether dots separate groups of digits, as in `1.200.000`. */
const isGrouped = (cell: string, decimal: string | undefined) =>
  decimal === "," && /^\d{1,3}(?:\.\d{3})+(?![.\d])/.test(cell);

function numberOf(cell: string, decimal: string | undefined): { value: number; unit: string } {
  const [, before = "", after = "", digits = ""] = NUMBER.exec(cell) ?? [];
  const last = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
  const separator = digits[last];
  const hasBoth = digits.includes(".") && digits.includes(",");
  // A single separator before three digits is ambiguous.
  const isGroup = separator !== decimal && /^\d{3}(?!\d)/.test(digits.slice(last + 1));
  const isRepeated = digits.indexOf(separator ?? "") !== last;
  const end = last < 0 || isRepeated || (!hasBoth && isGroup) ? digits.length : last;
  const integer = digits.slice(0, end).replaceAll(/[^\de+-]/g, "");
  const value = Number.parseFloat(`${integer}.${digits.slice(end + 1)}`.replace(/(e.*)\.$/, "$1"));
  return { value: /[-−]/.test(before + after) ? -value : value, unit: unitOf(cell) };
}

/** Returns the names of the months in a locale and in English, in lowercase and without dots. */
function monthsOf(locale: string): Map<string, number> {
  const months = new Map<string, number>();
  for (const name of [locale, "en"]) {
    for (const month of ["long", "short"] as const) {
      const format = new Intl.DateTimeFormat(name, { day: "numeric", month, year: "numeric", timeZone: "UTC" });
      for (let index = 0; index < 12; index += 1) {
        const parts = format.formatToParts(Date.UTC(2000, index, 1));
        const own = parts.find(({ type }) => type === "month")?.value ?? "";
        if (/^\p{L}+\.?$/u.test(own)) months.set(own.toLowerCase().replace(".", ""), index);
      }
    }
  }
  return months;
}

/**
 * Returns a number for a date with the name of a month, such as `Dec 1, 2023`, or for an ISO date. Returns `undefined`
 * for other text.
 */
function dateOf(cell: string, months: ReadonlyMap<string, number>): number | undefined {
  const [, y, m, d] = /^(\d{4})-(\d\d)(?:-(\d\d))?(?!\d)/.exec(cell) ?? [];
  if (y && m) return Number(y) * 400 + (Number(m) - 1) * 32 + Number(d ?? 0);
  const words = cell.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];
  const month = words.map((word) => months.get(word)).find((index) => index !== undefined);
  const year = words.find((word) => /^\d{4}$/.test(word));
  if (words.length > 5 || month === undefined || year === undefined) return undefined;
  const day = words.find((word) => /^\d{1,2}$/.test(word)) ?? "0";
  return Number(year) * 400 + month * 32 + Number(day);
}
