/** The buttons in the dialog that limit the results to one kind of page. */

import { kindsIn } from "../kinds.ts";
import type { SearchAnswer } from "../provider.ts";
import { t } from "../text.ts";

export interface Kinds {
  element: HTMLElement;
  /** Returns the selected kind, or `""` if all kinds are wanted. */
  chosen(): string;
  /** Shows a button for each kind in a response. If there's nothing to choose, shows nothing. */
  show(answer: SearchAnswer): void;
}

/** Creates the buttons. `changed` is called when the reader selects a kind. */
export function createKinds(changed: () => void): Kinds {
  let chosen = "";
  const element = Object.assign(document.createElement("div"), { className: "search-kinds", hidden: true });
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", t("kind"));
  const mark = () => {
    for (const button of element.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.value === chosen));
    }
  };
  // Keep focus in the input, so that readers can go on typing and move through the results.
  element.addEventListener("mousedown", (event) => event.preventDefault());
  element.addEventListener("click", ({ target }) => {
    const button = (target as Element).closest("button");
    if (!button || button.value === chosen) return;
    chosen = button.value;
    mark();
    changed();
  });
  return {
    element,
    chosen: () => chosen,
    show({ query, facets }) {
      if (query.trim() === "") chosen = "";
      const kinds = kindsIn(facets, chosen);
      element.hidden = kinds.length < 2 && chosen === "";
      const wanted = [["", t("any")], ...kinds] as const;
      const buttons = [...element.querySelectorAll("button")];
      if (buttons.map(({ value }) => value).join() !== wanted.map(([kind]) => kind).join()) {
        element.replaceChildren(
          ...wanted.map(([value, textContent]) =>
            Object.assign(document.createElement("button"), { type: "button", value, textContent }),
          ),
        );
      }
      mark();
    },
  };
}
