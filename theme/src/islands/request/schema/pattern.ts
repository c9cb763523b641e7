/** Expressions of a document, run on what a reader typed: each is read once. */

import { type Matcher, matcher, type Work } from "./matcher.ts";

const known = new Map<string, Matcher | undefined>();

/** Whether a text fits a pattern; `undefined` where that is unknown. */
export function fits(text: string, pattern: string, work?: Work): boolean | undefined {
  if (!known.has(pattern)) known.set(pattern, matcher(pattern));
  return known.get(pattern)?.matches(text, work);
}
