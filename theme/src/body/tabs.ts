/** Tabs in a body. Groups with the same name share their selection, which is stored and can be shown in the URL. */

import { elementOfHash } from "../hooks/hash.ts";
import { type Chosen, hearChosen, tellChosen } from "../hooks/linked.ts";
import { slot } from "../hooks/storage.ts";
import { revealTab } from "../hooks/strip.ts";

const tabsIn = (group: Element) => [...group.querySelectorAll<HTMLElement>(":scope > [role=tablist] > [role=tab]")];

const choiceOf = (tab: HTMLElement) => tab.dataset.value ?? "";

/** Scrolls the selected tabs of a group, and of the groups inside it, into view. */
function reveal(group: Element): void {
  for (const tab of group.querySelectorAll("[role=tablist] > [role=tab][aria-selected=true]")) {
    if (tab.parentElement) revealTab(tab.parentElement, tab);
  }
}

function show(group: Element, value: string): boolean {
  const tabs = tabsIn(group);
  if (!tabs.some((tab) => choiceOf(tab) === value)) return false;
  for (const tab of tabs) {
    const selected = choiceOf(tab) === value;
    tab.setAttribute("aria-selected", String(selected));
    tab.tabIndex = selected ? 0 : -1;
    const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
    if (panel) panel.hidden = !selected;
  }
  reveal(group);
  return true;
}

/** Announces the selection of a group that shares it with other parts of the page. */
function tell(group: HTMLElement, value: string): void {
  const { link } = group.dataset;
  const tab = tabsIn(group).find((one) => choiceOf(one) === value);
  if (link && tab) tellChosen({ link, variant: tab.dataset.variant ?? "", example: tab.dataset.example });
}

function showInGroup(name: string, value: string): void {
  for (const group of document.querySelectorAll<HTMLElement>(`[data-tabs][data-group=${CSS.escape(name)}]`)) {
    if (show(group, value)) tell(group, value);
  }
}

/**
 * Selects a variant, or one of its examples, in every group that has a tab for it. If such a tab is already selected,
 * the group doesn't change.
 */
function showVariant({ link, variant, example }: Chosen): void {
  for (const group of document.querySelectorAll(`[data-tabs][data-link="${CSS.escape(link)}"]`)) {
    const all = tabsIn(group).filter((tab) => tab.dataset.variant === variant);
    const exact = example === undefined ? [] : all.filter((tab) => tab.dataset.example === example);
    const tabs = exact.length > 0 ? exact : all;
    const [first] = tabs;
    if (first && !tabs.some((tab) => tab.ariaSelected === "true")) show(group, choiceOf(first));
  }
}

function select(tab: HTMLElement): void {
  const group = tab.closest<HTMLElement>("[data-tabs]");
  if (!group) return;
  const value = choiceOf(tab);
  const { group: name, query } = group.dataset;
  const before = tab.getBoundingClientRect().top;
  show(group, value);
  if (name) {
    showInGroup(name, value);
    slot(`docgen.tab.${name}`).set(value);
  } else tell(group, value);
  if (query) {
    const url = new URL(location.href);
    url.searchParams.set(query, value);
    // If the fragment refers to a part that is now hidden, it would undo the selection when the page is reloaded.
    if (elementOfHash(url.hash)?.closest("[role=tabpanel][hidden]")) url.hash = "";
    history.replaceState(history.state, "", url);
  }
  // Keep the clicked tab in place, because the height of other groups above it might have changed.
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: "instant" });
}

function tabOf(event: Event): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>("[data-tabs] [role=tab]") : null;
}

function click(event: MouseEvent): void {
  const tab = tabOf(event);
  if (tab) select(tab);
}

function move(event: KeyboardEvent): void {
  const tab = tabOf(event);
  const group = tab?.closest("[data-tabs]");
  if (!tab || !group) return;
  const tabs = tabsIn(group);
  const forward = getComputedStyle(tab).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  const back = forward === "ArrowRight" ? "ArrowLeft" : "ArrowRight";
  const at = tabs.indexOf(tab);
  const to = { [forward]: at + 1, [back]: at - 1, Home: 0, End: -1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  tabs.at(to % tabs.length)?.focus();
}

export function startTabs(): () => void {
  document.addEventListener("click", click);
  document.addEventListener("keydown", move);
  const stop = hearChosen(showVariant);
  return () => {
    stop();
    document.removeEventListener("click", click);
    document.removeEventListener("keydown", move);
  };
}

/**
 * In each group, selects the tab that the URL specifies. If the URL doesn't specify a tab, selects the tab that the
 * reader last selected.
 */
export function restoreTabs(root: Element): void {
  const asked = new URLSearchParams(location.search);
  for (const group of root.querySelectorAll<HTMLElement>("[data-tabs]")) {
    const { group: name, query } = group.dataset;
    const wanted = (query && asked.get(query)) || (name && slot(`docgen.tab.${name}`).get());
    if (wanted) show(group, wanted);
  }
}
