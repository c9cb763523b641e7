/**
 * The reader features: link previews, keyboard shortcuts, and the reading history. The code for each of them loads when
 * the reader first needs it. If the code can't be loaded, the page works without the feature.
 */

import type { Page, SiteData } from "../chunk.ts";
import { hasShortcuts } from "../hooks/shortcuts.ts";
import { slot } from "../hooks/storage.ts";
import { withMessages } from "../messages.ts";
import { historyKey, isHome } from "./key.ts";

export interface ReaderActions {
  /** The current page. */
  page(): Page | undefined;
  /** Loads the page that a link leads to. Returns `null` if there's no page, or if the connection is slow. */
  load(anchor: HTMLAnchorElement): Promise<Page | null> | null;
}

/** The delay before a page counts as read even if the reader hasn't scrolled, in milliseconds. */
const pause = 10_000;
/** The links that have a preview. Other links, such as cards, already describe their targets. */
const previewed =
  ".article :is(.prose, .api) a[href]:not(.card, .button, .hash-link, .tooltip, .api-name, .api-role, .linked-spot)";

const warn = (error: unknown) => console.warn("docgen: a feature for readers can't be loaded.", error);

function startPreviews(actions: ReaderActions): void {
  // A reader who has clicked doesn't need a preview, even if its code loads later.
  let clicked = 0;
  const click = ({ timeStamp }: Event) => {
    clicked = timeStamp;
  };
  document.addEventListener("click", click, { capture: true, passive: true });
  const events = { pointerover: "point", focusin: "focus", touchstart: "touch" } as const;
  for (const [name, how] of Object.entries(events)) {
    const hear = (event: Event) => {
      const anchor = (event.target as Element).closest<HTMLAnchorElement>(previewed);
      if (!anchor || (event as PointerEvent).pointerType === "touch") return;
      if (how === "focus" && !anchor.matches(":focus-visible")) return;
      const show = ({ preview }: typeof import("./preview.ts")) =>
        event.timeStamp > clicked && preview(anchor, how, actions);
      import("./preview.ts").then(show, warn);
    };
    document.addEventListener(name, hear, { passive: true });
  }
}

/** Whether a key is for a field, a dialog, or a menu. */
const isTaken = (target: Element) =>
  target.closest("input, select, textarea, [contenteditable], slot[data-client]") !== null ||
  document.querySelector("dialog[open], [role=dialog], :popover-open") !== null;

function startShortcuts(): void {
  const load = () => withMessages("reader", import("./shortcuts.ts"));
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (!hasShortcuts() || !"?[]jk".includes(key) || event.defaultPrevented || isTaken(target as Element)) return;
    // On some keyboards, brackets require AltGr, which some systems report as Ctrl and Alt.
    const isModified = event.ctrlKey || event.altKey || event.metaKey;
    if (isModified && !event.getModifierState("AltGraph")) return;
    load().then(({ press }) => press(key), warn);
  });
  document.addEventListener("click", (event) => {
    if ((event.target as Element).closest("[data-shortcuts-help]")) load().then(({ press }) => press("?"), warn);
  });
}

function startHistory(site: SiteData, actions: ReaderActions): void {
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    withMessages("reader", import("./history.ts")).then(({ startHistory }) => startHistory(site, actions), warn);
  };
  const look = () => {
    const saved = slot(historyKey).get();
    if (saved && (isHome(actions.page(), site) || saved.includes(JSON.stringify(location.pathname)))) start();
  };
  addEventListener("scroll", start, { once: true, passive: true });
  addEventListener("docgen:navigated", look);
  setTimeout(start, pause);
  look();
}

export function startReader(site: SiteData, actions: ReaderActions): void {
  const has = (feature: NonNullable<SiteData["off"]>[number]) => !site.off?.includes(feature);
  if (has("previews")) startPreviews(actions);
  startShortcuts();
  if (has("history")) startHistory(site, actions);
}
