/**
 * DocSearch's search client over our providers.
 *
 * DocSearch treats a failure as an answer that ends its loading: it takes its own error screen away again and leaves a
 * rejection that nobody catches. So a failure is told to it, and the answer is what comes in the end. What a reader no
 * longer waits for never ends; the next letter begins anew.
 */

import type { DocSearchModalProps } from "@docsearch/react";
import { searchContext } from "../context.ts";
import { facetFilters } from "../filters.ts";
import { shown } from "../hits.ts";
import type { SearchAnswer } from "../provider.ts";
import { ask } from "../session.ts";
import { noteSections, suggest } from "./suggest.ts";

type Client = Parameters<NonNullable<DocSearchModalProps["transformSearchClient"]>>[0];

interface Result extends Pick<SearchAnswer, "hits" | "nbHits"> {
  /** What to look for instead. */
  suggestions: string[];
}

/** What DocSearch does with the promise of its client: it hears of a failure first, then takes the answer. */
interface Answering {
  catch(tell: (error: Error) => never): Promise<{ results: Result[] }>;
}

export interface ClientEvents {
  /** Another question is asked. */
  asked(): void;
  answered(answer: SearchAnswer): void;
  failed(): void;
}

export interface ModalClient {
  transform(client: Client): Client;
  /** Nobody waits any longer. */
  stop(): void;
}

const never = () => new Promise<never>(() => {});

/** The name by which DocSearch knows a failure that is worth its error screen. */
const retry = () => Object.assign(new Error("the search failed"), { name: "RetryError" });

export function createClient(events: ClientEvents, queryNow: () => string): ModalClient {
  let latest: AbortController | undefined;

  const search = (query: string): Answering => {
    latest?.abort();
    const own = new AbortController();
    latest = own;
    events.asked();
    const blank = query.trim() === "";
    const request = { query, page: 0, hitsPerPage: 20, facetFilters: facetFilters(searchContext()) };
    const nothing: SearchAnswer = { query, hits: [], nbHits: 0, page: 0, nbPages: 0 };
    const isWanted = () => latest === own && !own.signal.aborted && queryNow() === query;
    return {
      catch(tell) {
        const failed = (error: unknown) => {
          if (!isWanted()) return;
          console.warn("docgen: the search failed.", error);
          events.failed();
          try {
            tell(retry());
          } catch {
            // It throws what it was told.
          }
        };
        const asked = blank ? Promise.resolve(nothing) : ask(request, own.signal, failed);
        return asked.then(async (answer) => {
          noteSections(answer.hits);
          const suggestions = blank || answer.nbHits > 0 ? [] : await suggest(own.signal);
          if (!isWanted()) return never();
          events.answered(answer);
          return { results: [{ hits: answer.hits.map(shown), nbHits: answer.nbHits, suggestions }] };
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
    stop: () => latest?.abort(),
  };
}
