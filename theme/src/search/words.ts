/** Converts unknown URLs to queries. */

const mostLetters = 64;

/** Returns the words of a URL's path. */
export function wordsOf(path: string, base: string): string {
  let words = path.startsWith(base) ? path.slice(base.length) : path;
  try {
    words = decodeURIComponent(words);
  } catch {
    // If the URL can't be decoded, use it unchanged.
  }
  const bare = words
    .replace(/(?:\/index)?\.\w+$/, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    // A single Latin letter says nothing about a page.
    .replace(/(?<!\S)[a-z](?!\S)/gi, "")
    .replace(/ +/g, " ");
  return bare.trim().slice(0, mostLetters);
}

/**
 * Returns the queries for an unknown URL: its words, and then only the words of its last segment, because some
 * providers find only pages that contain all the words.
 */
export function queriesOf(path: string, base: string): string[] {
  const last =
    path
      .replace(/\/(?:index\.\w+)?$/, "")
      .split("/")
      .at(-1) ?? "";
  return [...new Set([wordsOf(path, base), wordsOf(last, base)])].filter((words) => words !== "");
}
