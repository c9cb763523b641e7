/**
 * The Algolia provider. Algolia's own client chooses and retries hosts. Nothing about the reader is reported to
 * Algolia, and the client doesn't store anything in the browser.
 */

import "../../shared.ts";
import { liteClient } from "algoliasearch/lite";
import { escapeHtml } from "../hits.ts";
import type { CreateProvider, Level, Marked, MarkedHierarchy, SearchAnswer, SearchHit } from "../provider.ts";

interface HostedOptions {
  appId: string;
  apiKey: string;
  indexName: string;
}

type ClientOptions = NonNullable<Parameters<typeof liteClient>[2]>;
type Requester = NonNullable<ClientOptions["requester"]>;
type Host = NonNullable<ClientOptions["hosts"]>[number];
type Request = Parameters<Requester["send"]>[0];
type Answer = Awaited<ReturnType<Requester["send"]>>;
type Found = Partial<Omit<SearchHit, "hierarchy">> & Pick<SearchHit, "objectID" | "url" | "type" | "hierarchy">;

const levels: Level[] = ["lvl0", "lvl1", "lvl2", "lvl3", "lvl4", "lvl5", "lvl6"];
const snippetWords = 15;

/** The facets that readers can filter by. */
const facets = ["kind", "hierarchy.lvl0"];

/** The query parameters that determine what is returned for each record. */
const wanted = {
  attributesToRetrieve: [...levels.map((level) => `hierarchy.${level}`), "content", "type", "url"],
  attributesToSnippet: [
    ...levels.slice(1).map((level) => `hierarchy.${level}:${snippetWords}`),
    `content:${snippetWords}`,
  ],
  highlightPreTag: "<mark>",
  highlightPostTag: "</mark>",
  snippetEllipsisText: "…",
  clickAnalytics: false,
};

/** Sends a request for the client. When the response is no longer needed, cancels the request. */
async function send(request: Request, signal: AbortSignal): Promise<Answer> {
  const own = new AbortController();
  const stop = () => own.abort();
  signal.addEventListener("abort", stop);
  let late = "Connection timeout";
  let timer = setTimeout(stop, request.connectTimeout);
  try {
    signal.throwIfAborted();
    const { url, method, headers, data } = request;
    const response = await fetch(url, {
      method,
      headers,
      body: (data ?? null) as BodyInit | null,
      signal: own.signal,
      credentials: "omit",
    });
    clearTimeout(timer);
    late = "Socket timeout";
    timer = setTimeout(stop, request.responseTimeout);
    const content = await response.text();
    return { content, status: response.status, headers: Object.fromEntries(response.headers), isTimedOut: false };
  } catch (error) {
    signal.throwIfAborted();
    const timedOut = own.signal.aborted;
    return { content: timedOut ? late : String(error), status: 0, isTimedOut: timedOut };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/** Makes highlighted text safe in HTML. Only the highlighting tags remain. */
function safe(marked: Marked | undefined): Marked | undefined {
  if (typeof marked?.value !== "string") return undefined;
  const value = escapeHtml(marked.value).replace(/&lt;(\/?mark)&gt;/g, "<$1>");
  return { value, matchLevel: marked.matchLevel };
}

function safeResult(result: SearchHit["_snippetResult"] | undefined): SearchHit["_snippetResult"] {
  const content = safe(result?.content);
  const hierarchy: MarkedHierarchy = {};
  for (const level of levels) {
    const text = safe(result?.hierarchy?.[level]);
    if (text) hierarchy[level] = text;
  }
  return content ? { hierarchy, content } : { hierarchy };
}

function hit(found: Found): SearchHit {
  const { url, hierarchy } = found;
  const [page = url, anchor = null] = url.split("#");
  return {
    objectID: found.objectID,
    url,
    url_without_anchor: page,
    anchor,
    type: found.type,
    hierarchy,
    content: found.content ?? null,
    _highlightResult: safeResult(found._highlightResult),
    _snippetResult: safeResult(found._snippetResult),
  };
}

/** Returns a cache key. The client passes hosts with or without their state, so use only the URL. */
const nameOf = (key: string | object) => ("url" in Object(key) ? String((key as Host).url) : JSON.stringify(key));

/** Creates a cache that lasts as long as the page is open. */
function kept(): NonNullable<ClientOptions["hostsCache"]> {
  const values = new Map<string, unknown>();
  return {
    async get<Value>(
      key: string | object,
      make: () => Promise<Value>,
      events?: { miss(value: Value): Promise<unknown> },
    ) {
      const name = nameOf(key);
      if (values.has(name)) return values.get(name) as Value;
      const value = await make();
      await events?.miss(value);
      return value;
    },
    async set<Value>(key: string | object, value: Value) {
      values.set(nameOf(key), value);
      return value;
    },
    delete: async (key) => void values.delete(nameOf(key)),
    clear: async () => values.clear(),
  };
}

const isOf = (facet: string, filter: string | string[]) => typeof filter === "string" && filter.startsWith(`${facet}:`);

export const createProvider: CreateProvider = (options) => {
  const { appId, apiKey, indexName } = options as HostedOptions;
  const memory = { hostsCache: kept(), responsesCache: kept() };
  return {
    async search({ query, page, hitsPerPage, facetFilters, counts, strict }, signal): Promise<SearchAnswer> {
      const requester: Requester = { send: (request) => send(request, signal) };
      const client = liteClient(appId, apiKey, { ...memory, requester });
      const request = {
        ...{ indexName, query, hitsPerPage, facetFilters },
        ...(page > 0 && { page }),
        ...(counts && { facets }),
        // Don't correct short words, and allow only one typo in other words.
        ...(strict && { minWordSizefor1Typo: 5, minWordSizefor2Typos: 65 }),
        ...wanted,
      };
      // Readers can also choose another value of a facet that they filter by, so count the hits without that filter.
      const chosen = facets.filter((facet) => counts && facetFilters.some((filter) => isOf(facet, filter)));
      const others = chosen.map((facet) => ({
        ...{ indexName, query, hitsPerPage: 0, facets: [facet], clickAnalytics: false },
        facetFilters: facetFilters.filter((filter) => !isOf(facet, filter)),
      }));
      const { results } = await client.search<Found>({ requests: [request, ...others] });
      const [answer, ...counted] = results;
      if (!answer || !("hits" in answer)) throw new TypeError("unexpected search response");
      const unfiltered = counted.map((other) => ("facets" in other ? other.facets : {}));
      return {
        query,
        hits: answer.hits.map(hit),
        nbHits: answer.nbHits ?? answer.hits.length,
        page,
        nbPages: answer.nbPages ?? 1,
        ...(answer.facets && { facets: Object.assign({}, answer.facets, ...unfiltered) }),
      };
    },
  };
};
