/** The word wrap toggle, which is shown if a code block contains lines that are wider than the block. */

import { watchScrolls } from "../hooks/overflow.ts";

function toggle(event: MouseEvent): void {
  const button = (event.target as Element).closest(".code-wrap");
  const code = button?.closest(".code");
  if (!button || !code) return;
  const wrapped = code.toggleAttribute("data-wrap");
  button.setAttribute("aria-pressed", String(wrapped));
}

export function startWrap(): () => void {
  document.addEventListener("click", toggle);
  return () => document.removeEventListener("click", toggle);
}

/** What can scroll, except the content of interactive components, which React owns. */
const scrollable = ":is(pre, .table-scroll, .formula):not(slot[data-client] *)";

/**
 * Updates each code block's toggle when the block changes size or becomes visible. Code, tables, and formulas that don't
 * scroll aren't tab stops. Without JavaScript, all of them are.
 */
export function watchOverflow(root: Element): () => void {
  return watchScrolls(root.querySelectorAll(scrollable), (element) => {
    const code = element.closest(".code");
    const button = code?.querySelector<HTMLElement>(".code-wrap");
    if (!button || code?.hasAttribute("data-wrap")) return;
    button.hidden = element.scrollWidth <= element.clientWidth;
  });
}
