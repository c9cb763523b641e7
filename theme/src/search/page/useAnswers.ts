import { useCallback, useEffect, useRef, useState } from "react";
import { searchContext } from "../context.ts";
import { facetFilters } from "../filters.ts";
import type { SearchAnswer, SearchHit } from "../provider.ts";
import { ask } from "../session.ts";

/** The state of a query. */
export interface Answers {
  query: string;
  hits: SearchHit[];
  count: number;
  state: "idle" | "loading" | "failed";
  /** Whether there are more results. */
  more: boolean;
  /** The values that readers can filter by, and a corrected query. */
  facets?: SearchAnswer["facets"];
  corrected?: string | undefined;
}

/** The reader's filters: versions, a locale, and values of facets. */
export interface Filters {
  versions: string[];
  language?: string | undefined;
  facets: Record<string, string>;
}

const hitsPerPage = 20;
const nothing: Answers = { query: "", hits: [], count: 0, state: "idle", more: false };

const has = (hits: readonly SearchHit[], id: string) => hits.some(({ objectID }) => objectID === id);

/** Returns the results for a query, page by page. Never returns the results for an earlier query. */
export function useAnswers(
  query: string,
  filters: Filters,
  strict = false,
): {
  answers: Answers;
  next(): void;
} {
  const [answers, setAnswers] = useState<Answers>(nothing);
  const latest = useRef<AbortController>(null);
  const pages = useRef(0);

  const load = useCallback(
    (wanted: string, of: Filters) => {
      latest.current?.abort();
      const own = new AbortController();
      latest.current = own;
      const page = pages.current;
      setAnswers((before) => ({ ...before, state: "loading" }));
      const chosen = Object.entries(of.facets).filter(([, value]) => value !== "");
      const facets = [
        ...facetFilters(searchContext(), of.versions, of.language),
        ...chosen.map(([facet, value]) => `${facet}:${value}`),
      ];
      const request = { query: wanted, page, hitsPerPage, facetFilters: facets, counts: true, strict };
      const failed = (error: unknown) => {
        if (own.signal.aborted) return;
        console.warn("docgen: the search failed.", error);
        setAnswers((before) => ({ ...(page === 0 ? nothing : before), query: wanted, state: "failed" }));
      };
      ask(request, own.signal, failed).then(
        ({ hits, nbHits, nbPages, facets, corrected }) => {
          if (own.signal.aborted) return;
          pages.current = page + 1;
          setAnswers((before) => ({
            query: wanted,
            hits: page === 0 ? hits : [...before.hits, ...hits.filter(({ objectID }) => !has(before.hits, objectID))],
            count: nbHits,
            state: "idle",
            more: page + 1 < nbPages,
            ...(facets && { facets }),
            corrected,
          }));
        },
        // The response is no longer needed.
        () => {},
      );
    },
    [strict],
  );

  useEffect(() => {
    pages.current = 0;
    if (query.trim() === "") {
      latest.current?.abort();
      setAnswers(nothing);
    } else {
      load(query, filters);
    }
  }, [query, filters, load]);
  useEffect(() => () => latest.current?.abort(), []);

  const { state, more } = answers;
  const next = useCallback(() => {
    if (state === "idle" && more && pages.current > 0) load(query, filters);
  }, [state, more, query, filters, load]);
  return { answers, next };
}
