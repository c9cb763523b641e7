/**
 * Maps paths to pages with a data router. The router has a single route, and the route's loader is the page store. The
 * old page stays until the new page is complete. Then, the URL, the title, and the content change together.
 */

import { createBrowserRouter, type DataRouter, type Location, redirect, redirectDocument } from "react-router";
import type { Page, SiteData } from "./chunk.ts";
import { Incomplete, type Moved, type PageLoader } from "./pageLoader.ts";
import { loadDocument, recover, recovered } from "./recover.ts";

const routeId = "page";

export type { Location };

/** The result of a navigation: a page, or the reason why there's no page. */
export type Result = { page: Page } | { failure: unknown };

type DataState = DataRouter["state"];

/** How the reader reached a location: with the browser's buttons or a link within the page, or with another link. */
export type Action = DataState["historyAction"];

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
  /** Loads the current URL again after a failure. */
  retry(): void;
  /** Makes the browser's back button call `instead`. Returns a function that restores the button. */
  block(instead: () => void): () => void;
  /** Records the current history entry before the reader jumps within a page. */
  jump(): void;
}

/**
 * Gives a position to each history entry that the router doesn't know. The browser creates such an entry when the
 * reader jumps within a page. Returns a function that records the current entry's position.
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

/** Redirects to a page's new location. If the target has no query or hash, uses the request's query or hash. */
function follow({ redirect: target, document }: Moved, search: string, hash: string): Response {
  const at = target.indexOf("#");
  const path = at < 0 ? target : target.slice(0, at);
  const address = path + (path.includes("?") ? "" : search) + (at < 0 ? hash : target.slice(at));
  return document ? redirectDocument(address) : redirect(address);
}

export function createPageRouter(site: SiteData, loader: PageLoader, first: Page): PageRouter {
  const jump = watchJumps();
  let retrying = false;

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

  const load = async (request: Request): Promise<Result> => {
    const url = new URL(request.url);
    // Get the hash from the current navigation, because the request doesn't include it.
    const { hash = "" } = router.state.navigation.location ?? {};
    const address = url.pathname + url.search + hash;
    const path = loader.canonical(url.pathname);
    const again = retrying;
    retrying = false;
    try {
      const loaded = await loader.loadWhole(path);
      if (loaded && "redirect" in loaded) throw follow(loaded, url.search, hash);
      const page = loaded ?? (await instead(path, address));
      recovered(address);
      return !request.signal.aborted && isForeign(page, site) ? await loadDocument(address) : { page };
    } catch (error) {
      if (error instanceof Response || request.signal.aborted) throw error;
      if (again) return settle(error);
      try {
        return await recover(address, error);
      } catch {
        return settle(error);
      }
    }
  };

  const router = createBrowserRouter(
    [
      {
        id: routeId,
        path: "*",
        loader: ({ request }) => load(request),
        shouldRevalidate: ({ currentUrl, nextUrl }) => retrying || currentUrl.pathname !== nextUrl.pathname,
      },
    ],
    { hydrationData: { loaderData: { [routeId]: { page: first } satisfies Result } } },
  );

  /** The failure of the router itself, with a stable identity. */
  let failed: { failure: unknown } = { failure: undefined };
  const resultOf = ({ loaderData, errors }: DataState): Result => {
    const result = loaderData[routeId] as Result | undefined;
    const failure: unknown = errors?.[routeId];
    if (result && failure === undefined) return result;
    if (failed.failure !== failure) failed = { failure };
    return failed;
  };
  const stateOf = (state: DataState): RouterState => ({
    location: state.location,
    action: state.historyAction,
    result: resultOf(state),
    pending: state.navigation.location ?? null,
    reloading: state.revalidation === "loading",
  });

  return {
    jump,
    state: () => stateOf(router.state),
    subscribe: (changed) => router.subscribe((state) => changed(stateOf(state))),
    navigate: (to, options) => void router.navigate(to, options),
    retry() {
      retrying = true;
      void router.revalidate();
    },
    block(instead) {
      const key = "back-to-close";
      router.getBlocker(key, ({ historyAction }) => historyAction === "POP");
      const stop = router.subscribe(({ blockers }) => {
        const blocker = blockers.get(key);
        if (blocker?.state !== "blocked") return;
        blocker.reset();
        instead();
      });
      return () => {
        stop();
        router.deleteBlocker(key);
      };
    },
  };
}
