/** Answers a query of one or two letters from the titles, without term files. The next letter makes it more specific. */

import type { Files } from "./files.ts";
import { createMatcher, type Matcher, type Named } from "./hits.ts";
import type { Question } from "./question.ts";
import type { Scope } from "./rank.ts";
import type { Found, Ranking, Value } from "./score.ts";
import { tokens } from "./tokens.ts";

/**
 * Returns the pages whose titles contain a word that starts with the letters. If there are no such pages, or if the
 * index's names aren't in a single file, returns `null`.
 */
export async function rankByLetters(
  files: Files,
  scope: Scope,
  number: number,
  { words: [letters = ""] }: Question,
): Promise<(Ranking & { matcher: Matcher; corrections: [] }) | null> {
  const { entry, manifest, docs, others, copies, allowed } = scope;
  const blocks = await files.allNames(entry, manifest);
  if (blocks === null) return null;
  const isFound = (record: number, [, , [first]]: Named) =>
    (record < manifest.docs ? docs : others) && first?.[0] === 1 && (copies || !manifest.copies.has(record));
  const head: Found[] = [];
  const counts = new Map<number, number>();
  let group = 0;
  for (const [record, named] of blocks) {
    if (!isFound(record, named)) continue;
    const words = tokens(named[1]).filter(({ primary }) => primary);
    const place = words.findIndex(({ text }) => text.startsWith(letters));
    if (place < 0) continue;
    while ((manifest.groups[group + 1]?.[0] ?? Number.POSITIVE_INFINITY) <= record) group++;
    counts.set(group, (counts.get(group) ?? 0) + 1);
    if (!allowed[group]) continue;
    const boost = manifest.boosts.get(record) ?? 100;
    head.push({ rank: boost / (1 + 2 * place + words.length / 8), record, section: 0, isNamed: true, scope: number });
  }
  if (counts.size === 0) return null;
  head.sort((a, b) => b.rank - a.rank || a.record - b.record);
  const value: Value = { words: { from: 0, to: 1 }, terms: [], open: letters, ignored: false };
  const matcher = createMatcher([value], [letters]);
  return { head, more: 0, tail: () => [], counts, matcher, corrections: [] };
}
