/**
 * How a page of the development server follows the site: hears of changes, shows problems.
 *
 * It stands beside the app, in no bundle that is published. The app loads its page again when it is told to
 * (`docgen:changed`); what keeps the reader's place meanwhile is here, and so is what no app can do: styles, a document
 * load.
 */

import { patchInPlace } from "./live/morph.ts";
import { createNotice, createOverlay } from "./live/overlay.ts";
import { parseState, type SiteState } from "./live/state.ts";
import { replaceStyles } from "./live/styles.ts";

const own = document.querySelector<HTMLElement>("script[data-generation]")?.dataset.generation;
const address = new URL("events", import.meta.url);
const overlay = createOverlay();
const showGone = createNotice();
/** A server that starts again at once is not worth a word. */
const moment = 1000;
let last: SiteState | undefined;

/** The app shows the page anew, or there is no app to do it. */
function renew(navigation: boolean): void {
  const article = document.querySelector("#docgen-root .article");
  const changed = new CustomEvent("docgen:changed", { cancelable: true, detail: { navigation } });
  if (article) patchInPlace(article);
  const heard = article !== null && !dispatchEvent(changed);
  if (!heard) location.reload();
}

function follow(next: SiteState): void {
  overlay.show(next);
  const before = last;
  last = next;
  if (!before) {
    // The site may have changed between this page's arrival and now.
    if (next.generation !== own) location.reload();
    return;
  }
  if (next.generation === before.generation) return;
  if (next.document !== before.document) {
    location.reload();
    return;
  }
  if (next.css !== before.css) replaceStyles(before.css, next.css);
  renew(next.navigation !== before.navigation);
}

let events: EventSource | undefined;
let waiting: ReturnType<typeof setTimeout> | undefined;
let missing: ReturnType<typeof setTimeout> | undefined;

function gone(): void {
  missing ??= setTimeout(showGone, moment, true);
}

function back(): void {
  clearTimeout(missing);
  missing = undefined;
  showGone(false);
}

function listen(): void {
  clearTimeout(waiting);
  if (events && events.readyState !== EventSource.CLOSED) return;
  events = new EventSource(address);
  events.addEventListener("state", ({ data }) => {
    follow(parseState(data));
    back();
  });
  events.addEventListener("error", () => {
    gone();
    // The browser tries again by itself, unless something else than docgen answered.
    if (events?.readyState === EventSource.CLOSED) waiting = setTimeout(listen, 1000);
  });
}

function leave(): void {
  clearTimeout(waiting);
  clearTimeout(missing);
  missing = undefined;
  events?.close();
}

// A browser opens six connections to a host and no more: pages that nobody sees give theirs back.
const attend = () => (document.hidden ? leave() : listen());
document.addEventListener("visibilitychange", attend);
addEventListener("pagehide", leave);
addEventListener("pageshow", attend);
attend();
