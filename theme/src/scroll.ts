/** Where a page stands after a navigation: at its hash, at its top, or where the reader left it. */

import type { Location } from "react-router";
import { elementOfHash } from "./hooks/hash.ts";

const kept = "docgen.scroll";

type Position = Record<string, number>;

function read(): Position {
  try {
    return JSON.parse(sessionStorage.getItem(kept) ?? "{}") as Position;
  } catch {
    return {};
  }
}

export interface Scroller {
  /** Remembers where an entry of the history stands that is about to be left. */
  save(key: string): void;
  /** Remembers it before the browser itself moves the reader within the page. */
  jump(key: string): void;
  /** Takes the restoring of positions over from the browser. */
  hold(): void;
  /** Moves to where a page belongs, once it is in the document. */
  restore(to: Location, from: Location, back: boolean): void;
}

/**
 * The first load is the browser's: it knows the position of a reloaded page. From the first navigation on the app
 * restores, since the browser would do so before the page is there; a page that is left for good is handed back.
 */
export function createScroller(): Scroller {
  const positions = read();
  let jumpedFrom: string | null = null;
  addEventListener("pagehide", () => {
    history.scrollRestoration = "auto";
    try {
      sessionStorage.setItem(kept, JSON.stringify(positions));
    } catch {
      // Positions are lost with the page then.
    }
  });
  return {
    save(key) {
      // After a jump the browser has moved on already.
      if (jumpedFrom !== key) positions[key] = scrollY;
      jumpedFrom = null;
    },
    jump(key) {
      positions[key] = scrollY;
      jumpedFrom = key;
    },
    hold() {
      history.scrollRestoration = "manual";
    },
    restore(to, from, back) {
      if (to.pathname === from.pathname && to.hash === from.hash && to.search !== from.search) return;
      if (to.hash) elementOfHash(to.hash)?.scrollIntoView();
      else scrollTo({ top: back ? (positions[to.key] ?? 0) : 0, behavior: "instant" });
    },
  };
}
