import { type RefObject, useEffect } from "react";
import { elementOfHash } from "../hooks/hash.ts";

/**
 * Returns the index of the heading that the reader has reached. If the reader is above the first heading, returns 0. If
 * there are no headings, returns `null`. `tops` are the headings' distances from the top of the viewport, and `covered`
 * is the height of the bars at the top.
 */
export function activeHeading(
  tops: readonly number[],
  view: { covered: number; height: number; atEnd: boolean },
): number | null {
  if (tops.length === 0) return null;
  if (view.atEnd) return tops.length - 1;
  // Allow a tolerance of half a pixel, because rounding can place a target heading slightly above the lower edge of the
  // bars.
  const below = tops.findIndex((top) => top >= view.covered - 0.5);
  if (below === -1) return tops.length - 1;
  const first = tops[below] ?? 0;
  return first < view.height / 2 ? below : Math.max(0, below - 1);
}

/**
 * Scrolls a link into view within `nav`. Doesn't use `scrollIntoView`, because that method would stop the reader's
 * smooth scrolling.
 */
export function keepInView(link: Element, nav: Element, room = 0): void {
  const at = link.getBoundingClientRect();
  const frame = nav.getBoundingClientRect();
  if (at.top < frame.top) nav.scrollTop -= frame.top - at.top + room;
  else if (at.bottom > frame.bottom) nav.scrollTop += at.bottom - frame.bottom + room;
}

/** Returns the link to the heading that the reader has reached. `bar` is the bar that names the heading. */
function currentLink(nav: HTMLElement, bar: HTMLElement): HTMLAnchorElement | undefined {
  const entries = [...nav.querySelectorAll("a")].flatMap((link) => {
    const heading = elementOfHash(link.hash);
    return heading ? [{ link, top: heading.getBoundingClientRect().top }] : [];
  });
  const navbar = document.querySelector(".navbar")?.getBoundingClientRect().height ?? 0;
  const index = activeHeading(
    entries.map(({ top }) => top),
    {
      covered: navbar + bar.offsetHeight,
      height: innerHeight,
      // Check `scrollY`, because a page that's too short to scroll is always at its end, even if the reader is at the
      // start.
      atEnd: scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 1,
    },
  );
  return index === null ? undefined : entries[index]?.link;
}

/**
 * Marks the entry for the current heading with `aria-current` and names the heading in the bar. React manages neither
 * the attribute nor the name, because they change while the reader scrolls, and nothing else depends on them.
 */
export function useScrollSpy(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let frame = 0;
    let marked: Element | undefined;
    const update = () => {
      frame = 0;
      const [bar, nav] = ref.current?.children ?? [];
      if (!(bar instanceof HTMLElement && nav instanceof HTMLElement)) return;
      const link = currentLink(nav, bar);
      if (link === marked && link?.hasAttribute("aria-current")) return;
      for (const stale of nav.querySelectorAll("[aria-current]")) stale.removeAttribute("aria-current");
      marked = link;
      const here = bar.querySelector(".toc-here");
      if (here) here.textContent = link?.textContent ?? "";
      if (!link) return;
      link.setAttribute("aria-current", "true");
      keepInView(link, nav, 48);
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(update);
    };
    /** Scrolls the list to the entry when the list opens. */
    const opened = () => {
      marked = undefined;
      schedule();
    };
    schedule();
    const bar = ref.current?.firstElementChild;
    bar?.addEventListener("toggle", opened);
    addEventListener("scroll", schedule, { passive: true });
    addEventListener("resize", schedule);
    addEventListener("docgen:navigated", schedule);
    return () => {
      cancelAnimationFrame(frame);
      bar?.removeEventListener("toggle", opened);
      removeEventListener("scroll", schedule);
      removeEventListener("resize", schedule);
      removeEventListener("docgen:navigated", schedule);
    };
  }, [ref]);
}
