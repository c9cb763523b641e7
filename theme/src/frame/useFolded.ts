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
    const nav = ref.current;
    const items = [...(nav?.querySelectorAll<HTMLElement>(".navbar-items > li") ?? [])];
    const isFolded = (item: HTMLElement) => item.offsetTop > item.offsetHeight / 2;
    const sizes = new ResizeObserver(() => {
      // The button must not be the reason why an item doesn't fit. A hidden button would lose the focus.
      const button = nav?.querySelector<HTMLElement>(".navbar-more");
      if (button) button.style.position = "absolute";
      const fits = !items.some(isFolded);
      if (button) button.style.position = "";
      for (const item of items) item.toggleAttribute("data-folded", !fits && isFolded(item));
      setFolded(!fits);
    });
    for (const element of [nav, ...items]) if (element) sizes.observe(element);
    return () => sizes.disconnect();
  });
  return folded;
}
