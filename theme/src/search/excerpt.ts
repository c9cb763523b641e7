/** The excerpts and headings of hits, which load for visible hits after a pause in typing. */

import { type RefObject, useEffect, useState } from "react";
import type { SearchHit } from "./provider.ts";
import { complete } from "./session.ts";

/** The pause in typing after which text loads, in milliseconds. Readers don't read excerpts while they type. */
export const pause = 200;

interface Whole {
  hit: SearchHit;
  /** The excerpt as HTML. If there's no excerpt, `null`. Until the excerpt loads, `undefined`. */
  excerpt: string | null | undefined;
}

/**
 * Returns a hit with its excerpt and its heading. If `isWanted` is true, they load when the element is visible and the
 * reader pauses.
 */
export function useWhole(hit: SearchHit, ref: RefObject<Element | null>, isWanted = true): Whole {
  const given = hit._snippetResult.content?.value;
  const [loaded, setLoaded] = useState<{ of: SearchHit; whole: SearchHit }>();
  useEffect(() => {
    if (!isWanted || given !== undefined || !ref.current) return;
    const left = new AbortController();
    const shown = performance.now();
    let timer = 0;
    const load = async () => {
      const whole = await complete(hit, left.signal);
      if (!left.signal.aborted) setLoaded({ of: hit, whole });
    };
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watcher.disconnect();
      timer = window.setTimeout(load, Math.max(0, shown + pause - performance.now()));
    });
    watcher.observe(ref.current);
    return () => {
      watcher.disconnect();
      clearTimeout(timer);
      left.abort();
    };
  }, [hit, given, ref, isWanted]);
  if (given !== undefined || loaded?.of !== hit) return { hit, excerpt: given };
  return { hit: loaded.whole, excerpt: loaded.whole._snippetResult.content?.value ?? null };
}
