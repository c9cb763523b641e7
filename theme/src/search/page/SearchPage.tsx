import { type FormEvent, useEffect, useRef, useState } from "react";
import { useDelayed } from "../../hooks/useDelayed.ts";
import { t as app } from "../../messages.ts";
import { mainDocs, nameOf, versionedDocs, versionsOf } from "../../versions.ts";
import { askAgain } from "../again.ts";
import { isSearching, searchContext } from "../context.ts";
import { versionsFor } from "../filters.ts";
import { kindsIn } from "../kinds.ts";
import { fieldLimit, notePaste } from "../pasted.ts";
import { prepare } from "../session.ts";
import { t } from "../text.ts";
import { kindInAddress, queryInAddress, writeKind, writeQuery } from "./address.ts";
import { Found } from "./Found.tsx";
import { Suggestions } from "./Suggestions.tsx";
import { type Answers, type Filters, useAnswers } from "./useAnswers.ts";
import { useQuery } from "./useQuery.ts";

const spinnerDelay = 200;

const titleOf = (query: string) => (query.trim() ? t("title_query", { query }) : t("title"));

/** Sets the document's title now and after each navigation to the page. Each navigation resets the title. */
function useTitle(query: string): void {
  useEffect(() => {
    const { site } = searchContext();
    const set = () => {
      document.title = `${titleOf(query)} ${site.titleDelimiter} ${site.title}`;
    };
    set();
    addEventListener("docgen:navigated", set);
    return () => removeEventListener("docgen:navigated", set);
  }, [query]);
}

interface VersionsProps {
  /** The unique names of the searched versions. */
  versions: string[];
  choose(versions: string[]): void;
}

/** A version menu for each documentation set that has several versions. */
function VersionSelects({ versions, choose }: VersionsProps) {
  const { site } = searchContext();
  const sets = versionedDocs(site);
  return sets.map((docs) => {
    const names = new Map(versionsOf(site, docs).map((version) => [nameOf(version), version.label]));
    const label = sets.length > 1 && docs !== mainDocs ? `${t("version")}: ${docs}` : t("version");
    const select = (chosen: string) => choose(versions.map((version) => (names.has(version) ? chosen : version)));
    return (
      <select
        key={docs}
        className="search-version"
        aria-label={label}
        value={versions.find((version) => names.has(version))}
        onChange={(event) => select(event.currentTarget.value)}
      >
        {[...names].map(([name, text]) => (
          <option key={name} value={name}>
            {docs === mainDocs ? text : `${docs}: ${text}`}
          </option>
        ))}
      </select>
    );
  });
}

interface FacetProps {
  label: string;
  /** The values with their names. */
  values: [value: string, name: string][];
  value: string;
  choose(value: string): void;
}

/** A menu for the values of a facet. If there's nothing to choose, there's no menu. */
function FacetSelect({ label, values, value, choose }: FacetProps) {
  if (values.length < 2 && value === "") return null;
  return (
    <select
      className="search-version"
      aria-label={label}
      value={value}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="">{`${label}: ${t("any")}`}</option>
      {values.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  );
}

interface FiltersProps {
  answers: Answers;
  filters: Filters;
  setFilters(filters: Filters): void;
}

/** The menus for versions, locales, kinds of pages, and sections of the site. */
function FilterSelects({ answers, filters, setFilters }: FiltersProps) {
  const { site } = searchContext();
  const valuesOf = (facet: string) => {
    const counts = answers.facets?.[facet] ?? {};
    return Object.keys(counts).filter((value) => value !== "");
  };
  const select = (facet: string) => ({
    value: filters.facets[facet] ?? "",
    choose: (value: string) => setFilters({ ...filters, facets: { ...filters.facets, [facet]: value } }),
  });
  const sections = valuesOf("hierarchy.lvl0").sort((a, b) => a.localeCompare(b, site.locale.code));
  return (
    <>
      <VersionSelects versions={filters.versions} choose={(versions) => setFilters({ ...filters, versions })} />
      {site.locales.length > 1 && searchContext().search.contextual !== false ? (
        <select
          className="search-version"
          aria-label={t("language")}
          value={filters.language ?? site.locale.code}
          onChange={(event) => setFilters({ ...filters, language: event.currentTarget.value })}
        >
          {site.locales.map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </select>
      ) : null}
      <FacetSelect label={t("kind")} values={kindsIn(answers.facets, filters.facets.kind ?? "")} {...select("kind")} />
      <FacetSelect
        label={t("section")}
        values={sections.map((section) => [section, section])}
        {...select("hierarchy.lvl0")}
      />
    </>
  );
}

interface FormProps {
  typed: string;
  type(text: string): void;
  send(text: string): void;
  /** Whether the field takes the focus. */
  focused?: boolean;
  answers: Answers;
  filters: Filters;
  setFilters(filters: Filters): void;
}

/** The form for the query. */
export function SearchForm({ typed, type, send, focused, answers, filters, setFilters }: FormProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    prepare();
    if (focused && !isSearching()) input.current?.focus({ preventScroll: true });
  }, [focused]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(typed);
  };
  return (
    <form className="search-form" role="search" onSubmit={submit}>
      <input
        ref={input}
        className="search-input"
        type="search"
        name="q"
        maxLength={fieldLimit}
        placeholder={t("page_placeholder")}
        aria-label={app("search")}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        value={typed}
        onPaste={notePaste}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <FilterSelects answers={answers} filters={filters} setFilters={setFilters} />
    </form>
  );
}

