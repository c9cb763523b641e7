/**
 * The choice of a version on API pages: highlights what changed in the API since that version. The choice is stored for
 * each API and shown in the URL.
 */

import "../shared.ts";
import { slot } from "../hooks/storage.ts";

/** The name of the URL's parameter. */
const query = "since";

const choices = ".api-since > select";

const stored = (select: HTMLSelectElement) => slot(`docgen.since.${select.dataset.api}`);

/** The rules for the current choice. A style sheet also applies to entries that the sidebar adds later. */
let rules: CSSStyleSheet | null = null;

function clear(): void {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== rules);
  rules = null;
}

function highlight({ selectedOptions, dataset }: HTMLSelectElement): void {
  clear();
  const chosen = selectedOptions[0]?.dataset.at;
  if (chosen === undefined) return;
  const newer: string[] = [];
  for (let version = Number(chosen) + 1; version <= Number(dataset.last); version++) newer.push(`.api-in-${version}`);
  rules = new CSSStyleSheet();
  rules.replaceSync(`:is(${newer.join()}) { --api-newer: var(--api-newer-color) }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules];
}

function change({ target }: Event): void {
  if (!(target instanceof HTMLSelectElement && target.matches(choices))) return;
  highlight(target);
  const url = new URL(location.href);
  if (target.value) {
    stored(target).set(target.value);
    url.searchParams.set(query, target.value);
  } else {
    stored(target).delete();
    url.searchParams.delete(query);
  }
  history.replaceState(history.state, "", url);
}

/** Restores the choice on a page. Returns a function that removes the behavior. */
export function startHistory(root: Element): () => void {
  const select = root.querySelector<HTMLSelectElement>(choices);
  if (!select) return () => {};
  const wanted = new URLSearchParams(location.search).get(query) ?? stored(select).get();
  // A browser can restore the choice itself, and the reader can choose before this code loads.
  if (!select.value && [...select.options].some(({ value }) => value === wanted)) select.value = wanted ?? "";
  highlight(select);
  root.addEventListener("change", change);
  return () => {
    root.removeEventListener("change", change);
    clear();
  };
}
