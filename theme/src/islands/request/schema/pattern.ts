/** Matches the reader's input against a document's regular expressions. Each expression is compiled only once. */

import { type Matcher, matcher, type Work } from "./matcher.ts";

const known = new Map<string, Matcher | undefined>();

/** Returns whether a string matches a pattern. If the result can't be determined, returns `undefined`. */
export function fits(text: string, pattern: string, work?: Work): boolean | undefined {
  if (!known.has(pattern)) known.set(pattern, matcher(pattern));
  return known.get(pattern)?.matches(text, work);
}
