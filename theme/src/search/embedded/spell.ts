/** Corrects words based on their edit distance: the number of missing, extra, wrong, or swapped letters. */

import { compare } from "./shard.ts";

/** A correction. */
export interface Guess {
  word: string;
  distance: number;
}

const mostGuesses = 3;

/** Returns the maximum distance of a correction. If the word is too short to correct, returns 0. */
export const allowed = (length: number) => (length < 4 ? 0 : length < 8 ? 1 : 2);

/** Reverses the characters of a string. */
const reversed = (text: string) => [...text].reverse().join("");

/**
 * Returns the best corrections for a word, best first. If `open` is true, the word can be a prefix. If `backwards` is
 * true, the letters of `words` are in reverse order.
 */
export function guesses(
  written: string,
  open: boolean,
  words: readonly string[],
  common: readonly number[],
  backwards: boolean,
): Guess[] {
  const letters = [...written];
  const limit = allowed(letters.length);
  const distances = distancesTo(written, limit);
  const found: { word: string; distance: number; other: number; common: number }[] = [];
  words.forEach((text, index) => {
    // Skip words that are too short or too long. The check is cheap and excludes most words.
    if (text.length + limit < letters.length) return;
    if (!open && text.length > written.length + limit && !paired.test(text)) return;
    const word = backwards ? reversed(text) : text;
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

/** Matches either half of a surrogate pair. */
const paired = /[\ud800-\udfff]/;

/**
 * Returns the characters of a string in an indexable form. If each character is one UTF-16 code unit, returns the
 * string itself.
 */
const charactersOf = (text: string): string | number[] =>
  paired.test(text) ? Array.from(text, (character) => character.codePointAt(0) ?? 0) : text;

const codeAt = (text: string | number[], place: number) =>
  typeof text === "string" ? text.charCodeAt(place) : (text[place] ?? 0);

/**
 * Returns a function that computes two distances from the typed word: the distance of another word, and the smallest
 * distance of any prefix of that word. A prefix that consecutive words share is processed only once.
 */
function distancesTo(written: string, limit: number): (text: string) => [whole: number, begin: number] {
  const far = limit + 1;
  const letters = Array.from(written, (character) => character.codePointAt(0) ?? 0);
  const width = letters.length + 1;
  // For each prefix of the last word, `rows` contains the distances to all prefixes of the typed word, `leasts`
  // contains the minimum of these distances, and `begins` contains the distance of the best prefix so far.
  const rows = [Int32Array.from({ length: width }, (_, index) => index)];
  const leasts = [0];
  const begins = [width - 1];
  const last: number[] = [];
  const next = (depth: number, letter: number) => {
    const none = rows[0] as Int32Array;
    const row = rows[depth] ?? none;
    const before = rows[depth - 1] ?? none;
    const own = rows[depth + 1] ?? new Int32Array(width + 1);
    rows[depth + 1] = own;
    // Skip cells that are farther from the diagonal than the limit. In such cells, the distance always exceeds the
    // limit.
    const first = Math.max(1, depth + 1 - limit);
    const end = Math.min(width, depth + 2 + limit);
    let left = first === 1 ? depth + 1 : far;
    let least = left;
    own[first - 1] = left;
    for (let j = first; j < end; j++) {
      const same = letter === letters[j - 1];
      let best = Math.min((row[j] ?? 0) + 1, left + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      if (depth > 0 && j > 1 && letter === letters[j - 2] && last[depth - 1] === letters[j - 1]) {
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      }
      left = best;
      own[j] = best;
      least = Math.min(least, best);
    }
    own[end] = far;
    if (end < width) left = far;
    leasts[depth + 1] = least;
    begins[depth + 1] = Math.min(begins[depth] ?? far, left);
    last.push(letter);
  };
  return (text) => {
    const word = charactersOf(text);
    if (word.length + limit < letters.length) return [far, far];
    let depth = 0;
    while (depth < last.length && depth < word.length && last[depth] === codeAt(word, depth)) depth++;
    last.length = depth;
    while (depth < word.length && (leasts[depth] ?? 0) <= limit) next(depth, codeAt(word, depth++));
    const whole = (leasts[depth] ?? 0) > limit ? far : (rows[depth]?.[width - 1] ?? far);
    return [Math.min(whole, far), Math.min(begins[depth] ?? far, far)];
  };
}
