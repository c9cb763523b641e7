/** The words of an address that leads nowhere, as a reader would type them. */
export function wordsOf(path: string, base: string): string {
  let words = path.startsWith(base) ? path.slice(base.length) : path;
  try {
    words = decodeURIComponent(words);
  } catch {
    // An address may be any text; then it is taken as it stands.
  }
  const bare = words.replace(/(?:\/index)?\.\w+$/, "").replace(/[^\p{L}\p{N}]+/gu, " ");
  return bare.trim().slice(0, 64);
}
