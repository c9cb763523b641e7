import { useEffect, useRef, useState } from "react";
import { searchContext } from "../context.ts";
import { versionsFor } from "../filters.ts";
import type { SearchHit } from "../provider.ts";
import { t } from "../text.ts";
import { queriesOf } from "../words.ts";
import { Result } from "./Found.tsx";
import { pause, SearchForm, Summary } from "./SearchPage.tsx";
import { type Filters, useAnswers } from "./useAnswers.ts";

/** The number of pages that are suggested. */
const most = 6;

const queriesHere = () => queriesOf(location.pathname, searchContext().site.baseUrl);

/** Returns the best hit of each page. */
function pagesOf(hits: readonly SearchHit[]): SearchHit[] {
  const pages = new Set<string>();
  return hits.filter(({ url_without_anchor: url }) => !pages.has(url) && pages.add(url)).slice(0, most);
}

/** The search on the not-found page. Immediately shows the results for the words of the URL. */
export function Lost() {
  const [queries, setQueries] = useState(queriesHere);
  const [typed, setTyped] = useState(queries[0] ?? "");
  const [query, setQuery] = useState(typed);
  const [filters, setFilters] = useState<Filters>(() => ({ versions: versionsFor(searchContext()), facets: {} }));
  const { answers } = useAnswers(query, filters);
  const timer = useRef(0);

  const ask = (text: string) => {
    clearTimeout(timer.current);
    setTyped(text);
    setQuery(text);
  };
  const type = (text: string) => {
    setTyped(text);
    setQueries([]);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(setQuery, pause, text);
  };
  useEffect(() => {
    const arrive = () => {
      const [first = "", ...others] = queriesHere();
      clearTimeout(timer.current);
      setQueries([first, ...others]);
      setTyped(first);
      setQuery(first);
    };
    addEventListener("docgen:navigated", arrive);
    return () => {
      removeEventListener("docgen:navigated", arrive);
      clearTimeout(timer.current);
    };
  }, []);
  const isUnanswered = answers.state === "idle" && answers.query === query && answers.hits.length === 0;
  const other = isUnanswered ? queries[queries.indexOf(query) + 1] : undefined;
  useEffect(() => {
    if (other) {
      setTyped(other);
      setQuery(other);
    }
  }, [other]);

  const { page } = searchContext().search;
  const pages = pagesOf(answers.hits);
  return (
    <>
      <SearchForm
        typed={typed}
        type={type}
        send={ask}
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
          <a href={`${page}?q=${encodeURIComponent(answers.query)}`}>{t("all", { count: String(answers.count) })}</a>
        </p>
      ) : null}
    </>
  );
}
