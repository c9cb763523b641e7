// Texts made comparable: the words of a Markdown source and of a page that shows it are alike, its markup is not.

const cache = new Map();

/** The words of a text that a page shows in some form: no addresses of links, no tags, no entities. */
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

/** The words of a text without markup. */
export function plainWordsOf(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
}

/** The words by which a description is known: each once, the first hundred. */
export function wordsBy(text) {
  let words = cache.get(text);
  if (!words) {
    words = [...new Set(wordsOf(text))].slice(0, 100);
    if (cache.size > 50_000) cache.clear();
    cache.set(text, words);
  }
  return words;
}

/** Whether nearly all words of a description are among others. */
export function holds(set, text) {
  const words = wordsBy(text);
  const there = words.filter((word) => set.has(word)).length;
  return there >= words.length * 0.9;
}
