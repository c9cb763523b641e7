/** Determines when islands become interactive. */

import { idle } from "../hooks/turns.ts";

/**
 * The margin above and below the viewport: a quarter of the viewport's height. Readers need a moment to scroll this
 * distance.
 */
const margin = "25% 0px";

/**
 * Returns the outermost elements in an island that have a box. If there are none, returns the nearest ancestor that has
 * a box.
 */
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
 * Calls `go` when an island with the given mode must become interactive, even if the island has been removed by then.
 * Returns a function that stops waiting.
 */
export function whenNeeded(mode: string | undefined, island: Element, go: () => void): () => void {
  if (mode === "visible") return visible(island, go);
  if (mode === "idle") void idle().then(go);
  else go();
  return () => {};
}
