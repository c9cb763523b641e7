/** Marks the words of a query on the page that a hit opens, until the reader removes the marks or leaves the page. */

import { textOf } from "./hits.ts";
import type { SearchHit } from "./provider.ts";
import { t } from "./text.ts";

/** The name of the highlights in the style sheet. */
const name = "docgen-search";

/** The maximum number of marks on a page. */
const most = 500;

const ignored = "nav, script, style, noscript, textarea, select, .search-unmark";

/** Returns the words of a query that count and the marked words in a hit's text, in lowercase. */
function wordsOf(hit: SearchHit, query: string): string[] {
  const { _highlightResult: whole, _snippetResult: part, ignored = [] } = hit;
  const all = [whole, part].flatMap(({ hierarchy, content }) => [...Object.values(hierarchy), content]);
  // Words after a hyphen are excluded from the results.
  const own = query.toLowerCase().replace(/(?<=^|\s)-\S+/g, "");
  const words = new Set(own.match(/[\p{L}\p{N}_]{2,}/gu));
  for (const text of all) {
    for (const [, html = ""] of text?.value.matchAll(/<mark>(.*?)<\/mark>/gs) ?? []) {
      for (const word of textOf(html).toLowerCase().split(/\s+/)) if (word.length > 1) words.add(word);
    }
  }
  for (const word of ignored) words.delete(word);
  return [...words].sort((a, b) => b.length - a.length);
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Returns the ranges of the words in the text of an element. Doesn't find a word in the middle of another word. */
function rangesOf(root: Element, words: readonly string[]): Range[] {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(escaped).join("|")})(?![\\p{L}\\p{N}])`, "giu");
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = walker.nextNode(); node && ranges.length < most; node = walker.nextNode()) {
    if (node.parentElement?.closest(ignored)) continue;
    for (const { index, 0: text } of (node.nodeValue ?? "").matchAll(pattern)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + text.length);
      ranges.push(range);
    }
  }
  return ranges;
}

let stop: AbortController | undefined;

/** Removes all marks. */
function unmark(): void {
  stop?.abort();
  stop = undefined;
}

/** Marks the words on the current page. */
function mark(words: readonly string[]): void {
  unmark();
  const root = document.querySelector("main");
  const ranges = root ? rangesOf(root, words) : [];
  if (ranges.length === 0) return;
  CSS.highlights.set(name, new Highlight(...ranges));
  const own = new AbortController();
  stop = own;
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "search-unmark", textContent: t("unmark") });
  button.addEventListener("click", unmark);
  document.body.append(button);
  own.signal.addEventListener("abort", () => {
    CSS.highlights.delete(name);
    button.remove();
  });
  const options = { signal: own.signal };
  addEventListener("docgen:navigated", unmark, options);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && unmark(), options);
}

/** Marks the words of a query and a hit on the page that opens next, if the browser supports highlights. */
export function markOnArrival(hit: SearchHit, query: string): void {
  if (!("highlights" in CSS)) return;
  const words = wordsOf(hit, query);
  if (words.length === 0) return;
  const arrive = () => requestAnimationFrame(() => mark(words));
  const left = AbortSignal.timeout(10_000);
  addEventListener("docgen:navigated", arrive, { once: true, signal: left });
}
