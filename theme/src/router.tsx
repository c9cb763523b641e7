/**
 * Path to page: a data router with one route for everything, whose loader is the store of pages.
 *
 * The old page stays until the new one is whole; then address, title and content change together.
 */

import { createBrowserRouter, type DataRouter, redirect } from "react-router";
import type { Page, SiteData } from "./chunk.ts";
import type { Chunks } from "./chunks.ts";
import { loadDocument, recover, recovered } from "./recover.ts";

export const routeId = "page";

/** What a navigation came to: a page, or the reason why there is none. */
export type Result = { page: Page } | { failure: unknown };

export interface PageRouter {
  router: DataRouter;
  /** Loads the current address again, after a failure. */
  retry(): void;
}

/** Code 200 and a chunk is not enough: a page of another deployment needs that deployment's app. */
function isForeign(page: Page, site: SiteData): boolean {
  return page.build !== site.build;
}

export function createPageRouter(site: SiteData, chunks: Chunks, first: Page): PageRouter {
  let retrying = false;

  const load = async (request: Request): Promise<Result> => {
    const url = new URL(request.url);
    // A request has no hash; the navigation under way does.
    const { hash = "" } = router.state.navigation.location ?? {};
    const address = url.pathname + url.search + hash;
    const path = chunks.canonical(url.pathname);
    const again = retrying;
    retrying = false;
    try {
      const loaded = await chunks.loadWhole(path);
      if (loaded && "redirect" in loaded) throw redirect(loaded.redirect + url.search + hash);
      const page = loaded ?? { ...(await chunks.missing()), path };
      recovered(address);
      return !request.signal.aborted && isForeign(page, site) ? await loadDocument(address) : { page };
    } catch (error) {
      if (error instanceof Response || request.signal.aborted) throw error;
      if (again) return { failure: error };
      try {
        return await recover(address, error);
      } catch {
        return { failure: error };
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

  return {
    router,
    retry() {
      retrying = true;
      void router.revalidate();
    },
  };
}
