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

const rows = ".api-rows > li[id]";

/**
 * Returns the row of an API page that a hit in a section is about: the row with one of the words as its name or, if
 * there's no such row, the first row that contains a word.
 */
function rowOf(words: readonly string[], ranges: readonly Range[]): Element | null {
  const section = document.getElementById(location.hash.slice(1));
  if (!section || !/^H\d$/.test(section.tagName)) return null;
  const sections = [...document.querySelectorAll(`main ${section.tagName}[id]`)];
  const next = sections[sections.indexOf(section) + 1];
  const isBefore = (one: Node, other: Node) => Boolean(one.compareDocumentPosition(other) & 4);
  const isInside = (node: Node) => isBefore(section, node) && (!next || isBefore(node, next));
  const names = [...document.querySelectorAll(`${rows} > .api-row-head > .api-name`)].filter(isInside);
  const isNamed = (word: string) => names.find(({ textContent }) => textContent?.toLowerCase() === word);
  const found = words.map(isNamed).find(Boolean) ?? ranges.map((range) => range.startContainer).find(isInside);
  return (found instanceof Element ? found : found?.parentElement)?.closest(rows) ?? null;
}

/** Makes a row the target of the URL's fragment, which opens everything around the row, and scrolls to it. */
function leadTo(row: Element): void {
  history.replaceState(history.state, "", `#${row.id}`);
  dispatchEvent(new Event("hashchange"));
  row.scrollIntoView();
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
  const row = rowOf(words, ranges);
  if (row) leadTo(row);
  if (ranges.length === 0 || !("highlights" in CSS)) return;
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

/**
 * Marks the words of a query and a hit on the page that opens next, if the browser supports highlights. On an API page,
 * leads to the row that the hit is about.
 */
export function markOnArrival(hit: SearchHit, query: string): void {
  const words = wordsOf(hit, query);
  if (words.length === 0) return;
  const arrive = () => requestAnimationFrame(() => mark(words));
  const left = AbortSignal.timeout(10_000);
  addEventListener("docgen:navigated", arrive, { once: true, signal: left });
}
