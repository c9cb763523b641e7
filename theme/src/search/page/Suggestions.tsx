import { useEffect, useState } from "react";
import { suggest, suggested } from "../suggest.ts";
import { t } from "../text.ts";

interface SuggestionsProps {
  /** Whether a query had no results. An empty query sends no requests. */
  isAsked: boolean;
  choose(query: string): void;
}

/** Suggestions for a reader who doesn't have a query yet, or whose query has no results. */
export function Suggestions({ isAsked, choose }: SuggestionsProps) {
  const [names, setNames] = useState<string[]>(suggested);
  useEffect(() => {
    if (!isAsked) return;
    const own = new AbortController();
    suggest(own.signal).then((found) => own.signal.aborted || setNames(found));
    return () => own.abort();
  }, [isAsked]);
  if (names.length === 0) return null;
  return (
    <div className="search-suggestions">
      {t("try")}
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => choose(name.toLowerCase())}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
