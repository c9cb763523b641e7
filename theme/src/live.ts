/**
 * Updates a page on the development server when the site changes, shows the site's problems, and helps to edit the page.
 *
 * This script is separate from the app and is never published. On the `docgen:changed` event, the app reloads its page
 * data. This script preserves the reader's state and does what the app can't: it replaces styles and reloads the
 * document.
 */

import { createEditor } from "./live/editor.ts";
import { patchInPlace } from "./live/morph.ts";
import { createNotice, createOverlay } from "./live/overlay.ts";
import { parseState, type SiteState } from "./live/state.ts";
import { replaceStyles } from "./live/styles.ts";
import { createTools } from "./live/tools.ts";

const own = document.querySelector<HTMLElement>("script[data-generation]")?.dataset.generation;
const address = new URL("events", import.meta.url);
const overlay = createOverlay();
const showGone = createNotice();
const setters = [createTools(), createEditor()];
/** The delay before a server is reported as stopped, in milliseconds. The server might only be restarting. */
const moment = 1000;
let last: SiteState | undefined;

/** Asks the app to reload the page's data. If the app isn't running or isn't ready, reloads the document. */
function renew(navigation: boolean): void {
  const article = document.querySelector("#docgen-root .article");
  const changed = new CustomEvent("docgen:changed", { cancelable: true, detail: { navigation } });
  if (article) patchInPlace(article);
  const heard = article !== null && !dispatchEvent(changed);
  if (!heard) location.reload();
}

function follow(next: SiteState): void {
  overlay.show(next);
  for (const set of setters) set(next.source);
  const before = last;
  last = next;
  if (!before) {
    // The site might have changed while this page was loading.
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
  address.search = `page=${encodeURIComponent(location.pathname)}`;
  events = new EventSource(address);
  events.addEventListener("state", ({ data }) => {
    follow(parseState(data));
    back();
  });
  events.addEventListener("error", () => {
    gone();
    // Browsers reconnect automatically, except after a response that isn't an event stream (such as a response from a
    // different server).
    if (events?.readyState === EventSource.CLOSED) waiting = setTimeout(listen, 1000);
  });
}

function leave(): void {
  clearTimeout(waiting);
  clearTimeout(missing);
  missing = undefined;
  events?.close();
}

// Browsers open at most six connections per host, so a hidden page closes its connection.
const attend = () => (document.hidden ? leave() : listen());
document.addEventListener("visibilitychange", attend);
addEventListener("pagehide", leave);
// Tell the server which page is shown, because the server first updates the pages that browsers show.
addEventListener("docgen:navigated", () => {
  leave();
  attend();
});
addEventListener("pageshow", attend);
attend();
