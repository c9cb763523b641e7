/** Choices that a page shows in several places, in its prose and in islands: whoever changes one tells it here. */

const CHOSEN = "docgen.chosen";

export interface Chosen {
  /** What is chosen between, as `data-link` has it. */
  link: string;
  /** The choice, as `data-variant` has it. */
  variant: string;
}

export const tellChosen = (chosen: Chosen): boolean => dispatchEvent(new CustomEvent(CHOSEN, { detail: chosen }));

/** Hears of every choice; gives the way to stop. */
export function hearChosen(hear: (chosen: Chosen) => void): () => void {
  const heard = (event: Event) => hear((event as CustomEvent<Chosen>).detail);
  addEventListener(CHOSEN, heard);
  return () => removeEventListener(CHOSEN, heard);
}

/** What the prose of the page shows of a choice. */
export function shownVariant(link: string): string | undefined {
  const group = document.querySelector(`[data-link="${CSS.escape(link)}"]`);
  const tab = group?.querySelector<HTMLElement>(":scope > [role=tablist] > [role=tab][aria-selected=true]");
  return tab?.dataset.variant;
}
