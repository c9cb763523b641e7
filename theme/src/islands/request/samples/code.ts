/**
 * Represents sample code as runs. Each run has one class. A generator writes its own code in templates, and a few rules
 * color that code. Values from the document are always literals from the language's escaper and are never processed
 * again.
 */

/**
 * The classes in `styles/syntax.css` that samples use: keyword, string, comment, number, function, type, attribute,
 * variable, operator, punctuation, and directive.
 */
export type TokenClass = "" | "k" | "s" | "c" | "n" | "f" | "t" | "a" | "v" | "o" | "p" | "d";

export interface Run {
  readonly text: string;
  readonly class: TokenClass;
}

export type Code = readonly Run[];

/** Creates a run. Drops empty runs. */
export const run = (text: string, type: TokenClass = ""): Code => (text === "" ? [] : [{ text, class: type }]);

/** Creates a run from a literal that is already escaped. */
export const literal = (text: string): Code => run(text, "s");

/** Returns the code as text. */
export const plain = (code: Code): string => code.map((part) => part.text).join("");

/** Concatenates code and merges adjacent runs with the same class. */
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

/** A blank line. */
export const blank: Code = [{ text: "", class: "" }];

/** Joins lines of code. Drops missing and blank lines. */
export const lines = (...parts: readonly (Code | readonly Code[] | undefined | false)[]): Code =>
  join(
    parts.flatMap((part) => (!part || part.length === 0 ? [] : isCode(part) ? [part] : part)),
    run("\n"),
  );

const isCode = (part: Code | readonly Code[]): part is Code => !Array.isArray(part[0]);

/** The rules for recognizing the words of a language. */
export interface Syntax {
  /** The keywords, separated by spaces. */
  keywords: string;
  /** The start of a comment. */
  comment: string;
}

export type Template = (texts: TemplateStringsArray, ...values: Code[]) => Code;

/**
 * Creates a template tag for a language. The text in a template is the generator's own code and is classified here. The
 * values are finished code and stay unchanged.
 */
export function template({ keywords, comment }: Syntax): Template {
  const known = new Set(keywords.split(" "));
  const rules = new RegExp(
    [
      `(?<c>${comment}.*)`,
      "(?<s>\"[^\"\\n]*\"|'[^'\\n]*')",
      "(?<d>^#(?:include|import)\\b)",
      "(?<n>\\b[0-9]+\\b)",
      "(?<v>\\$[A-Za-z_]\\w*)",
      "(?<f>[A-Za-z_]\\w*!?(?=\\())",
      "(?<t>[A-Za-z_]\\w*)",
      "(?<o>[-+*/%=<>!&|?^~]+)",
      "(?<p>[{}()[\\].,:;@#\\\\]+)",
    ].join("|"),
    "gm",
  );
  const classOf = (found: RegExpMatchArray): TokenClass => {
    const groups = found.groups ?? {};
    const type = (Object.keys(groups) as TokenClass[]).find((name) => groups[name] !== undefined) ?? "";
    if ((type === "f" || type === "t") && known.has(found[0])) return "k";
    return type === "t" && !/^[A-Z]\w*[a-z]/.test(found[0]) ? "" : type;
  };
  const colour = (text: string): Code => {
    const codes: Code[] = [];
    let done = 0;
    for (const found of text.matchAll(rules)) {
      codes.push(run(text.slice(done, found.index)), run(found[0], classOf(found)));
      done = found.index + found[0].length;
    }
    codes.push(run(text.slice(done)));
    return join(codes);
  };
  return (texts, ...values) => join(texts.flatMap((text, index) => [colour(text), values[index] ?? []]));
}