function count({ hits, count }: Answers): string {
  if (hits.length === 0) return t("nothing");
  if (count === 1) return t("found_one");
  return t("found_other", { count: count });
}

/** The status of a query: the number of results, no results, a failure, or loading. */
export function Summary({ answers, query }: { answers: Answers; query: string }) {
  const first = answers.state === "loading" && answers.query === "";
  const waiting = useDelayed(first, spinnerDelay);
  const said = query.trim() !== "" && !first && answers.state !== "failed";
  return (
    <>
      <p className="search-count" role="status">
        {said ? count(answers) : null}
      </p>
      {answers.state === "failed" ? (
        <div className="search-failed" role="alert">
          <p>{t("error")}</p>
          <p>{t("error_help")}</p>
          <button type="button" className="search-retry" onClick={askAgain}>
            {app("retry")}
          </button>
        </div>
      ) : null}
      {waiting ? <div className="search-spinner" role="status" aria-label={app("loading")} /> : null}
    </>
  );
}

/** The search page, which contains a form for the query and the results. The query is also part of the URL. */
export function SearchPage() {
  const { typed, query, type, send } = useQuery(queryInAddress, writeQuery);
  const [filters, setFilters] = useState<Filters>(() => ({
    versions: versionsFor(searchContext()),
    facets: { kind: kindInAddress() },
  }));
  useEffect(() => {
    const arrive = () => {
      const kind = kindInAddress();
      setFilters((now) => (now.facets.kind === kind ? now : { ...now, facets: { ...now.facets, kind } }));
    };
    addEventListener("docgen:navigated", arrive);
    return () => removeEventListener("docgen:navigated", arrive);
  }, []);
  const { answers, next } = useAnswers(query, filters);
  const { corrected } = answers;
  useTitle(query);
  // A longer query from the URL isn't truncated until the reader changes the text.
  const submit = (text: string) => {
    if (text !== query.slice(0, fieldLimit)) send(text);
  };
  const fill = (text: string) => {
    type(text);
    send(text);
  };
  const isBlank = query.trim() === "";
  const isNothing = answers.query === query && answers.state === "idle" && answers.hits.length === 0;
  return (
    <div className="search-page">
      <header className="page-header">
        <h1>{titleOf(query)}</h1>
      </header>
      <SearchForm
        typed={typed}
        type={type}
        send={submit}
        focused
        answers={answers}
        filters={filters}
        setFilters={(chosen) => {
          writeKind(chosen.facets.kind ?? "");
          setFilters(chosen);
        }}
      />
      <Summary answers={answers} query={query} />
      {corrected !== undefined && answers.query === query ? (
        <button type="button" className="search-meant" onClick={() => fill(corrected)}>
          {t("meant", { query: corrected })}
        </button>
      ) : null}
      {isBlank || isNothing ? <Suggestions isAsked={!isBlank} choose={fill} /> : null}
      <Found answers={answers} next={next} />
    </div>
  );
}
