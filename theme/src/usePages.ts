import { startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { DataRouter, Location } from "react-router";
import { removeComponents } from "./leave.ts";
import { type Result, routeId } from "./router.tsx";
import type { Scroller } from "./scroll.ts";

type RouterState = DataRouter["state"];

/** The current page. */
export interface View {
  location: Location;
  action: RouterState["historyAction"];
  /** Absent if the router itself failed. */
  result: Result | undefined;
  error: unknown;
}

export interface Pages {
  view: View;
  /** The target of the current navigation. */
  pending: Location | null;
  /** Whether the current URL is being loaded again. */
  reloading: boolean;
}

function viewOf({ location, historyAction, loaderData, errors }: RouterState): View {
  return {
    location,
    action: historyAction,
    result: loaderData[routeId] as Result | undefined,
    error: errors?.[routeId],
  };
}

const pageOf = ({ result }: View) => (result && "page" in result ? result.page : undefined);

/**
 * Shows the next view. Usually, this is a transition. If interactive components have to be removed, it's immediate:
 * otherwise, a reader who goes back during the transition would find them removed.
 */
function replace(last: View, next: View, show: () => void): void {
  const page = pageOf(next);
  const isOther = page?.path !== pageOf(last)?.path;
  const inBody = isOther && removeComponents(".article");
  const inSidebar = !page?.sidebar && removeComponents(".sidebar");
  if (inBody || inSidebar) flushSync(show);
  else startTransition(show);
}

/**
 * Returns the router's current page and any pending navigation. A finished navigation is rendered as a transition, so
 * that the current page stays responsive. A pending navigation is shown immediately.
 */
export function usePages(router: DataRouter, scroller: Scroller): Pages {
  const [view, setView] = useState(() => viewOf(router.state));
  const [pending, setPending] = useState<Location | null>(null);
  const [reloading, setReloading] = useState(false);
  const shown = useRef(view);

  useLayoutEffect(() => {
    const update = (state: RouterState) => {
      const next = viewOf(state);
      const last = shown.current;
      const changed = next.location !== last.location || next.result !== last.result || next.error !== last.error;
      const progress = () => {
        setPending(state.navigation.location ?? null);
        setReloading(state.revalidation === "loading");
      };
      if (state.navigation.location) scroller.hold();
      if (!changed) return progress();
      if (next.location.key !== last.location.key) scroller.save(last.location.key);
      shown.current = next;
      replace(last, next, () => {
        setView(next);
        progress();
      });
    };
    // The reader might have clicked a link before this hook subscribed.
    update(router.state);
    return router.subscribe(update);
  }, [router, scroller]);

  return { view, pending, reloading };
}

/** Makes the browser's back button call `close`, instead of going back, while `open` is true. */
export function useBackToClose(router: DataRouter, open: boolean, close: () => void): void {
  useEffect(() => {
    if (!open) return;
    const key = "back-to-close";
    router.getBlocker(key, ({ historyAction }) => historyAction === "POP");
    const stop = router.subscribe(({ blockers }) => {
      const blocker = blockers.get(key);
      if (blocker?.state !== "blocked") return;
      blocker.reset();
      close();
    });
    return () => {
      stop();
      router.deleteBlocker(key);
    };
  }, [router, open, close]);
}
