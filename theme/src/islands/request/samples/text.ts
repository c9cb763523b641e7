/** Code that the escapers for all languages share: determines which characters can appear unescaped in a literal. */

import { wellFormed } from "../encode.ts";

/**
 * Invisible or misleading characters: control characters, format characters (including text direction), line and
 * paragraph separators, spaces other than U+0020, and private or unassigned characters.
 */
const UNSEEN = "[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Co}\\p{Cn}]|(?! )\\p{Zs}";

const unseen = new RegExp(UNSEEN, "u");

/**
 * Creates an escaper. The escaper replaces each character in `known` with the string that `known` contains for it,
 * replaces each invisible character with the result of `other` for its code point, and keeps all other characters. A
 * lone surrogate becomes U+FFFD, because requests can't contain lone surrogates.
 */
export function escaper(known: Readonly<Record<string, string>>, other: (point: number) => string) {
  const class_ = Object.keys(known)
    .filter((key) => key.length === 1)
    .map((key) => `\\u{${key.charCodeAt(0).toString(16)}}`)
    .join("");
  const pattern = new RegExp(`[${class_}]|${UNSEEN}`, "gu");
  return (text: string): string =>
    wellFormed(text).replace(pattern, (found) =>
      Object.hasOwn(known, found) ? (known[found] ?? "") : other(found.codePointAt(0) ?? 0),
    );
}

/** Returns a number in hexadecimal, padded with zeros to the given number of digits. */
export const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, "0");

/** Returns `\uXXXX` for each UTF-16 code unit of a character, as in many languages. */
export const units = (point: number): string =>
  [...String.fromCodePoint(point)]
    .flatMap((text) => text.split(""))
    .map((unit) => `\\u${hex(unit.charCodeAt(0), 4)}`)
    .join("");

/** Returns `\uXXXX` or, for characters outside the Basic Multilingual Plane, `\UXXXXXXXX`. */
export const longUnits = (point: number): string => (point > 0xffff ? `\\U${hex(point, 8)}` : `\\u${hex(point, 4)}`);

/** Returns `\u{X}`, with as few digits as possible. */
export const braced = (point: number): string => `\\u{${hex(point, 1)}}`;

/** The escapes for line breaks and tabs that nearly all languages share. */
export const BREAKS = { "\n": "\\n", "\r": "\\r", "\t": "\\t" } as const;

/**
 * Whether text can be shown on several lines in a literal without escapes. The text must have more than one line. All
 * characters must be visible. A line can't end in a space, because editors remove such spaces. The first line can't be
 * empty, because some languages skip an empty first line.
 */
export const isLegible = (text: string): boolean => {
  const all = text.split("\n");
  return all.length > 1 && all[0] !== "" && all.every((line) => !unseen.test(line) && !line.endsWith(" "));
};

/**
 * Whether text is easier to read in a literal without escapes, either because the text can be shown on several lines,
 * or because the text contains quotation marks or backslashes, which would otherwise be escaped.
 */
export const isBetterRaw = (text: string): boolean => isLegible(text) || (/["\\]/.test(text) && !unseen.test(text));
