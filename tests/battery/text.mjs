// Makes text comparable. A Markdown source and the page that shows this source have the same words but different
// markup.

const cache = new Map();

/** Returns the words in text that a page shows, regardless of markup. Omits tags, entities, and the URLs of links. */
export function wordsOf(text) {
  const plain = text
    .replace(/\\([^\w\s])/g, "$1")
    .replace(/<!--.*?-->/gs, " ")
    .replace(/\]\((?:[^()\s]|\([^()]*\))*(?:\s+"[^"]*")?\)/g, "] ")
    .replace(/^\s*\[[^\]]+\]:\s+\S+.*$/gm, " ")
    .replace(/<(script|style)\b.*?<\/\1>/gis, " ")
    .replace(/<\/?[a-z][^<>]*>/gi, " ")
    .replace(/&#?\w+;/g, " ")
    .replace(/https?:\/\/\S+/g, " ");
  return plainWordsOf(plain);
}

/** Returns the words in text without markup. */
export function plainWordsOf(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
}

/** Returns at most a hundred words that identify a description. Each word occurs only once. */
export function wordsBy(text) {
  let words = cache.get(text);
  if (!words) {
    words = [...new Set(wordsOf(text))].slice(0, 100);
    if (cache.size > 50_000) cache.clear();
    cache.set(text, words);
  }
  return words;
}

/** Whether a set contains nearly all words of a description. */
export function holds(set, text) {
  const words = wordsBy(text);
  const there = words.filter((word) => set.has(word)).length;
  return there >= words.length * 0.9;
}
