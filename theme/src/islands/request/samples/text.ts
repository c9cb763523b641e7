/** What the escapers of all languages share: which characters may stand in a literal as they are. */

import { wellFormed } from "../encode.ts";

/**
 * Characters that a reader would not see, or see in another place: controls, formats (among them those that turn the
 * direction of writing), separators of lines and paragraphs, spaces other than the space, and what is not assigned.
 */
const UNSEEN = "[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Co}\\p{Cn}]|(?! )\\p{Zs}";

const unseen = new RegExp(UNSEEN, "u");

/**
 * An escaper: characters that `known` has become what it says, those not to be seen what `other` makes of their code
 * point, and the rest stays. A half of a surrogate pair becomes U+FFFD, since no request could carry it.
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

/** A number in hexadecimal, of at least this many digits. */
export const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, "0");

/** `\uXXXX` of each UTF-16 unit, as many languages write a character. */
export const units = (point: number): string =>
  [...String.fromCodePoint(point)]
    .flatMap((text) => text.split(""))
    .map((unit) => `\\u${hex(unit.charCodeAt(0), 4)}`)
    .join("");

/** `\uXXXX`, or `\UXXXXXXXX` beyond the first plane. */
export const longUnits = (point: number): string => (point > 0xffff ? `\\U${hex(point, 8)}` : `\\u${hex(point, 4)}`);

/** `\u{X}`. */
export const braced = (point: number): string => `\\u{${hex(point, 1)}}`;

/** The line breaks and tabs that nearly every language writes alike. */
export const BREAKS = { "\n": "\\n", "\r": "\\r", "\t": "\\t" } as const;

/**
 * Whether a text can be shown over several lines, in a literal in which nothing is escaped: it has lines, each character can
 * be seen, no line ends in a space (editors remove those), and the first is not empty (some languages skip it).
 */
export const isLegible = (text: string): boolean => {
  const all = text.split("\n");
  return all.length > 1 && all[0] !== "" && all.every((line) => !unseen.test(line) && !line.endsWith(" "));
};

/** Whether a text is better read in a literal in which nothing is escaped: it has lines, or what would be escaped. */
export const isBetterRaw = (text: string): boolean => isLegible(text) || (/["\\]/.test(text) && !unseen.test(text));
