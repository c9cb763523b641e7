/** Pasted text that is longer than a search field. The field shows its start, and the search uses all of it. */

import type { ClipboardEvent as ReactClipboardEvent } from "react";

/** The maximum length of the text in a field. */
export const fieldLimit = 64;

/** The maximum length of a query. */
export const queryLimit = 300;

const normal = (text: string) => text.replace(/\s+/g, " ").trim();

let pasted = "";

/** Remembers the text that a paste adds to a field, because the browser truncates the text. */
export function notePaste({ target, clipboardData }: ClipboardEvent | ReactClipboardEvent): void {
  if (!(target instanceof HTMLInputElement)) return;
  const before = target.value.slice(0, target.selectionStart ?? 0);
  const after = target.value.slice(target.selectionEnd ?? 0);
  const whole = normal(before + (clipboardData?.getData("text") ?? "") + after);
  pasted = whole.length > fieldLimit ? whole.slice(0, queryLimit) : "";
}

/** Returns the whole query for the text in a field: the pasted text if the field shows the start of it. */
export function wholeOf(shown: string): string {
  return shown.length >= fieldLimit && pasted.startsWith(normal(shown)) ? pasted : shown;
}
