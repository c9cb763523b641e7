/** Applies a document's expressions to the reader's input. Each expression is compiled once. */

import { type Matcher, matcher, type Work } from "./matcher.ts";

const known = new Map<string, Matcher | undefined>();

/** Whether a text matches a pattern; `undefined` if that's unknown. */
export function fits(text: string, pattern: string, work?: Work): boolean | undefined {
  if (!known.has(pattern)) known.set(pattern, matcher(pattern));
  return known.get(pattern)?.matches(text, work);
}
