/**
 * Selections that a page shows in several places, both in its prose and in islands. Code that changes a selection
 * announces the change here. On a page with all operations, each operation has its own selections. Their key is the ID of
 * the operation's part of the page. On all other pages, the key is empty.
 */

import { cells } from "./cell.ts";

/** The part of a page that contains only one operation. If the page itself is about one operation, returns `null`. */
const partAround = (element: Element | null): HTMLElement | null => element?.closest<HTMLElement>(".api-part") ?? null;

/** Returns the ID of the part that contains an element, or an empty string. */
export const partOf = (element: Element): string => partAround(element)?.dataset.part ?? "";

/** Returns the part that contains an element, or the whole page. */
export const scopeOf = (element: Element | null): ParentNode => partAround(element) ?? document;

/** Returns the prefix of the names that belong to a part, as in `data-link` and `data-query`. */
export const prefixOf = (part = ""): string => (part ? `${part}/` : "");

/** Whether the request form is open. All pages about one operation share this state. */
export const formOpen = cells(() => false);

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

export const shownRequest = cells<ShownRequest | null>(() => null);

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

export const requestParts = cells<RequestParts | null>(() => null);
