/**
 * The buttons with which readers add optional parameters and fields to the sample, and the tabs that choose the variant
 * of a field in the sample. This code loads when the request's island has loaded.
 */

import "../../shared.ts";
import { type PartPath, partOf, type RequestParts, requestParts } from "../../hooks/linked.ts";
import { linksOf } from "./blocks.ts";
import { bodyFor, parametersOf, schemasIn } from "./fields.ts";
import { scanJson, type Value } from "./values.ts";

const keyOf = (at: string | PartPath): string => (typeof at === "string" ? at : JSON.stringify(at));

/** Returns the paths of all values in a text, by their offsets. */
function pathsIn(text: string): Map<number, string> {
  const all = new Map<number, string>();
  const enter = (value: Value, path: PartPath) => {
    all.set(value.start, keyOf(path));
    for (const child of value.children) enter(child, [...path, child.name ?? 0]);
  };
  for (const root of scanJson(text)) enter(root, []);
  return all;
}

/** Returns the rows of parameters and of the body's fields. An item without a row has the row of its list. */
function rowsOf(root: Element, { mediaType, whole }: RequestParts): Map<string, HTMLElement> {
  const rows = new Map(parametersOf(root));
  const box = whole && bodyFor(root, mediaType);
  if (!box) return rows;
  const paths = pathsIn(whole);
  for (const { target, start } of linksOf(whole, scanJson, schemasIn(box))) {
    const path = paths.get(start);
    if (path !== undefined && !rows.has(path)) rows.set(path, target);
  }
  return rows;
}

/** The first choice in a row, which is the only one that the sample follows. */
const groupOf = (row: Element): HTMLElement | null =>
  row.querySelector(":scope > .api-nest > .api-choice > .api-variants:not([data-link])");

const tabsOf = (group: Element): HTMLElement[] => [
  ...group.querySelectorAll<HTMLElement>(":scope > [role=tablist] > [role=tab]"),
];

/** In place of a variant, this value means that the reader just chose the tab. */
const AS_SHOWN = -1;

/** Adds the buttons and keeps them up to date. Returns a function that removes them. */
export function start(root: Element): () => void {
  const shown = requestParts(partOf(root));
  const buttons = new Map<Element, HTMLButtonElement>();
  const taken = new WeakMap<Element, () => void>();
  /** The variant that each group of tabs had at the last change. Some variants look alike, so a tab can be right, too. */
  const seen = new WeakMap<Element, number>();
  /** The element that the URL's fragment refers to. Until the reader chooses a variant, its variant applies. */
  let target = document.getElementById(decodeURIComponent(location.hash.slice(1)));

  const drawChoice = ({ chosen, choose }: RequestParts["choices"][number], group: Element, tabs: HTMLElement[]) => {
    const selected = tabs.findIndex((tab) => tab.ariaSelected === "true");
    const before = seen.get(group);
    seen.set(group, chosen);
    for (const [variant, tab] of tabs.entries()) {
      taken.set(tab, () => {
        if (variant === chosen) return;
        seen.set(group, AS_SHOWN);
        choose(variant);
      });
    }
    if (selected === chosen || before === chosen || before === AS_SHOWN) return;
    if (before === undefined && target && group.contains(target)) choose(selected);
    else tabs[chosen]?.click();
  };
  const drawChoices = (parts: RequestParts, rows: Map<string, HTMLElement>) => {
    for (const choice of parts.choices) {
      const row = rows.get(keyOf(choice.at)) ?? rows.get(keyOf(choice.at.slice(0, -1)));
      const group = row && groupOf(row);
      const tabs = group ? tabsOf(group) : [];
      if (group && tabs.length === choice.count) drawChoice(choice, group, tabs);
    }
    target = null;
  };
  const draw = () => {
    const parts = shown.get();
    const rows = parts ? rowsOf(root, parts) : new Map<string, HTMLElement>();
    const drawn = new Set<Element>();
    for (const { at, label, isSent, toggle } of parts?.parts ?? []) {
      const head = rows.get(keyOf(at))?.querySelector(":scope > .api-row-head");
      if (!head || drawn.has(head)) continue;
      drawn.add(head);
      const button = buttons.get(head) ?? document.createElement("button");
      button.type = "button";
      button.className = "api-include";
      button.ariaLabel = label;
      button.title = label;
      button.ariaPressed = String(isSent);
      button.onclick = toggle;
      if (!button.isConnected) head.append(button);
      buttons.set(head, button);
    }
    for (const [head, button] of buttons) {
      if (drawn.has(head)) continue;
      button.remove();
      buttons.delete(head);
    }
    if (parts) drawChoices(parts, rows);
  };
  const click = ({ target: clicked }: Event) => {
    const tab = (clicked as Element).closest("[role=tab]");
    if (tab) taken.get(tab)?.();
  };
  root.addEventListener("click", click);
  const stop = shown.listen(draw);
  draw();
  return () => {
    stop();
    root.removeEventListener("click", click);
    for (const button of buttons.values()) button.remove();
  };
}
