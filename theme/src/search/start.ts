/**
 * Opens the search dialog when a reader clicks the search button or presses a keyboard shortcut anywhere on the page.
 * The rest of the search code loads only when a reader points at the button, focuses the button, or presses a shortcut.
 */

import type {} from "../early/early.ts";
import { hasShortcuts } from "../hooks/shortcuts.ts";
import { withMessages } from "../messages.ts";
import { loadPartAgain } from "../parts.ts";
import { again, askAgain, keepQuery, takeQuery } from "./again.ts";
import type { Shown } from "./modal/open.tsx";
import type { Waiting } from "./waiting.ts";

const opener = ({ target }: Event) => target instanceof Element && target.closest(".search-button");

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, select, textarea"));

/** The delay before the placeholder is shown, in milliseconds. */
const moment = 300;

const load = () => withMessages("search", import("./modal/open.tsx"));

export function startSearch(): void {
  let shown: Shown | null = null;
  /** The placeholder that is shown while the dialog is loading. */
  let waiting: Waiting | null = null;

  const open = async (query: string, own = window.docgenEarly?.wait?.(query, moment)) => {
    if (waiting || shown || !own) return;
    waiting = own;
    const end = () => {
      if (waiting === own) waiting = null;
    };
    own.signal.addEventListener("abort", end);
    let byHand = false;
    for (let attempt = 0; !own.signal.aborted && waiting === own; attempt += 1) {
      try {
        const modal = await (byHand ? loadPartAgain(load, () => keepQuery(own.query())) : load());
        const close = () => {
          shown = null;
        };
        shown = (await modal.open(own.take, close)) ?? shown;
        end();
      } catch (error) {
        if (attempt === 0) console.warn("docgen: the search can't be loaded.", error);
        own.fail(askAgain);
        byHand = await again(attempt, own.signal);
      }
    }
  };

  /** Handles a key while nothing is open or loading. */
  const begin = (event: KeyboardEvent) => {
    const { key } = event;
    const writing = opener(event) && /^[\p{L}\p{N}]$/u.test(key);
    if (!writing && (key !== "/" || isWriting(event.target) || !hasShortcuts())) return;
    event.preventDefault();
    void open(writing ? key : "");
  };

  const toggle = (event: KeyboardEvent) => {
    if (event.shiftKey || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    if (shown) shown.close();
    else if (waiting) waiting.cancel();
    else void open("");
  };

  const pressed = (event: KeyboardEvent) => {
    if (event.isComposing || event.altKey) return;
    if (event.ctrlKey || event.metaKey) return toggle(event);
    if (waiting) return waiting.press(event);
    if (!shown) return begin(event);
    if (event.key !== "Escape") return;
    event.preventDefault();
    shown.close();
  };

  const clicked = (event: MouseEvent) => {
    if (!opener(event) || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void open("");
  };

  const turned = (event: Event) => {
    if (!opener(event)) return;
    load()
      .then((modal) => modal.prepare())
      // Ignore a failure, because the dialog tries again when it opens and reports any failure.
      .catch(() => {});
  };

  document.addEventListener("keydown", pressed);
  document.addEventListener("click", clicked, { capture: true });
  for (const name of ["pointerover", "focusin", "touchstart"]) {
    document.addEventListener(name, turned, { passive: true });
  }
  // Continue with the field that the reader opened before the app started.
  const early = window.docgenEarly;
  if (early) early.searches = true;
  const query = takeQuery();
  if (early?.waiting) void open("", early.waiting);
  else if (query !== null) void open(query);
}
