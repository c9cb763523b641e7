/**
 * Selections that a page shows in several places, both in its prose and in islands. Code that changes a selection
 * announces the change here.
 */

import { cell } from "./cell.ts";

/** Whether the request form is open. All pages share this state. */
export const formOpen = cell(false);

const CHOSEN = "docgen.chosen";

export interface Chosen {
  /** The subject of the selection, as in `data-link`. */
  link: string;
  /** The selected variant, as in `data-variant`. */
  variant: string;
}

export const tellChosen = (chosen: Chosen): boolean => dispatchEvent(new CustomEvent(CHOSEN, { detail: chosen }));

/** Calls `hear` for every selection. Returns a function that unsubscribes. */
export function hearChosen(hear: (chosen: Chosen) => void): () => void {
  const heard = (event: Event) => hear((event as CustomEvent<Chosen>).detail);
  addEventListener(CHOSEN, heard);
  return () => removeEventListener(CHOSEN, heard);
}

/** Returns the selection that the page's prose shows. */
export function shownVariant(link: string): string | undefined {
  const group = document.querySelector(`[data-link="${CSS.escape(link)}"]`);
  const tab = group?.querySelector<HTMLElement>(":scope > [role=tablist] > [role=tab][aria-selected=true]");
  return tab?.dataset.variant;
}
