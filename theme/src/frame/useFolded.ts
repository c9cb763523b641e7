import { type RefObject, useEffect, useState } from "react";

/**
 * Marks the navbar items that don't fit into the bar with `data-folded`, and returns whether there are such items. The
 * styles let these items wrap, so an item doesn't fit if it isn't in the first row. React doesn't manage the attribute,
 * because it depends on the width of the window and of the fonts.
 */
export function useFolded(ref: RefObject<HTMLElement | null>): boolean {
  const [folded, setFolded] = useState(false);
  // Without dependencies, because a page can have other items than the page before.
  useEffect(() => {
    const items = [...(ref.current?.querySelectorAll<HTMLElement>(".navbar-items > li") ?? [])];
    const sizes = new ResizeObserver(() => {
      for (const item of items) item.toggleAttribute("data-folded", item.offsetTop > item.offsetHeight / 2);
      setFolded(items.some((item) => item.hasAttribute("data-folded")));
    });
    for (const element of [ref.current, ...items]) if (element) sizes.observe(element);
    return () => sizes.disconnect();
  });
  return folded;
}
