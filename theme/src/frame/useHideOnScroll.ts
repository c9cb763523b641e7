import { type RefObject, useEffect } from "react";
import { elementOfHash } from "../hooks/hash.ts";

/**
 * Hides the navbar while the reader scrolls down, if the site is configured to do so. The state is an attribute that
 * React doesn't manage, because the state changes with scroll events and nothing else depends on the state.
 */
export function useHideOnScroll(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const nav = ref.current;
    if (!nav?.dataset.hideOnScroll) return;
    let last = scrollY;
    let jumped = false;
    const show = (shown: boolean) => nav.toggleAttribute("data-hidden", !shown);
    const scrolled = () => {
      const now = scrollY;
      const atBottom = now + innerHeight >= document.documentElement.scrollHeight;
      if (now < nav.offsetHeight) show(true);
      else if (jumped) show(false);
      else if (now > last) show(false);
      else if (now < last && !atBottom) show(true);
      jumped = false;
      last = now;
    };
    // A jump to a heading hides the bar so that the bar doesn't cover the heading. A new page shows the bar again.
    const moved = () => {
      const target = elementOfHash(location.hash) !== null;
      show(!target);
      // If the scroll event for the jump has already fired, the next scroll event comes from the reader.
      jumped = target && scrollY !== last;
      last = scrollY;
    };
    addEventListener("scroll", scrolled, { passive: true });
    addEventListener("hashchange", moved);
    addEventListener("docgen:navigated", moved);
    return () => {
      removeEventListener("scroll", scrolled);
      removeEventListener("hashchange", moved);
      removeEventListener("docgen:navigated", moved);
    };
  }, [ref]);
}
