/**
 * Selections that a page shows in several places, both in its prose and in islands. Code that changes a selection
 * announces the change here.
 */

import { cell } from "./cell.ts";

/** Whether the request form is open. All pages share this state. */
export const formOpen = cell(false);

/** The request that the page's sample shows. */
export interface ShownRequest {
  /** The path, with `{name}` in place of each path parameter. */
  path: string;
  /** The absolute, percent-encoded URL. */
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  /** The media type of the body. */
  mediaType?: string | undefined;
  body?:
    | { kind: "text"; text: string }
    | { kind: "multipart"; parts: readonly { name: string }[] }
    | { kind: "file" }
    | undefined;
}

export const shownRequest = cell<ShownRequest | null>(null);

const CHOSEN = "docgen.chosen";

export interface Chosen {
  /** The subject of the selection, as in `data-link`. */
  link: string;
  /** The selected variant, as in `data-variant`. */
  variant: string;
  /** The selected example of the variant, as in `data-example`. */
  example?: string | undefined;
}

export const tellChosen = (chosen: Chosen): boolean => dispatchEvent(new CustomEvent(CHOSEN, { detail: chosen }));

/** Calls `hear` for every selection. Returns a function that unsubscribes. */
export function hearChosen(hear: (chosen: Chosen) => void): () => void {
  const heard = (event: Event) => hear((event as CustomEvent<Chosen>).detail);
  addEventListener(CHOSEN, heard);
  return () => removeEventListener(CHOSEN, heard);
}

/** Returns the selection that the page's prose shows. */
export function shownChoice(link: string): Omit<Chosen, "link"> | undefined {
  const selected = ":scope > [role=tablist] > [role=tab][aria-selected=true]";
  const tabs = [...document.querySelectorAll(`[data-link="${CSS.escape(link)}"]`)].flatMap(
    (group) => group.querySelector<HTMLElement>(selected) ?? [],
  );
  const variant = tabs[0]?.dataset.variant;
  return variant === undefined
    ? undefined
    : { variant, example: tabs.findLast((tab) => tab.dataset.example)?.dataset.example };
}

/** The path of a value in a JSON text. In a list, `0` stands for every item. */
export type PartPath = readonly (string | number)[];

/** The optional parts of a request, which the page's rows can add to its sample and remove from it. */
export interface RequestParts {
  /** The media type of the body. */
  mediaType: string;
  /** The JSON text of the body with all of its optional fields. */
  whole: string;
  parts: readonly {
    /** The place and the name of a parameter, or the path of a field in the body. */
    at: string | PartPath;
    label: string;
    isSent: boolean;
    toggle(): void;
  }[];
  /** The fields with variants. */
  choices: readonly { at: PartPath; count: number; chosen: number; choose(variant: number): void }[];
}

export const requestParts = cell<RequestParts | null>(null);
