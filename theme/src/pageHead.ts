/** Updates the document's head after a navigation: replaces the previous page's tags with the new page's tags. */

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

/** Reports a page view to the site's analytics after a navigation without a document load. */
export function pushPageView(): void {
  const layer = window as Window & { dataLayer?: unknown[] };
  layer.dataLayer ??= [];
  layer.dataLayer.push({ event: "page_view", page_title: document.title, page_location: location.href });
}
