/** Loads the hits that the dialog left out when the reader reaches the end of the list. */

import type { ModalClient } from "./client.ts";

/** Watches a list of hits. Returns a function that handles a key before DocSearch does. */
export function watchEnd(input: Element | null, list: Element | null, client: ModalClient) {
  for (const type of ["scroll", "wheel", "touchmove"]) {
    list?.addEventListener(type, () => void client.more(), { passive: true });
  }
  const press = () => input?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
  return (event: KeyboardEvent) => {
    const options = [...(list?.querySelectorAll("[role=option]") ?? [])];
    const active = options.findIndex(({ id }) => id === input?.getAttribute("aria-activedescendant"));
    const isEnd = event.isTrusted && event.key === "ArrowDown" && active >= 0 && active + 1 === options.length;
    const shown = isEnd ? client.more() : undefined;
    if (!shown) return;
    event.preventDefault();
    event.stopPropagation();
    // A new list starts with its first hit as the active hit.
    void shown.then(() => options.forEach(press));
  };
}
