/** The order of the cells in a column: by date, by version, by number, or as text. */

/**
 * A number at the start of a cell, with groups of digits. A sign and the symbol of a currency can precede the number, and
 * anything can follow it.
 */
const NUMBER =
  /^([-−+]?)\s*(?:[A-Z]{0,3}\p{Sc}\s*)?([-−+]?)((?:\d+(?:[.,]\d+|['’\u00a0\u202f]\d{3})*|\.\d+)(?:e[-+]?\d+)?)/u;
/** The unit of a size in bytes, or of a time, after a number. */
const UNIT = /^\s*(?:([kmgtpe])(i?))?(b|bytes?)(?![\p{L}\d])|^\s*(ns|[uµμ]s|ms|s|min|h)(?![\p{L}\d])/iu;
/** The times in seconds. */
const TIMES = new Map(Object.entries({ ns: 1e-9, us: 1e-6, µs: 1e-6, μs: 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600 }));
/** A version or an IP address. */
const VERSION = /^v?\d+(?:\.\d+){2,}|^v?\d+\.\d+-?(?:alpha|beta|rc|pre|dev)/;
/** The numbers of a version, and the name of its prerelease. */
const PARTS = /^(v?\d+(?:\.\d+)*)(-\S+|[.]?(?:alpha|beta|a|b|rc|pre|dev)[.]?\d*)?/;

export type Order = (a: string, b: string) => number;

/** Returns the order of a column's cells. The locale decides what `1.200` and the names of months mean. */
export function orderOf(cells: readonly string[], locale: string): Order {
  const text = new Intl.Collator(locale, { numeric: true }).compare;
  const by = (value: (cell: string) => number): Order => {
    return (a, b) => {
      const [first, second] = [value(a), value(b)];
      return Number.isNaN(first) || Number.isNaN(second) ? text(a, b) : first - second || text(a, b);
    };
  };
  const months = monthsOf(locale);
  const filled = cells.filter(Boolean);
  if (filled.every((cell) => dateOf(cell, months))) return by((cell) => dateOf(cell, months) ?? Number.NaN);
  const decimal = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === "decimal")?.value;
  if (filled.some((cell) => VERSION.test(cell) && !isGrouped(cell, decimal))) return byVersion(text);
  return by((cell) => numberOf(cell, decimal));
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

/** Returns the factor of the unit after a number. The result is 1 for other units. */
function factorOf(after: string): number {
  const [, prefix, binary, bytes, time] = UNIT.exec(after) ?? [];
  if (bytes) return (binary ? 1024 : 1000) ** (prefix ? "kmgtpe".indexOf(prefix.toLowerCase()) + 1 : 0);
  return TIMES.get(time?.toLowerCase() ?? "") ?? 1;
}

/** Whether dots separate groups of digits, as in `1.200.000`. */
const isGrouped = (cell: string, decimal: string | undefined) =>
  decimal === "," && /^\d{1,3}(?:\.\d{3})+(?![.\d])/.test(cell);

function numberOf(cell: string, decimal: string | undefined): number {
  const [whole = "", before = "", after = "", digits = ""] = NUMBER.exec(cell) ?? [];
  const factor = factorOf(cell.slice(whole.length));
  const last = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
  const separator = digits[last];
  const hasBoth = digits.includes(".") && digits.includes(",");
  // A single separator before three digits is ambiguous.
  const isGroup = separator !== decimal && /^\d{3}(?!\d)/.test(digits.slice(last + 1));
  const isRepeated = digits.indexOf(separator ?? "") !== last;
  const end = last < 0 || isRepeated || (!hasBoth && isGroup) ? digits.length : last;
  const integer = digits.slice(0, end).replaceAll(/[^\de+-]/g, "");
  const value = Number.parseFloat(`${integer}.${digits.slice(end + 1)}`.replace(/(e.*)\.$/, "$1"));
  return factor * (/[-−]/.test(before + after) ? -value : value);
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

/** Returns a number for a date with the name of a month, such as `Dec 1, 2023`, or `undefined` for other text. */
function dateOf(cell: string, months: ReadonlyMap<string, number>): number | undefined {
  const words = cell.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];
  const month = words.map((word) => months.get(word)).find((index) => index !== undefined);
  const year = words.find((word) => /^\d{4}$/.test(word));
  if (words.length > 5 || month === undefined || year === undefined) return undefined;
  const day = words.find((word) => /^\d{1,2}$/.test(word)) ?? "0";
  return Number(year) * 400 + month * 32 + Number(day);
}
