/**
 * Temml as a script for docgen's own engine. docgen calls `toMathML` with a string that consists of a character and a
 * formula. The character specifies whether the formula is displayed (`d`) or inline (`i`).
 */

import temml from "temml";

/** The part of Temml's message that repeats the formula. docgen shows the location itself. */
const place = / at (?:position \d+|end of input): [\s\S]*$/;

/** Returns MathML. If there's a problem, returns `!`, the problem's offset in UTF-16 code units, and the message. */
function toMathML(input: string): string {
  try {
    return temml.renderToString(input.slice(1), { displayMode: input.startsWith("d"), throwOnError: true });
  } catch (error) {
    // Temml doesn't expect the end of a formula everywhere, as in `x^`.
    if (error instanceof TypeError) return "! part of the formula is missing";
    if (!(error instanceof temml.ParseError)) throw error;
    const { message, position } = error as unknown as { message: string; position?: number };
    return `!${position ?? ""} ${message.replace(place, "").trim()}`;
  }
}

Object.assign(globalThis, { toMathML });
