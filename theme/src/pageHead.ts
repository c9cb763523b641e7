/** The document's head after a navigation: the page's own tags take the place of the last page's. */

import type { Chunk, HeadTag } from "./chunk.ts";

const marker = "data-head";

function element({ tag, attrs, text }: HeadTag): Element {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attrs)) node.setAttribute(name, value);
  node.setAttribute(marker, "");
  if (text !== undefined) node.textContent = text;
  return node;
}

export function applyHead(page: Pick<Chunk, "title" | "head">): void {
  document.title = page.title;
  for (const stale of document.head.querySelectorAll(`[${marker}]`)) stale.remove();
  document.head.append(...page.head.map(element));
}

/** Tells the site's analytics of a page that no document load tells of. */
export function pushPageView(): void {
  const layer = window as Window & { dataLayer?: unknown[] };
  layer.dataLayer ??= [];
  layer.dataLayer.push({ event: "page_view", page_title: document.title, page_location: location.href });
}
