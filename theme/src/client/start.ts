/** Starts the interactive components on a page. Pages without such components don't load this code. */

import "../shared.ts";
import { hold } from "./hold.ts";
import { ISLANDS, Island, islandAround } from "./Island.tsx";
import { readFacts } from "./page.ts";

/** The islands in the document. An island inside another island is added when the outer island becomes interactive. */
const islands = new Map<Element, Island>();

/** An event on an island makes that island and all islands that contain it interactive. */
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

/** Removes the islands that meet a condition, starting with the outermost islands. */
function remove(isGone: (element: Element) => boolean): void {
  for (const [element, island] of islands) {
    if (isGone(element)) {
      islands.delete(element);
      island.leave();
    }
  }
}

/** Starts islands that appear. After React finishes, removes islands that have left the document. */
const follower = {
  shown: startIn,
  hidden: () => queueMicrotask(() => remove((element) => !element.isConnected)),
};

/** Handles an element that's about to be removed. `preventDefault` reports that the element contains islands. */
addEventListener("docgen:leaving", (event) => {
  const { size } = islands;
  remove((element) => (event.target as Node).contains(element));
  if (islands.size < size) event.preventDefault();
});

/** Starts the islands of a page or of a slot in the frame. Returns a function to call when the HTML changes. */
export function start(found: Element): () => void {
  startIn(found.closest(".article, .slot") as Element);
  return follower.hidden;
}
