/** The string literals of C, and of Objective-C, which adds an `@`. */

import { type Code, literal } from "./code.ts";
import { BREAKS, escaper } from "./text.ts";

const utf8 = new TextEncoder();

/** The bytes of its UTF-8 in octal: three digits end by themselves, where hexadecimal ones would go on. */
const octal = (point: number): string =>
  [...utf8.encode(String.fromCodePoint(point))].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");

const escaped = escaper({ '"': '\\"', "\\": "\\\\", ...BREAKS }, octal);

/** Two question marks in a row would begin a trigraph, which is read even in a string. */
const inner = (text: string): string => escaped(text).replaceAll("??", "?\\?").replaceAll("??", "?\\?");

export const cString = (text: string, mark = ""): Code => literal(`${mark}"${inner(text)}"`);

/** A string of several lines, each in a literal of its own line, indented; neighbours are one string. */
export function cText(text: string, indent: string, mark = ""): Code {
  const all = text.split(/(?<=\n)/);
  if (all.length < 2) return literal(` ${mark}"${inner(text)}"`);
  return literal(all.map((line) => `\n${indent}${mark}"${inner(line)}"`).join(""));
}
