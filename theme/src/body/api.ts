/**
 * The behavior of API pages: expands all rows, opens the element that the URL's fragment refers to, opens the request
 * form, copies a path or a link to a field, and highlights what changed since a version.
 */

import "../shared.ts";
import { openAround } from "../hooks/hash.ts";
import { formOpen, partOf, requestParts, scopeOf } from "../hooks/linked.ts";
import { t } from "../messages.ts";
import { startHistory } from "./apiHistory.ts";
import { confirm, write } from "./copy.ts";

/** Opens or closes everything below a schema. */
function toggleAll(button: HTMLElement): void {
  const open = button.dataset.open === undefined;
  for (const nest of button.closest(".api-schema")?.querySelectorAll<HTMLDetailsElement>(".api-nest") ?? []) {
    nest.open = open;
  }
  button.toggleAttribute("data-open", open);
  const label = button.textContent ?? "";
  button.textContent = button.dataset.other ?? "";
  button.dataset.other = label;
}

async function copyPath(button: HTMLElement): Promise<void> {
  const label = button.dataset.label ?? button.getAttribute("aria-label") ?? "";
  button.dataset.label = label;
  await write(button.parentElement?.querySelector(".api-path")?.textContent ?? "");
  confirm(button, (done) => button.setAttribute("aria-label", done ? t("copied") : label));
}

async function copyAddress(anchor: HTMLAnchorElement): Promise<void> {
  await write(anchor.href);
  confirm(anchor, (done) => {
    if (done) anchor.title = t("link_copied");
    else anchor.removeAttribute("title");
  });
}

/** The request samples and the request form. */
const request = '[data-island="request"]';

/**
 * Opens the request form next to an element and scrolls to it. The island with the form loads only when it's near the
 * visible area.
 */
function openForm(near: Element): void {
  formOpen(partOf(near)).set(true);
  const island = scopeOf(near).querySelector(request);
  const arrive = () => {
    const toggle = island?.querySelector<HTMLElement>(".request-toggle");
    toggle?.focus({ preventScroll: true });
    toggle?.scrollIntoView();
    return toggle;
  };
  if (!island || arrive()) return;
  island.scrollIntoView();
  const waiting = new MutationObserver(() => arrive() && waiting.disconnect());
  waiting.observe(island, { childList: true, subtree: true });
}

function click(event: Event): void {
  const { metaKey, ctrlKey } = event as MouseEvent;
  const target = event.target as Element;
  const bar = target.closest(".api-try");
  if (bar) {
    // The fragment stays as it is, because the reader didn't choose a section. Before this code loads, the link
    // scrolls.
    event.preventDefault();
    openForm(bar);
    return;
  }
  const save = target.closest<HTMLAnchorElement>("a[data-operation]");
  if (save && !metaKey && !ctrlKey) {
    event.preventDefault();
    import("./apiDocument.ts").then(
      ({ saveDocument }) => saveDocument(save),
      () => location.assign(save.href),
    );
    return;
  }
  const expand = target.closest<HTMLElement>(".api-expand");
  if (expand) {
    toggleAll(expand);
    return;
  }
  const path = target.closest<HTMLElement>(".api-copy");
  const anchor = target.closest<HTMLAnchorElement>("a.api-name, a.api-role");
  const done = path ? copyPath(path) : anchor && !metaKey && !ctrlKey ? copyAddress(anchor) : null;
  done?.catch((error: unknown) => console.error("docgen: copying failed.", error));
}

/** Opens the element that the URL's fragment refers to, and scrolls to it. */
function reveal(root: Element): void {
  const id = decodeURIComponent(location.hash.slice(1));
  const target = id && document.getElementById(id);
  if (!target || !root.contains(target)) return;
  if (target.matches(request) && root.querySelector(".api-try")) openForm(target);
  const nest = target.querySelector<HTMLDetailsElement>(":scope > .api-nest");
  if (nest) nest.open = true;
  if (openAround(target)) target.scrollIntoView();
}

/** The parts that linked reading is about. Its code loads when the reader first uses one of them. */
const linked = ".api-rows > li, .api-side pre, .api-main .code pre, .api-main [role=tab], .request-form";
/** The choices for which the response next to the text isn't the one that docgen writes into the page. */
const chosen = ":is(.api-responses, .api-media-types) > .tab-list > [aria-selected=true]:not(:first-child)";

/** Starts linked reading when it's needed. If its code can't be loaded, the page works without it. */
function startLinked(root: Element): () => void {
  const names = ["pointerover", "pointerdown", "focusin", "click"];
  let last: Event | undefined;
  let loading = false;
  let stop = () => {};
  const hear = (event: Event) => {
    if (!(event.target as Element).closest(linked)) return;
    last = event;
    load();
  };
  const unhear = () => {
    for (const name of names) root.removeEventListener(name, hear);
  };
  const load = () => {
    if (loading) return;
    loading = true;
    import("./linked/linked.ts").then(
      ({ start }) => {
        if (!loading) return;
        unhear();
        stop = start(root, openAround, last);
      },
      (error: unknown) => {
        unhear();
        console.warn("docgen: a feature for readers can't be loaded.", error);
      },
    );
  };
  for (const name of names) root.addEventListener(name, hear, { passive: true });
  if (root.querySelector(chosen)) load();
  return () => {
    loading = false;
    unhear();
    stop();
  };
}

/** Adds the buttons for optional parts to the page's rows, as soon as the request's island has loaded. */
function startParts(root: Element): () => void {
  const own = requestParts(partOf(root));
  let stop = () => {};
  const load = () => {
    if (!own.get()) return;
    stop();
    let isStopped = false;
    stop = () => {
      isStopped = true;
    };
    import("./linked/parts.ts").then(
      ({ start }) => {
        if (!isStopped) stop = start(root);
      },
      (error: unknown) => console.warn("docgen: a feature for readers can't be loaded.", error),
    );
  };
  stop = own.listen(load);
  load();
  return () => stop();
}

/** Adds the behavior to a page and handles the `early` clicks. Returns a function that removes the behavior. */
export function start(root: Element, early: Event[]): () => void {
  const jump = () => reveal(root);
  root.addEventListener("click", click);
  early.forEach(click);
  addEventListener("hashchange", jump);
  jump();
  const stopHistory = startHistory(root);
  const parts = root.matches(".api-whole") ? [...root.querySelectorAll(".api-part")] : [root];
  const stops = parts.flatMap((part) => [startLinked(part), startParts(part)]);
  return () => {
    stopHistory();
    for (const stop of stops) stop();
    root.removeEventListener("click", click);
    removeEventListener("hashchange", jump);
  };
}
