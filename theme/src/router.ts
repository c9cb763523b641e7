/**
 * Maps paths to pages, and follows the browser's history. The old page stays until the new page is complete. Then, the
 * URL, the title, and the content change together. A newer navigation replaces an older one that is still pending.
 */

import type { Page, SiteData } from "./chunk.ts";
import { Incomplete, type Moved, type PageLoader } from "./pageLoader.ts";
import { loadDocument, recover, recovered } from "./recover.ts";

/** The result of a navigation: a page, or the reason why there's no page. */
export type Result = { page: Page } | { failure: unknown };

export interface Location {
  pathname: string;
  search: string;
  hash: string;
  /** Identifies the history entry. */
  key: string;
}

/** How the reader came to a location: with the browser's buttons or a link within the page, or with a link. */
export type Action = "POP" | "PUSH" | "REPLACE";

export interface RouterState {
  location: Location;
  action: Action;
  result: Result;
  /** The target of the current navigation. */
  pending: Location | null;
  /** Whether the current URL is being loaded again. */
  reloading: boolean;
}

export interface PageRouter {
  state(): RouterState;
  /** Calls `changed` after every change. Returns a function that unsubscribes. */
  subscribe(changed: (state: RouterState) => void): () => void;
  navigate(to: string, options?: { replace: boolean }): void;
  /** Loads the current URL again, for example after a failure. */
  retry(): void;
  /** Makes the browser's back button call `instead`. Returns a function that restores the button. */
  block(instead: () => void): () => void;
}

/** The state of a history entry. `idx` is the entry's position. */
interface EntryState {
  key?: string;
  idx?: number;
}

/** A redirect to another URL of the site. Some targets need a new document. */
interface Redirect {
  to: string;
  document: boolean;
}

const entry = () => history.state as EntryState | null;
const newKey = () => Math.random().toString(36).slice(2, 10);
const hrefOf = ({ pathname, search, hash }: Location) => pathname + search + hash;

function locationOf({ pathname, search, hash }: URL | globalThis.Location, key: string): Location {
  return { pathname, search, hash, key };
}

/**
 * Whether a page is from another deployment and needs that deployment's app. The response's status doesn't show whether
 * the page is from another deployment.
 */
function isForeign(page: Page, site: SiteData): boolean {
  return page.build !== site.build;
}

/** Redirects to a page's new location. If the target has no query or hash, uses the request's query or hash. */
function follow({ redirect: target, document = false }: Moved, { search, hash }: Location): Redirect {
  const at = target.indexOf("#");
  const path = at < 0 ? target : target.slice(0, at);
  return { to: path + (path.includes("?") ? "" : search) + (at < 0 ? hash : target.slice(at)), document };
}

/**
 * Returns the result after a failure. If only parts of the page are missing, returns the page. Each part reports its own
 * failure.
 */
const settle = (error: unknown): Result => (error instanceof Incomplete ? { page: error.page } : { failure: error });

/** Creates a function that loads the page for a location. */
function createLoad(site: SiteData, loader: PageLoader) {
  /**
   * Replaces a page without a chunk. If the host has a document for the page, loads the document. Otherwise, loads the
   * not-found page.
   */
  const instead = async (path: string, address: string): Promise<Page> =>
    (await loader.hasDocument(path)) ? loadDocument(address) : { ...(await loader.missing()), path };

  return async (to: Location, signal: AbortSignal, isRetry: boolean): Promise<Result | Redirect> => {
    const address = hrefOf(to);
    const path = loader.canonical(to.pathname);
    try {
      const loaded = await loader.loadWhole(path);
      if (loaded && "redirect" in loaded) return follow(loaded, to);
      const page = loaded ?? (await instead(path, address));
      recovered(address);
      return !signal.aborted && isForeign(page, site) ? await loadDocument(address) : { page };
    } catch (error) {
      if (isRetry || signal.aborted) return settle(error);
      try {
        return await recover(address, error);
      } catch {
        return settle(error);
      }
    }
  };
}

export function createPageRouter(site: SiteData, loader: PageLoader, first: Page): PageRouter {
  const load = createLoad(site, loader);
  const listeners = new Set<(state: RouterState) => void>();
  /** Called instead of going back. */
  let blocker: (() => void) | null = null;
  /** Whether the next history event only undoes a blocked one. */
  let isUndoing = false;
  let running = new AbortController();
  let pendingAction: Action = "POP";
  /** The position of the current history entry. */
  let index = entry()?.idx ?? 0;
  if (entry()?.idx === undefined) history.replaceState({ ...history.state, idx: index }, "");

  let state: RouterState = {
    location: locationOf(location, entry()?.key ?? "default"),
    action: "POP",
    result: { page: first },
    pending: null,
    reloading: false,
  };
  const update = (changes: Partial<RouterState>) => {
    state = { ...state, ...changes };
    for (const changed of [...listeners]) changed(state);
  };

  const finish = (to: Location, action: Action, result: Result) => {
    if (action === "PUSH") index += 1;
    const data = { key: to.key, idx: index };
    if (action === "PUSH") history.pushState(data, "", hrefOf(to));
    if (action === "REPLACE") history.replaceState(data, "", hrefOf(to));
    update({ location: to, action, result, pending: null, reloading: false });
  };

  const go = async (to: Location, action: Action, isRetry = false): Promise<void> => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    pendingAction = action;
    // Another query or hash doesn't change the page.
    if (!isRetry && to.pathname === state.location.pathname) return finish(to, action, state.result);
    update(isRetry ? { reloading: true, pending: null } : { pending: to, reloading: false });
    const result = await load(to, signal, isRetry);
    if (signal.aborted) return;
    if (!("to" in result)) return finish(to, action, result);
    if (result.document) return action === "PUSH" ? location.assign(result.to) : location.replace(result.to);
    return go(locationOf(new URL(result.to, location.href), newKey()), action === "PUSH" ? "PUSH" : "REPLACE");
  };

  addEventListener("popstate", () => {
    if (isUndoing) {
      isUndoing = false;
      return;
    }
    // When the reader jumps within a page, the browser creates an entry without a state.
    if (!entry()) history.replaceState({ key: newKey(), idx: index + 1 }, "");
    const { key = "default", idx = index } = entry() ?? {};
    if (blocker && idx !== index) {
      isUndoing = true;
      history.go(index - idx);
      blocker();
      return;
    }
    index = idx;
    void go(locationOf(location, key), "POP");
  });

  return {
    state: () => state,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    navigate(to, options) {
      void go(locationOf(new URL(to, location.href), newKey()), options?.replace ? "REPLACE" : "PUSH");
    },
    retry() {
      // The data of a pending navigation might be outdated, too.
      void (state.pending ? go(state.pending, pendingAction) : go(state.location, "POP", true));
    },
    block(instead) {
      blocker = instead;
      return () => {
        if (blocker === instead) blocker = null;
      };
    },
  };
}
