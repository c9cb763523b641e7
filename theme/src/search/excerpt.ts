/** The excerpts of hits, which load for visible hits after a pause in typing. */

import { type RefObject, useEffect, useState } from "react";
import type { SearchHit } from "./provider.ts";
import { complete } from "./session.ts";

/** The pause in typing after which text loads, in milliseconds. Readers don't read excerpts while they type. */
const pause = 200;

/**
 * Returns the excerpt of a hit as HTML. If there's no excerpt, returns `null`. If `isWanted` is true, the excerpt loads
 * when the element is visible and the reader pauses. Until then, returns `undefined`.
 */
export function useExcerpt(hit: SearchHit, ref: RefObject<Element | null>, isWanted = true): string | null | undefined {
  const given = hit._snippetResult.content?.value;
  const [loaded, setLoaded] = useState<{ hit: SearchHit; excerpt: string | null }>();
  useEffect(() => {
    if (!isWanted || given !== undefined || !ref.current) return;
    const left = new AbortController();
    const shown = performance.now();
    let timer = 0;
    const load = async () => {
      const { _snippetResult } = await complete(hit, left.signal);
      if (!left.signal.aborted) setLoaded({ hit, excerpt: _snippetResult.content?.value ?? null });
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
  return given ?? (loaded?.hit === hit ? loaded.excerpt : undefined);
}
