/** Converts an unknown URL to the words that a reader would search for. */
export function wordsOf(path: string, base: string): string {
  let words = path.startsWith(base) ? path.slice(base.length) : path;
  try {
    words = decodeURIComponent(words);
  } catch {
    // If the URL can't be decoded, use it unchanged.
  }
  const bare = words.replace(/(?:\/index)?\.\w+$/, "").replace(/[^\p{L}\p{N}]+/gu, " ");
  return bare.trim().slice(0, 64);
}
