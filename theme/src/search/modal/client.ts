/**
 * A search client for DocSearch that uses docgen's providers.
 *
 * DocSearch treats a failure like a result that finished loading. As a consequence, DocSearch hides its own error
 * screen and doesn't handle the rejection. Therefore, this client reports the failure first and the result later. If a
 * search is no longer needed, its promise never resolves. The next letter starts a new search.
 */

import type { DocSearchModalProps } from "@docsearch/react";
import { flushSync } from "react-dom";
import { searchContext } from "../context.ts";
import { pause } from "../excerpt.ts";
import { facetFilters } from "../filters.ts";
import { inRuns, shown } from "../hits.ts";
import { wholeOf } from "../pasted.ts";
import type { SearchAnswer, SearchRequest } from "../provider.ts";
import { ask } from "../session.ts";
import { noteSections, suggest } from "../suggest.ts";
import { noteHits } from "./texts.ts";

type Client = Parameters<NonNullable<DocSearchModalProps["transformSearchClient"]>>[0];

interface Result extends Pick<SearchAnswer, "hits" | "nbHits"> {
  /** Queries to suggest if there are no hits. */
  suggestions: string[];
}

/**
 * The part of a promise that DocSearch uses. DocSearch first registers a handler for failures and then awaits the
 * result.
 */
interface Answering {
  catch(tell: (error: Error) => never): Promise<{ results: Result[] }>;
}

/** The reader's input in the dialog. */
export interface Asking {
  /** Returns the text in the input. */
  query(): string;
  /** Returns the selected kind of page; `""` for all kinds. */
  kind(): string;
}

export interface ClientEvents {
  /** Called for each new query. */
  asked(): void;
  answered(answer: SearchAnswer): void;
  failed(): void;
  /** Called if the reader pauses after an answer that left the last word out of the search. */
  paused(): void;
}

export interface ModalClient {
  transform(client: Client): Client;
  /**
   * If the last answer left out hits that the reader couldn't see, searches for them. Returns a promise that resolves
   * when they're shown, or `undefined` if no hits are missing.
   */
  more(): Promise<void> | undefined;
  /** Cancels the search. Call this function when the result is no longer needed. */
  stop(): void;
}

const hitsPerPage = 20;

/** The number of hits that the dialog shows without scrolling. */
const visible = 7;

const never = () => new Promise<never>(() => {});

/** Returns an error with the name that makes DocSearch show its error screen. */
const retry = () => Object.assign(new Error("the search failed"), { name: "RetryError" });

export function createClient(events: ClientEvents, now: Asking): ModalClient {
  let latest: AbortController | undefined;
  /** The query to answer in full, because the reader paused after it. */
  let settled: string | undefined;
  /** The query whose last answer left out hits, and the query that is answered with all hits. */
  let short: string | undefined;
  let whole: string | undefined;
  let delivered = () => {};

  const search = (query: string): Answering => {
    latest?.abort();
    const own = new AbortController();
    latest = own;
    events.asked();
    const blank = query.trim() === "";
    const kind = now.kind();
    const filters = [...facetFilters(searchContext()), ...(kind ? [`kind:${kind}`] : [])];
    const isDraft = query !== settled;
    const request: SearchRequest = {
      ...{ query: wholeOf(query), page: 0, hitsPerPage, facetFilters: filters, isDraft },
      visible: query === whole ? undefined : visible,
    };
    const nothing: SearchAnswer = { query, hits: [], nbHits: 0, page: 0, nbPages: 0 };
    const isWanted = () => latest === own && !own.signal.aborted && now.query() === query;
    return {
      catch(tell) {
        const failed = (error: unknown) => {
          if (!isWanted()) return;
          console.warn("docgen: the search failed.", error);
          events.failed();
          try {
            // Some time after a search starts, DocSearch changes its status and doesn't render until there's a result.
            // If that happens before it has rendered the failure, the failure is never shown.
            flushSync(() => tell(retry()));
          } catch {
            // DocSearch's handler throws the error that it receives.
          }
        };
        const asked = blank ? Promise.resolve(nothing) : ask(request, own.signal, failed);
        return asked.then(async (answer) => {
          noteSections(answer.hits);
          const settle = () => {
            if (!isWanted()) return;
            settled = query;
            events.paused();
          };
          if (answer.isDraft) setTimeout(settle, pause);
          const suggestions = blank || answer.nbHits > 0 ? [] : await suggest(own.signal);
          if (!isWanted()) return never();
          short = answer.hits.length < Math.min(hitsPerPage, answer.nbHits) ? query : undefined;
          events.answered(answer);
          setTimeout(() => delivered());
          noteHits(answer.hits);
          const hits = inRuns(answer.hits.map(shown));
          return { results: [{ hits, nbHits: answer.nbHits, suggestions }] };
        }, never);
      },
    };
  };

  return {
    transform: (client) => ({
      ...client,
      search: ((given: { requests: { query: string }[] }) =>
        search(given.requests[0]?.query ?? "")) as unknown as Client["search"],
    }),
    more() {
      const query = now.query();
      if (short !== query || settled !== query || whole === query) return undefined;
      whole = query;
      const shown = new Promise<void>((resolve) => {
        delivered = resolve;
      });
      events.paused();
      return shown;
    },
    stop: () => latest?.abort(),
  };
}
