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
