/** How far two words are apart: `src/search/spell.rs` in TypeScript. */

import { compare } from "./shard.ts";

/** What a word may be meant to be. */
export interface Guess {
  word: string;
  distance: number;
}

const mostGuesses = 3;

/** How far a word may be from what it was meant to be; 0 for one that is too short to guess. */
export const allowed = (length: number) => (length < 4 ? 0 : length < 8 ? 1 : 2);

/** The words that a word is most likely meant to be, the likeliest first. What is `open` may go on. */
export function guesses(written: string, open: boolean, words: readonly string[], common: readonly number[]): Guess[] {
  const letters = [...written];
  const limit = allowed(letters.length);
  const found: { word: string; distance: number; other: number; common: number }[] = [];
  words.forEach((word, index) => {
    if (!open && word.length > written.length + limit && !/[\ud800-\udfff]/.test(word)) return;
    const [whole, begin] = distances(letters, word, limit);
    const distance = open ? Math.min(whole, begin + 1) : whole;
    if (distance <= limit || (open && begin <= limit)) {
      found.push({ word, distance, other: word.startsWith(letters[0] ?? "") ? 0 : 1, common: common[index] ?? 0 });
    }
  });
  found.sort((a, b) => a.distance - b.distance || a.other - b.other || b.common - a.common || compare(a.word, b.word));
  const nearest = found[0]?.distance ?? 0;
  return found.filter(({ distance }) => distance === nearest).slice(0, mostGuesses);
}

/** How far a word is from what was written, and how far its nearest beginning is. */
function distances(written: readonly string[], text: string, limit: number): [number, number] {
  const far = limit + 1;
  const word = [...text];
  if (word.length + limit < written.length) return [far, far];
  const width = written.length + 1;
  let before: number[] = [];
  let row = Array.from({ length: width }, (_, index) => index);
  let begin = width - 1;
  for (let i = 0; i < word.length; i++) {
    const next = [i + 1];
    let least = i + 1;
    for (let j = 1; j < width; j++) {
      const same = word[i] === written[j - 1];
      let best = Math.min(num(row, j) + 1, num(next, j - 1) + 1, num(row, j - 1) + (same ? 0 : 1));
      if (i > 0 && j > 1 && word[i] === written[j - 2] && word[i - 1] === written[j - 1]) {
        best = Math.min(best, num(before, j - 2) + 1);
      }
      next.push(best);
      least = Math.min(least, best);
    }
    begin = Math.min(begin, num(next, width - 1));
    if (least > limit) return [far, Math.min(begin, far)];
    before = row;
    row = next;
  }
  return [Math.min(num(row, width - 1), far), Math.min(begin, far)];
}

const num = (row: readonly number[], index: number) => row[index] ?? 0;
