/**
 * What opens the search: the button, and the keys that do so from anywhere. Everything else of it loads when a reader
 * turns to the button or presses one of them; until then nothing of the search is asked for.
 */

import { searchContext } from "./context.ts";
import type { Shown } from "./modal/open.tsx";

/** The page for addresses that lead nowhere has a link besides, which does the same. */
const openers = ".search-button, [data-search-words]";

const opener = ({ target }: Event) => target instanceof Element && target.closest(openers);

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, select, textarea"));

const load = () => import("./modal/open.tsx");

export function startSearch(): void {
  let shown: Shown | null = null;
  /** What has been typed while the modal is on its way. */
  let typed: string | null = null;

  const open = async (query: string) => {
    if (typed !== null || shown) return;
    typed = query;
    try {
      const modal = await load();
      const close = () => {
        shown = null;
      };
      shown = await modal.open(() => typed, close);
    } catch (error) {
      console.warn("docgen: the search did not load.", error);
      const { search, navigate } = searchContext();
      if (search.page) navigate(search.page);
    }
    typed = null;
  };

  /** What a key does while the modal is on its way. */
  const collect = (event: KeyboardEvent, query: string) => {
    if (event.key === "Escape") typed = null;
    else if (event.key === "Backspace") typed = query.slice(0, -1);
    else if (event.key.length === 1) typed = query + event.key;
    else return;
    event.preventDefault();
  };

  /** What a key does while nothing is open or on its way. */
  const begin = (event: KeyboardEvent) => {
    const { key } = event;
    const writing = opener(event) && /^[\p{L}\p{N}]$/u.test(key);
    if (!writing && (key !== "/" || isWriting(event.target))) return;
    event.preventDefault();
    void open(writing ? key : "");
  };

  const toggle = (event: KeyboardEvent) => {
    if (event.shiftKey || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    if (shown) shown.close();
    else void open("");
  };

  const pressed = (event: KeyboardEvent) => {
    if (event.isComposing || event.altKey) return;
    if (event.ctrlKey || event.metaKey) return toggle(event);
    if (typed !== null && !shown) return collect(event, typed);
    if (!shown) return begin(event);
    if (event.key !== "Escape") return;
    event.preventDefault();
    shown.close();
  };

  const clicked = (event: MouseEvent) => {
    if (!opener(event) || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // The link leads to the search page, for those whom scripts do not reach.
    event.preventDefault();
    void open("");
  };

  const turned = (event: Event) => {
    if (!opener(event)) return;
    load()
      .then((modal) => modal.prepare())
      // Opening it tries again, and says so.
      .catch(() => {});
  };

  document.addEventListener("keydown", pressed);
  document.addEventListener("click", clicked, { capture: true });
  for (const name of ["pointerover", "focusin", "touchstart"]) {
    document.addEventListener(name, turned, { passive: true });
  }
}
