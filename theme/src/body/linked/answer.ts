/**
 * The response example next to the text, which follows the selected status and media type. The examples are copies of
 * those in the text column.
 */

import { mediaPanels, responsePanel, viewsOf } from "./blocks.ts";

/** Copies elements. The copies of tabs and panels have their own IDs. */
function copies(from: Element): Node[] {
  return [...from.childNodes].map((node) => {
    const copy = node.cloneNode(true);
    if (copy instanceof Element) {
      for (const element of [copy, ...copy.querySelectorAll("*")]) {
        for (const name of ["id", "aria-controls", "aria-labelledby"]) {
          const id = element.getAttribute(name);
          if (id) element.setAttribute(name, `answer.${id}`);
        }
      }
    }
    return copy;
  });
}

/**
 * Shows the examples of the selected status and media type. A response without examples hides the panel. Unless the
 * reader chose the status, the panel keeps its status, which isn't always the first one.
 */
export function showAnswer(root: Element, isChosen: boolean): void {
  const answer = root.querySelector<HTMLElement>(".api-side .api-answer");
  const head = answer?.querySelector<HTMLElement>(":scope > .api-panel-head");
  const status = head?.querySelector<HTMLElement>(".api-status");
  const tab = root.querySelector<HTMLElement>(
    ".api-main > .api-responses > .tab-list > [role=tab][aria-selected=true]",
  );
  if (!answer || !head || !status || !tab) return;
  const name = tab.dataset.value ?? "";
  const response = responsePanel(root, name);
  if (!response || (!isChosen && status.textContent !== name)) return;
  const panels = mediaPanels(response);
  const own = panels.find((panel) => panel === response || !panel.hidden);
  const examples = own && viewsOf(own)[1];
  const mediaType = own?.dataset.label ?? "";
  const before = answer.dataset.mediaType ?? panels.find((panel) => viewsOf(panel).length > 0)?.dataset.label;
  if (status.textContent === name && before === mediaType && !answer.hidden) return;
  answer.hidden = !examples;
  if (!examples) return;
  answer.dataset.mediaType = mediaType;
  status.textContent = name;
  if (tab.dataset.status) status.dataset.status = tab.dataset.status;
  else delete status.dataset.status;
  answer.replaceChildren(head, ...copies(examples));
}
