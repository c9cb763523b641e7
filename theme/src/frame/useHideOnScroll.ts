import { type RefObject, useEffect } from "react";
import { elementOfHash } from "../hooks/hash.ts";

/**
 * Hides the navbar while the reader scrolls down, where the site asks for it. The state is an attribute that React does
 * not know, for it changes with every stroke of the wheel and nothing else depends on it.
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
    // A jump to a heading hides the bar, so that it does not cover what was asked for; another page shows it.
    const moved = () => {
      const target = elementOfHash(location.hash) !== null;
      show(!target);
      // The jump's own scrolling may have been heard already; what comes then is the reader's.
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
