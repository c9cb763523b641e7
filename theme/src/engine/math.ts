/**
 * Temml as a script for docgen's own engine. docgen calls `toMathML` with a string that consists of a character and a
 * formula. The character specifies whether the formula is displayed (`d`) or inline (`i`).
 */

import temml from "temml";

/** The part of Temml's message that repeats the formula. docgen shows the location itself. */
const place = / at (?:position \d+|end of input): [\s\S]*$/;

/** The parts of a formula that determine whether a line break is inside others. */
const tokens = /\\(?:begin|end|left|right|newline)(?![a-zA-Z])|\\[\s\S]|%.*|[{}]/g;

/** Whether a formula has a line break outside braces and environments. */
function hasLineBreak(latex: string): boolean {
  let depth = 0;
  for (const [token] of latex.matchAll(tokens)) {
    if (token === "{" || token === "\\begin" || token === "\\left") depth += 1;
    if (token === "}" || token === "\\end" || token === "\\right") depth -= 1;
    if (depth === 0 && (token === "\\\\" || token === "\\newline")) return true;
  }
  return false;
}

function render(latex: string, displayMode: boolean): string {
  const options = { displayMode, throwOnError: true };
  // As in LaTeX, Temml ignores line breaks in displayed formulas.
  if (displayMode && hasLineBreak(latex)) {
    try {
      return temml.renderToString(`\\begin{gathered}${latex}\n\\end{gathered}`, options);
    } catch {
      // The positions of problems refer to the formula itself.
    }
  }
  return temml.renderToString(latex, options);
}

/** Returns MathML. If there's a problem, returns `!`, the problem's offset in UTF-16 code units, and the message. */
function toMathML(input: string): string {
  try {
    return render(input.slice(1), input.startsWith("d"));
  } catch (error) {
    // Temml doesn't expect the end of a formula everywhere, as in `x^`.
    if (error instanceof TypeError) return "! part of the formula is missing";
    if (!(error instanceof temml.ParseError)) throw error;
    const { message, position } = error as unknown as { message: string; position?: number };
    return `!${position ?? ""} ${message.replace(place, "").trim()}`;
  }
}

Object.assign(globalThis, { toMathML });
