/** The string literals of C and Objective-C. Objective-C adds an `@`. */

import { type Code, literal } from "./code.ts";
import { BREAKS, escaper } from "./text.ts";

const utf8 = new TextEncoder();

/**
 * Escapes UTF-8 bytes in octal, because octal escapes end after three digits, whereas hexadecimal escapes have no
 * maximum length.
 */
const octal = (point: number): string =>
  [...utf8.encode(String.fromCodePoint(point))].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");

const escaped = escaper({ '"': '\\"', "\\": "\\\\", ...BREAKS }, octal);

/**
 * Escapes text for a literal. Separates two question marks, because they could start a trigraph. Compilers replace
 * trigraphs even in strings.
 */
const inner = (text: string): string => escaped(text).replaceAll("??", "?\\?").replaceAll("??", "?\\?");

export const cString = (text: string, mark = ""): Code => literal(`${mark}"${inner(text)}"`);

/**
 * Writes a string with several lines as indented literals, with one literal for each line. Adjacent literals form one
 * string.
 */
export function cText(text: string, indent: string, mark = ""): Code {
  const all = text.split(/(?<=\n)/);
  if (all.length < 2) return literal(` ${mark}"${inner(text)}"`);
  return literal(all.map((line) => `\n${indent}${mark}"${inner(line)}"`).join(""));
}
