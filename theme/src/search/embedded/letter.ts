/** Answers a single-letter query from the titles, without term files. The next letter makes the query more specific. */

import type { Files } from "./files.ts";
import { createMatcher, type Matcher } from "./hits.ts";
import { isOpen, type Question } from "./question.ts";
import type { Scope } from "./rank.ts";
import type { Found, Ranking, Value } from "./score.ts";
import { tokens } from "./tokens.ts";

/** Whether a query is a single letter in a script with spaces between words. */
export const isLetter = (question: Question) =>
  question.words.length === 1 && [...(question.words[0] ?? "")].length === 1 && isOpen(question, 0);

/**
 * Returns the pages whose titles contain a word that starts with the letter. If the index's names aren't in a single
 * file, returns `null`.
 */
export async function rankByLetter(
  files: Files,
  scope: Scope,
  number: number,
  { words: [letter = ""] }: Question,
): Promise<(Ranking & { matcher: Matcher; corrections: [] }) | null> {
  const { entry, manifest, docs, others, copies, allowed } = scope;
  const blocks = await files.allNames(entry, manifest);
  if (blocks === null) return null;
  const head: Found[] = [];
  const counts = new Map<number, number>();
  let group = 0;
  for (const [record, named] of blocks) {
    if (!(record < manifest.docs ? docs : others) || named[2][0]?.[0] !== 1) continue;
    if (!copies && manifest.copies.has(record)) continue;
    const words = tokens(named[1]).filter(({ primary }) => primary);
    const place = words.findIndex(({ text }) => text.startsWith(letter));
    if (place < 0) continue;
    while ((manifest.groups[group + 1]?.[0] ?? Number.POSITIVE_INFINITY) <= record) group++;
    counts.set(group, (counts.get(group) ?? 0) + 1);
    if (!allowed[group]) continue;
    const boost = manifest.boosts.get(record) ?? 100;
    head.push({ rank: boost / (1 + 2 * place + words.length / 8), record, section: 0, scope: number });
  }
  head.sort((a, b) => b.rank - a.rank || a.record - b.record);
  const value: Value = { words: { from: 0, to: 1 }, terms: [], open: letter, ignored: false };
  const matcher = createMatcher([value], [letter]);
  return { head, more: 0, tail: () => [], counts, matcher, corrections: [] };
}
