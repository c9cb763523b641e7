/** When islands become interactive. */

import { idle } from "../hooks/turns.ts";

/** The margin around the screen: a quarter of its height, which takes a reader a moment to scroll. */
const margin = "25% 0px";

/** Returns the outermost elements of an island that have a box or, if none do, the nearest such ancestor. */
function boxes(island: Element): Element[] {
  const isBox = (element: Element) => getComputedStyle(element).display !== "contents";
  const inside = (element: Element): Element[] =>
    [...element.children].flatMap((child) => (isBox(child) ? [child] : inside(child)));
  const found = inside(island).filter((element) => !element.matches("script, style, template"));
  if (found.length > 0) return found;
  let around = island.parentElement;
  while (around && !isBox(around)) around = around.parentElement;
  return around ? [around] : [];
}

function visible(island: Element, go: () => void): () => void {
  const watcher = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) go();
    },
    { rootMargin: margin },
  );
  for (const box of boxes(island)) watcher.observe(box);
  return () => watcher.disconnect();
}

/**
 * Calls `go` when an island with this mode has to become interactive, even if it has left by then. Returns a function
 * that stops the observer.
 */
export function whenNeeded(mode: string | undefined, island: Element, go: () => void): () => void {
  if (mode === "visible") return visible(island, go);
  if (mode === "idle") void idle().then(go);
  else go();
  return () => {};
}
