import { useEffect, useState } from "react";
import { searchContext } from "../context.ts";
import { versionsFor } from "../filters.ts";
import type { SearchHit } from "../provider.ts";
import { t } from "../text.ts";
import { queriesOf } from "../words.ts";
import { Result } from "./Found.tsx";
import { SearchForm, Summary } from "./SearchPage.tsx";
import { type Filters, useAnswers } from "./useAnswers.ts";
import { useQuery } from "./useQuery.ts";

/** The number of pages that are suggested. */
const most = 6;

const queriesHere = () => queriesOf(location.pathname, searchContext().site.baseUrl);

const firstQuery = () => queriesHere()[0] ?? "";

/** Returns the best hit of each page. */
function pagesOf(hits: readonly SearchHit[]): SearchHit[] {
  const pages = new Set<string>();
  return hits.filter(({ url_without_anchor: url }) => !pages.has(url) && pages.add(url)).slice(0, most);
}

/** The search on the not-found page. Immediately shows the results for the words of the URL. */
export function Lost() {
  const [queries, setQueries] = useState(queriesHere);
  const { typed, query, type, show } = useQuery(firstQuery, () => setQueries([]));
  const [filters, setFilters] = useState<Filters>(() => ({ versions: versionsFor(searchContext()), facets: {} }));
  const { answers } = useAnswers(query, filters, queries.includes(query));
  const isUnanswered = answers.state === "idle" && answers.query === query && answers.hits.length === 0;
  const other = isUnanswered ? queries[queries.indexOf(query) + 1] : undefined;
  useEffect(() => {
    if (other) show(other);
  });

  const { page } = searchContext().search;
  const pages = pagesOf(answers.hits);
  return (
    <>
      <SearchForm
        typed={typed}
        type={type}
        send={show}
        // Omit the menus for facets, because they would appear with the results and move the results.
        answers={{ ...answers, facets: {} }}
        filters={filters}
        setFilters={setFilters}
      />
      <Summary answers={answers} query={query} />
      {pages.length > 0 ? (
        <ol className="search-results">
          {pages.map((hit) => (
            <Result key={hit.objectID} hit={hit} query={query} plain />
          ))}
        </ol>
      ) : null}
      {page && answers.count > pages.length ? (
        <p className="search-all">
          <a href={`${page}?q=${encodeURIComponent(answers.query)}`}>{t("all", { count: answers.count })}</a>
        </p>
      ) : null}
    </>
  );
}
