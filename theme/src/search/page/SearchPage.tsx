import { type FormEvent, useEffect, useRef, useState } from "react";
import { useDelayed } from "../../hooks/useDelayed.ts";
import { t as app } from "../../messages.ts";
import { mainDocs, nameOf, versionedDocs, versionsOf } from "../../versions.ts";
import { askAgain } from "../again.ts";
import { isSearching, searchContext } from "../context.ts";
import { versionsFor } from "../filters.ts";
import { prepare } from "../session.ts";
import { t } from "../text.ts";
import { queryInAddress, writeQuery } from "./address.ts";
import { Found } from "./Found.tsx";
import { type Answers, useAnswers } from "./useAnswers.ts";

/** The length of a pause in typing before the query is sent, in milliseconds. */
const pause = 300;
const spinnerDelay = 200;

const titleOf = (query: string) => (query.trim() ? t("title_query", { query }) : t("title"));

/**
 * Returns the typed text and the query. After a pause, the text becomes the query. If the reader submits the text, it
 * becomes the query immediately. After a navigation, the text and the query come from the URL.
 */
function useQuery() {
  const [typed, setTyped] = useState(queryInAddress);
  const [query, setQuery] = useState(typed);
  const timer = useRef(0);

  const send = (text: string) => {
    clearTimeout(timer.current);
    setQuery(text);
  };
  const type = (text: string) => {
    setTyped(text);
    writeQuery(text);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(setQuery, pause, text);
  };
  useEffect(() => {
    const arrive = () => {
      const asked = queryInAddress();
      clearTimeout(timer.current);
      setTyped(asked);
      setQuery(asked);
    };
    addEventListener("docgen:navigated", arrive);
    return () => {
      removeEventListener("docgen:navigated", arrive);
      clearTimeout(timer.current);
    };
  }, []);
  return { typed, query, type, send };
}

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

/** A version menu for each set of documentation that has several versions. */
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

function count({ hits, count }: Answers): string {
  if (hits.length === 0) return t("nothing");
  if (count === 1) return t("found_one");
  return t("found_other", { count: String(count) });
}

/** The status of a query: the number of results, no results, a failure, or loading. */
function Summary({ answers, query }: { answers: Answers; query: string }) {
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
  const { typed, query, type, send } = useQuery();
  const [versions, setVersions] = useState(() => versionsFor(searchContext()));
  const { answers, next } = useAnswers(query, versions);
  const input = useRef<HTMLInputElement>(null);
  useTitle(query);
  useEffect(() => {
    prepare();
    if (!isSearching()) input.current?.focus({ preventScroll: true });
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(typed);
  };
  return (
    <div className="search-page">
      <header className="page-header">
        <h1>{titleOf(query)}</h1>
      </header>
      <form className="search-form" role="search" onSubmit={submit}>
        <input
          ref={input}
          className="search-input"
          type="search"
          name="q"
          maxLength={64}
          placeholder={t("page_placeholder")}
          aria-label={app("search")}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <VersionSelects versions={versions} choose={setVersions} />
      </form>
      <Summary answers={answers} query={query} />
      <Found answers={answers} next={next} />
    </div>
  );
}
