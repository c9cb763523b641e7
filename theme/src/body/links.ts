/**
 * Links in the body and the frame: prerendered anchors that the app follows without loading a document. The browser
 * handles clicks with modifier keys and clicks on links to files, downloads, and other origins.
 */

import { elementOfHash, openAround } from "../hooks/hash.ts";
import { type Addresses, canonicalPath, isRoute, withBase } from "../site.ts";
import { prefer } from "../versions.ts";

export interface LinkActions {
  navigate(to: string): void;
  prefetch(path: string): unknown;
  preload(path: string): unknown;
  /** Called before a link scrolls within the page. */
  jump(): void;
}

const ownScheme = "pathname://";

function anchorOf(event: Event): HTMLAnchorElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
}

/** Returns the target of a link within the app. If the browser handles the link, returns `null`. */
export function routeOf(anchor: HTMLAnchorElement, rules: Addresses): URL | null {
  const href = anchor.getAttribute("href") ?? "";
  if (href.startsWith("#") || href.startsWith(ownScheme)) return null;
  if (anchor.hasAttribute("download") || !["", "_self"].includes(anchor.target) || anchor.dataset.reload) return null;
  if (anchor.dataset.noRouter !== undefined) return null;
  const url = new URL(anchor.href);
  if (!isRoute(url, rules)) return null;
  url.pathname = canonicalPath(url.pathname, rules);
  return url;
}

/**
 * Adds the current query and fragment to a link to the same page in another version or locale, to keep the reader's
 * place.
 */
function keepPlace(url: URL): URL {
  if (!url.search) url.search = location.search;
  if (!url.hash) url.hash = location.hash;
  return url;
}

function follow(event: MouseEvent, rules: Addresses, actions: LinkActions): void {
  const modified = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  const anchor = anchorOf(event);
  if (!anchor || event.defaultPrevented || modified) return;
  const { dataset } = anchor;
  if (dataset.version) prefer(dataset.version);
  const href = anchor.getAttribute("href") ?? "";
  if (href.startsWith("#")) {
    if (href !== location.hash) actions.jump();
    const target = elementOfHash(href);
    if (target) openAround(target);
    return;
  }
  if (href.startsWith(ownScheme)) {
    event.preventDefault();
    location.assign(withBase(`/${href.slice(ownScheme.length).replace(/^\/+/, "")}`, rules));
  } else if (dataset.reload && dataset.keep) {
    event.preventDefault();
    const to = keepPlace(new URL(anchor.href));
    // If the URL is unchanged and has a fragment, `assign` would only scroll.
    if (to.href === location.href) location.reload();
    else location.assign(to);
  } else {
    const url = routeOf(anchor, rules);
    if (!url) return;
    event.preventDefault();
    if (dataset.keep) keepPlace(url);
    actions.navigate(url.pathname + url.search + url.hash);
  }
}

/**
 * Follows links that the reader clicks, and preloads the targets of links that the reader points at. Returns a function
 * that stops both behaviors.
 */
export function startLinks(rules: Addresses, actions: LinkActions): () => void {
  const click = (event: MouseEvent) => follow(event, rules, actions);
  // Until the sidebar is hydrated, React blocks clicks in it.
  const early = (event: MouseEvent) => {
    if (anchorOf(event)?.matches(".sidebar-nav:not([data-live]) a:not([role=button])")) click(event);
  };
  // Ignore moves between children of a link, because the pointer was already on the link.
  let last: HTMLAnchorElement | null = null;
  const point = (event: Event) => {
    const anchor = anchorOf(event);
    if (anchor === last) return;
    last = anchor;
    const url = anchor && routeOf(anchor, rules);
    if (url && url.pathname !== location.pathname) actions.preload(url.pathname);
  };
  const pointing = ["mouseover", "touchstart", "focusin"];
  document.addEventListener("click", early, { capture: true });
  document.addEventListener("click", click);
  for (const name of pointing) document.addEventListener(name, point, { passive: true });
  return () => {
    document.removeEventListener("click", early, { capture: true });
    document.removeEventListener("click", click);
    for (const name of pointing) document.removeEventListener(name, point);
  };
}

/** Prefetches the targets of visible links, including links added later. Returns a function that stops prefetching. */
export function watchLinks(root: Element, rules: Addresses, actions: LinkActions): () => void {
  const seen = new WeakSet<HTMLAnchorElement>();
  const visit = (anchor: HTMLAnchorElement) => {
    const url = routeOf(anchor, rules);
    if (url && url.pathname !== location.pathname) actions.prefetch(url.pathname);
  };
  const views =
    "IntersectionObserver" in window
      ? new IntersectionObserver((entries) => {
          for (const entry of entries) {
            if (!entry.isIntersecting) continue;
            views?.unobserve(entry.target);
            visit(entry.target as HTMLAnchorElement);
          }
        })
      : null;
  const scan = () => {
    for (const anchor of root.querySelectorAll<HTMLAnchorElement>("a[href]")) {
      if (seen.has(anchor)) continue;
      seen.add(anchor);
      if (views) views.observe(anchor);
      else visit(anchor);
    }
  };
  let frame = 0;
  const changes = new MutationObserver(() => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      scan();
    });
  });
  scan();
  changes.observe(root, { childList: true, subtree: true });
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    views?.disconnect();
  };
}
