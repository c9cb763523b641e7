/**
 * Maps paths to pages. The old page stays until the new page is complete. Then, the URL, the title, and the content
 * change together. This module uses React Router's history, but not its data router, which is five times as large as
 * this entire module.
 */

import { UNSAFE_createBrowserHistory as createBrowserHistory, type Location } from "react-router";
import type { Page, SiteData } from "./chunk.ts";
import { Incomplete, type Moved, type PageLoader } from "./pageLoader.ts";
import { loadDocument, recover, recovered } from "./recover.ts";

export type { Location };

/** The result of a navigation: a page, or the reason why there's no page. */
export type Result = { page: Page } | { failure: unknown };

/** How the reader reached a location: with the browser's buttons or a link within the page, or with another link. */
export type Action = "POP" | "PUSH" | "REPLACE";

export interface RouterState {
  location: Location;
  action: Action;
  result: Result;
  /** The target of the current navigation. */
  pending: Path | null;
  /** Whether the current URL is being loaded again. */
  reloading: boolean;
}

/** The parts of a URL on the site. */
export type Path = Pick<Location, "pathname" | "search" | "hash">;

export interface PageRouter {
  state(): RouterState;
  /** Calls `changed` after every change. Returns a function that unsubscribes. */
  subscribe(changed: (state: RouterState) => void): () => void;
  navigate(to: string, options?: { replace: boolean }): void;
  /** Loads the current URL again after a failure. */
  retry(): void;
  /** Makes the browser's back button call `instead`. Returns a function that restores the button. */
  block(instead: () => void): () => void;
  /** Records the current history entry before the reader jumps within a page. */
  jump(): void;
}

/**
 * Assigns a position to each history entry that the router doesn't know about. The browser creates such an entry when
 * the reader jumps within a page. Returns a function that records the current entry's position.
 */
function watchJumps(): () => void {
  let index = 0;
  addEventListener("popstate", () => {
    if (history.state) return;
    history.replaceState({ usr: null, key: Math.random().toString(36).slice(2, 10), idx: index + 1 }, "");
  });
  return () => {
    index = (history.state as { idx?: number } | null)?.idx ?? 0;
  };
}

/**
 * Whether a page is from another deployment and needs that deployment's app. The response's status doesn't show whether
 * the page is from another deployment.
 */
function isForeign(page: Page, site: SiteData): boolean {
  return page.build !== site.build;
}

const addressOf = ({ pathname, search, hash }: Path) => pathname + search + hash;

/**
 * Returns a page's new location. If the target has no query or fragment, the new location keeps the query or fragment
 * of the old location.
 */
function follow({ redirect: target }: Moved, { search, hash }: Path): string {
  const at = target.indexOf("#");
  const path = at < 0 ? target : target.slice(0, at);
  return path + (path.includes("?") ? "" : search) + (at < 0 ? hash : target.slice(at));
}

export function createPageRouter(site: SiteData, loader: PageLoader, first: Page): PageRouter {
  const jump = watchJumps();
  const entries = createBrowserHistory();
  const listeners = new Set<(state: RouterState) => void>();
  let state: RouterState = {
    location: entries.location,
    action: "POP",
    result: { page: first },
    pending: null,
    reloading: false,
  };
  /** Stops loading for the current navigation. */
  let loading = new AbortController();
  /** Starts the current navigation again. */
  let restart: (() => void) | null = null;
  /** Called instead of going back. */
  let blocked: (() => void) | null = null;
  /** Whether the next history change only undoes a change that was blocked. */
  let undoing = false;

  const update = (changes: Partial<RouterState>) => {
    state = { ...state, ...changes };
    for (const changed of [...listeners]) changed(state);
  };

  /**
   * Returns the result after a failure. If only parts of the page are missing, returns the page. Each part reports its
   * own failure.
   */
  const settle = (error: unknown): Result => (error instanceof Incomplete ? { page: error.page } : { failure: error });

  /**
   * Replaces a page without a chunk. If the host has a document for the page, loads the document. Otherwise, loads the
   * not-found page.
   */
  const instead = async (path: string, address: string): Promise<Page> =>
    (await loader.hasDocument(path)) ? loadDocument(address) : { ...(await loader.missing()), path };

  /** Loads the page at a location. If the location redirects, returns the target instead. */
  const load = async (to: Path, { aborted }: { aborted(): boolean }, again: boolean): Promise<Result | string> => {
    const address = addressOf(to);
    const path = loader.canonical(to.pathname);
    try {
      const loaded = await loader.loadWhole(path);
      if (loaded && "redirect" in loaded) {
        const target = follow(loaded, to);
        return loaded.document && !aborted() ? await loadDocument(target) : target;
      }
      const page = loaded ?? (await instead(path, address));
      recovered(address);
      return !aborted() && isForeign(page, site) ? await loadDocument(address) : { page };
    } catch (error) {
      if (again || aborted()) return settle(error);
      try {
        return await recover(address, error);
      } catch {
        return settle(error);
      }
    }
  };

  /** Loads a location, unless another navigation starts. Calls `arrive` with the result. */
  const loadFor = async (to: Path, action: Action, again: boolean, arrive: (result: Result) => void) => {
    loading.abort();
    loading = new AbortController();
    const { signal } = loading;
    const result = await load(to, { aborted: () => signal.aborted }, again);
    if (signal.aborted) return;
    if (typeof result === "string") {
      visit(pathOf(result), action === "POP" ? "REPLACE" : action);
    } else {
      restart = null;
      arrive(result);
    }
  };

  /** Goes to a location. The URL changes when the page is complete, unless the browser has already changed it. */
  const visit = (to: Path, action: Action, again = false): void => {
    const commit = () => {
      if (action === "PUSH") entries.push(to);
      else if (action === "REPLACE") entries.replace(to);
      return { location: entries.location, action, pending: null };
    };
    if (!again && to.pathname === state.location.pathname) {
      if (!state.reloading) loading.abort();
      restart = null;
      update(commit());
      return;
    }
    restart = () => visit(to, action, true);
    void loadFor(to, action, again, (result) => update({ ...commit(), result, reloading: false }));
    update({ pending: to, reloading: false });
  };

  const pathOf = (address: string): Path => {
    const { pathname, search, hash } = new URL(address, document.baseURI);
    return { pathname, search, hash };
  };

  entries.listen(({ location, delta }) => {
    if (undoing) {
      undoing = false;
    } else if (blocked && delta) {
      undoing = true;
      entries.go(-delta);
      blocked();
    } else {
      visit(location, "POP");
    }
  });

  return {
    jump,
    state: () => state,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    navigate: (to, options) => visit(pathOf(to), options?.replace ? "REPLACE" : "PUSH"),
    retry() {
      if (restart) {
        restart();
      } else {
        void loadFor(state.location, "REPLACE", true, (result) => update({ result, reloading: false }));
        update({ reloading: true });
      }
    },
    block(instead) {
      blocked = instead;
      return () => {
        if (blocked === instead) blocked = null;
      };
    },
  };
}
