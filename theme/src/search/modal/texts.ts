/** The texts of hits in the dialog, which load for visible hits after a pause in typing. */

import { type RefObject, useEffect, useState } from "react";
import type { SearchHit } from "../provider.ts";
import { complete } from "../session.ts";

/** The pause after which texts load, in milliseconds. A reader who types doesn't read excerpts. */
const pause = 200;

/** The hits of the latest answer as the provider returned them, by ID. */
let hits = new Map<string, SearchHit>();
/** The time of the latest answer. */
let answered = 0;

export function noteHits(all: readonly SearchHit[]): void {
  hits = new Map(all.map((hit) => [hit.objectID, hit]));
  answered = performance.now();
}

/** Returns the hit of the latest answer with an ID, as the provider returned it. */
export const originalOf = (id: string): SearchHit | undefined => hits.get(id);

/** Returns the excerpt of a hit as HTML, as soon as the element is visible and the reader pauses. */
export function useExcerpt(hit: Pick<SearchHit, "objectID">, ref: RefObject<Element | null>): string | undefined {
  const original = originalOf(hit.objectID);
  const [excerpt, setExcerpt] = useState(original?._snippetResult.content?.value);
  useEffect(() => {
    setExcerpt(original?._snippetResult.content?.value);
    if (!original || !ref.current || original._snippetResult.content) return;
    const left = new AbortController();
    let timer = 0;
    const load = async () => {
      const { _snippetResult } = await complete(original, left.signal);
      if (!left.signal.aborted) setExcerpt(_snippetResult.content?.value);
    };
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watcher.disconnect();
      timer = window.setTimeout(load, Math.max(0, answered + pause - performance.now()));
    });
    watcher.observe(ref.current);
    return () => {
      watcher.disconnect();
      clearTimeout(timer);
      left.abort();
    };
  }, [original, ref]);
  return excerpt;
}
