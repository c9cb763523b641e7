/**
 * Code as runs of one class each: what every sample is made of. A generator writes its language's own words in templates,
 * which are coloured by a few rules; a value of the document only ever enters as a literal that the language's escaper
 * made, and is never looked into again.
 */

/** The classes of `styles/syntax.css` that samples use: keyword, string, escape, comment, number, function, type, attribute, variable, operator, punctuation, directive. */
export type TokenClass = "" | "k" | "s" | "e" | "c" | "n" | "f" | "t" | "a" | "v" | "o" | "p" | "d";

export interface Run {
  readonly text: string;
  readonly class: TokenClass;
}

export type Code = readonly Run[];

/** One run; an empty one is none. */
export const run = (text: string, type: TokenClass = ""): Code => (text === "" ? [] : [{ text, class: type }]);

/** A literal, already escaped. */
export const literal = (text: string): Code => run(text, "s");

/** The code as text. */
export const plain = (code: Code): string => code.map((part) => part.text).join("");

/** Codes one after another, neighbours of one class made one. */
export function join(codes: readonly Code[], separator: Code = []): Code {
  const all: Run[] = [];
  for (const [index, code] of codes.entries()) {
    for (const part of index > 0 ? [...separator, ...code] : code) {
      const last = all.at(-1);
      if (last?.class === part.class) all[all.length - 1] = { text: last.text + part.text, class: part.class };
      else all.push(part);
    }
  }
  return all;
}
