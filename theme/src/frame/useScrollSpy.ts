import { type RefObject, useEffect } from "react";
import { elementOfHash } from "../hooks/hash.ts";

/**
 * Returns the index of the heading that the reader has reached. Above the first heading, returns `null`. `tops` are the
 * headings' distances from the top of the viewport.
 */
export function activeHeading(
  tops: readonly number[],
  view: { navbar: number; height: number; atEnd: boolean },
): number | null {
  if (tops.length === 0) return null;
  if (view.atEnd) return tops.length - 1;
  // Allow a tolerance of half a pixel, because rounding can place a target heading slightly above the navbar's edge.
  const below = tops.findIndex((top) => top >= view.navbar - 0.5);
  if (below === -1) return tops.length - 1;
  const first = tops[below] ?? 0;
  if (first < view.height / 2) return below;
  return below === 0 ? null : below - 1;
}

/**
 * Scrolls a link into view within `nav`. Doesn't use `scrollIntoView`, because it would stop the reader's smooth
 * scrolling.
 */
export function keepInView(link: Element, nav: Element, room = 0): void {
  const at = link.getBoundingClientRect();
  const frame = nav.getBoundingClientRect();
  if (at.top < frame.top) nav.scrollTop -= frame.top - at.top + room;
  else if (at.bottom > frame.bottom) nav.scrollTop += at.bottom - frame.bottom + room;
}

/**
 * Marks the entry for the current heading with `aria-current`. React doesn't manage this attribute, because the
 * attribute changes while the reader scrolls, and nothing else depends on the attribute.
 */
export function useScrollSpy(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let frame = 0;
    let marked: Element | undefined;
    const update = () => {
      frame = 0;
      const nav = ref.current;
      if (!nav || nav.offsetParent === null) return;
      const entries = [...nav.querySelectorAll("a")].flatMap((link) => {
        const heading = elementOfHash(link.hash);
        return heading ? [{ link, top: heading.getBoundingClientRect().top }] : [];
      });
      const root = document.documentElement;
      const index = activeHeading(
        entries.map(({ top }) => top),
        {
          navbar: document.querySelector(".navbar")?.getBoundingClientRect().height ?? 0,
          height: innerHeight,
          // Check `scrollY`, because a page that's too short to scroll is always at its end, even if the reader is at
          // the start.
          atEnd: scrollY > 0 && scrollY + innerHeight >= root.scrollHeight - 1,
        },
      );
      const link = index === null ? undefined : entries[index]?.link;
      if (link === marked && link?.hasAttribute("aria-current")) return;
      for (const stale of nav.querySelectorAll("[aria-current]")) stale.removeAttribute("aria-current");
      link?.setAttribute("aria-current", "true");
      marked = link;
      if (link) keepInView(link, nav);
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(update);
    };
    schedule();
    addEventListener("scroll", schedule, { passive: true });
    addEventListener("resize", schedule);
    addEventListener("docgen:navigated", schedule);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", schedule);
      removeEventListener("resize", schedule);
      removeEventListener("docgen:navigated", schedule);
    };
  }, [ref]);
}
