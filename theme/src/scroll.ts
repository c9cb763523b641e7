/** Sets the scroll position after a navigation: the target of the URL's fragment, the top, or the last position. */

import { elementOfHash, openAround } from "./hooks/hash.ts";
import type { Location } from "./router.ts";

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
  /** Saves the scroll position for a history entry before the reader leaves the entry. */
  save(key: string): void;
  /** Saves the position before the browser scrolls within the page. */
  jump(key: string): void;
  /** Takes over scroll restoration from the browser. */
  hold(): void;
  /** Scrolls to the position for a new page. */
  restore(to: Location, from: Location, back: boolean): void;
}

/**
 * Creates a scroller. When a document loads, the browser sets the position, because browsers preserve the position when
 * the reader reloads the document. After the first navigation, the app restores positions, because the browser would
 * restore them before the page is ready. When the reader leaves the site, the browser takes over again.
 */
export function createScroller(): Scroller {
  const positions = read();
  let jumpedFrom: string | null = null;
  addEventListener("pagehide", () => {
    history.scrollRestoration = "auto";
    try {
      sessionStorage.setItem(kept, JSON.stringify(positions));
    } catch {
      // Without storage, positions are lost when the page closes.
    }
  });
  return {
    save(key) {
      // After a jump, the browser has already scrolled.
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
      const target = elementOfHash(to.hash);
      if (target) openAround(target);
      if (to.hash) target?.scrollIntoView();
      else scrollTo({ top: back ? (positions[to.key] ?? 0) : 0, behavior: "instant" });
    },
  };
}
