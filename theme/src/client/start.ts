/** Starts the interactive components on a page. Pages without such components don't load this code. */

import "../shared.ts";
import { hold } from "./hold.ts";
import { ISLANDS, Island, islandAround } from "./Island.tsx";
import { readFacts } from "./page.ts";

/** The islands in the document. An island inside another island is added when the outer island is interactive. */
const islands = new Map<Element, Island>();

/** An event on an island makes that island and all islands around it interactive. */
const holding = hold();
holding.heard = (target) => {
  for (let island = islandAround(target); island; island = islandAround(island.parentElement)) {
    islands.get(island)?.activate();
  }
};

/** Starts the islands in an element. */
function startIn(root: Element): void {
  const found = [...root.querySelectorAll<HTMLElement>(ISLANDS)];
  readFacts(found);
  for (const element of found) {
    const around = islandAround(element.parentElement);
    if (!islands.has(element) && (!around || islands.get(around)?.isReady)) {
      const island = new Island(element, follower);
      islands.set(element, island);
      if (holding.held.some(({ target }) => element.contains(target))) island.activate();
    }
  }
}

/**
 * Starts islands that appear, and removes islands that leave the document. Removes islands only after React has
 * finished its work.
 */
const follower = { shown: startIn, hidden: () => queueMicrotask(sweep) };

function sweep(): void {
  for (const [element, island] of islands) {
    if (element.isConnected) continue;
    islands.delete(element);
    island.leave();
  }
}

/** Starts the islands of a page or of a slot in the frame. Returns a function to call when the HTML changes. */
export function start(found: Element): () => void {
  sweep();
  startIn(found.closest(".article, .slot") as Element);
  return follower.hidden;
}
