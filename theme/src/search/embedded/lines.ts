/**
 * The lines in the text of an API page: parameters, fields, and values, each with its own anchor.
 * `src/search/record/lines.rs` writes the format.
 */

/** A line with its anchor. Text before the first line has no anchor. */
export interface Line {
  anchor: string;
  text: string;
}

/** The character before an anchor, and the characters after it: for a line that's always shown, and for a hidden line. */
const [start, ...ends] = ["\u{2}", "\u{3}", "\u{4}"] as const;

/** Returns the lines of a text. */
export function linesOf(text: string): Line[] {
  const [first = "", ...others] = text.split(start);
  const line = (part: string): Line => {
    const length = Math.max(...ends.map((end) => part.indexOf(end)));
    return { anchor: part.slice(0, length), text: part.slice(length + 1).trim() };
  };
  return [{ anchor: "", text: first.trim() }, ...others.map(line)].filter(({ text }) => text !== "");
}
