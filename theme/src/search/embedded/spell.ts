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
  const distances = distancesTo(written, limit);
  const found: { word: string; distance: number; other: number; common: number }[] = [];
  words.forEach((word, index) => {
    if (!open && word.length > written.length + limit && !/[\ud800-\udfff]/.test(word)) return;
    const [whole, begin] = distances(word);
    const distance = open ? Math.min(whole, begin + 1) : whole;
    if (distance <= limit || (open && begin <= limit)) {
      found.push({ word, distance, other: word.startsWith(letters[0] ?? "") ? 0 : 1, common: common[index] ?? 0 });
    }
  });
  found.sort((a, b) => a.distance - b.distance || a.other - b.other || b.common - a.common || compare(a.word, b.word));
  const nearest = found[0]?.distance ?? 0;
  return found.filter(({ distance }) => distance === nearest).slice(0, mostGuesses);
}

/**
 * Says how far a word is from what was written, and how far its nearest beginning is. What words that follow each other
 * begin with alike is looked at once.
 */
function distancesTo(written: string, limit: number): (text: string) => [whole: number, begin: number] {
  const far = limit + 1;
  const letters = codes(written);
  const width = letters.length + 1;
  // Of each beginning of the last word, from none of it on: its distances from what was written begins with, the least
  // of them, and the nearest beginning so far.
  const rows = [Int32Array.from({ length: width }, (_, index) => index)];
  const leasts = [0];
  const begins = [width - 1];
  const last: number[] = [];
  const next = (depth: number, letter: number) => {
    const none = rows[0] as Int32Array;
    const row = rows[depth] ?? none;
    const before = rows[depth - 1] ?? none;
    const own = rows[depth + 1] ?? new Int32Array(width);
    rows[depth + 1] = own;
    let left = depth + 1;
    let least = left;
    own[0] = left;
    for (let j = 1; j < width; j++) {
      const same = letter === letters[j - 1];
      let best = Math.min((row[j] ?? 0) + 1, left + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      if (depth > 0 && j > 1 && letter === letters[j - 2] && last[depth - 1] === letters[j - 1]) {
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      }
      own[j] = left = best;
      least = Math.min(least, best);
    }
    leasts[depth + 1] = least;
    begins[depth + 1] = Math.min(begins[depth] ?? far, left);
    last.push(letter);
  };
  return (text) => {
    const word = codes(text);
    if (word.length + limit < letters.length) return [far, far];
    let depth = 0;
    while (depth < last.length && last[depth] === word[depth]) depth++;
    last.length = depth;
    while (depth < word.length && (leasts[depth] ?? 0) <= limit) next(depth, word[depth++] ?? 0);
    const whole = (leasts[depth] ?? 0) > limit ? far : (rows[depth]?.[width - 1] ?? far);
    return [Math.min(whole, far), Math.min(begins[depth] ?? far, far)];
  };
}

/** The characters of a text. */
function codes(text: string): number[] {
  const all: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0;
    if (code > 0xffff) at++;
    all.push(code);
  }
  return all;
}
