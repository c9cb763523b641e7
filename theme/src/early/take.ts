/**
 * Handles the reader's actions before the app starts. This code is part of the first script, so it can't use the app's
 * code.
 */

import type { SiteData } from "../chunk.ts";
import { createWaiting } from "../search/waiting.ts";
import type { Early } from "./early.ts";

/** Returns the strings for the site's locale and the search field's placeholder. */
export function siteOf(): { texts: Record<string, string>; placeholder: string | undefined } {
  const site = JSON.parse(document.getElementById("docgen-site")?.textContent ?? "{}") as Partial<SiteData>;
  return { texts: { ...JSON.parse(TEXTS_OF_BOOT), ...site.messages }, placeholder: site.search?.placeholder };
}

/** Selects the next color mode, in the same order as `hooks/colorMode.ts`. */
function cycle(early: Early): void {
  const { themeChoice: now, colorSystem } = document.documentElement.dataset;
  const next = now === "light" ? "dark" : now === "dark" && colorSystem === "true" ? null : "light";
  try {
    if (next) localStorage.setItem("theme", next);
    else localStorage.removeItem("theme");
  } catch {
    // Without storage, the choice lasts until the app starts.
  }
  early.show(next);
}

/** Shows a tab's panel. The app does the rest, such as saving the choice. */
function open(tab: HTMLElement): void {
  for (const other of tab.parentElement?.children ?? []) {
    other.setAttribute("aria-selected", String(other === tab));
    const panel = document.getElementById(other.getAttribute("aria-controls") ?? "");
    if (panel) panel.hidden = other !== tab;
  }
}

/** Takes over from the script in the head. Calls `hear` for each event. */
export function startEarly(early: Early, hear: () => void): void {
  let query = "";
  const held: HTMLElement[] = [];
  early.held = held;
  early.wait = (first, delay) => createWaiting({ query: first, delay, ...siteOf() });

  /** Collects a query from the keys that were pressed before the field opened. */
  const collect = ({ key = "", ctrlKey, metaKey }: KeyboardEvent) => {
    if (!ctrlKey && !metaKey && (key !== "/" || query)) query += key;
  };
  const show = () => {
    const waiting = early.wait?.(query, 0);
    query = "";
    early.typing = false;
    early.waiting = waiting;
    waiting?.signal.addEventListener("abort", () => {
      early.waiting = undefined;
    });
  };
  const press = (control: HTMLElement) => {
    if (control.matches(".color-toggle")) return cycle(early);
    if (control.matches("[role=tab]")) open(control);
    control.toggleAttribute("data-held");
    held.push(control);
  };
  const take = (...events: Event[]) => {
    let seeks = false;
    for (const event of events) {
      hear();
      const target = event.target as Element;
      if (event.type === "keydown" || target.closest(".search-button,[data-search-words]")) {
        collect(event as KeyboardEvent);
        seeks = true;
      } else {
        const control = target.closest<HTMLElement>(".dropdown-trigger,[role=tab],button,img");
        if (control) press(control);
      }
    }
    if (!seeks) return;
    if (early.waiting) early.waiting.cancel();
    else show();
  };
  early.take = take;
  take(...early.events);
}
