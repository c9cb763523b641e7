import { startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { removeComponents } from "./leave.ts";
import type { Action, Location, PageRouter, Path, Result, RouterState } from "./router.ts";
import type { Scroller } from "./scroll.ts";

/** The current page. */
export interface View {
  location: Location;
  action: Action;
  result: Result;
}

export interface Pages {
  view: View;
  /** The target of the current navigation. */
  pending: Path | null;
  /** Whether the current URL is being loaded again. */
  reloading: boolean;
}

const viewOf = ({ location, action, result }: RouterState): View => ({ location, action, result });

const pageOf = ({ result }: View) => ("page" in result ? result.page : undefined);

/** Whether a new page fades in. Pages don't fade in if the window is hidden or if the reader prefers reduced motion. */
const fades = () =>
  "startViewTransition" in document &&
  document.visibilityState === "visible" &&
  !matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Shows the next view. In browsers that support it, the new page fades in. Otherwise, the change is a React transition.
 * If interactive components must be removed, the change is immediate, because a reader who goes back during a
 * transition would find the components removed.
 */
function replace(last: View, next: View, show: () => void): void {
  const page = pageOf(next);
  const isOther = page?.path !== pageOf(last)?.path;
  const inBody = isOther && removeComponents(".article");
  const inSidebar = !page?.sidebar && removeComponents(".sidebar");
  if (inBody || inSidebar) flushSync(show);
  else if (isOther && fades()) {
    // If a newer navigation skips the fade, this promise rejects.
    document.startViewTransition(() => flushSync(show)).ready.catch(() => {});
  } else startTransition(show);
}

/**
 * Returns the router's current page and any pending navigation. The first page is `opened`, whose HTML is hydrated. A
 * finished navigation is rendered as a transition so that the current page stays responsive. A pending navigation is
 * shown immediately.
 */
export function usePages(router: PageRouter, opened: RouterState, scroller: Scroller): Pages {
  const [view, setView] = useState(() => viewOf(opened));
  const [pending, setPending] = useState<Path | null>(null);
  const [reloading, setReloading] = useState(false);
  const shown = useRef(view);

  useLayoutEffect(() => {
    const update = (state: RouterState) => {
      const next = viewOf(state);
      const last = shown.current;
      const changed = next.location !== last.location || next.result !== last.result;
      const progress = () => {
        setPending(state.pending);
        setReloading(state.reloading);
      };
      if (state.pending) scroller.hold();
      if (!changed) return progress();
      if (next.location.key !== last.location.key) scroller.save(last.location.key);
      shown.current = next;
      replace(last, next, () => {
        setView(next);
        progress();
      });
    };
    // The reader might have opened another page before this hook subscribed.
    update(router.state());
    return router.subscribe(update);
  }, [router, scroller]);

  return { view, pending, reloading };
}

/** While `open` is true, makes the browser's back button call `close` instead of going back. */
export function useBackToClose(router: PageRouter, open: boolean, close: () => void): void {
  useEffect(() => (open ? router.block(close) : undefined), [router, open, close]);
}
