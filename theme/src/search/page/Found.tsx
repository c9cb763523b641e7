import { Fragment, useEffect, useId, useRef } from "react";
import type { Html } from "../../frame/data.ts";
import { track } from "../../track.ts";
import { Prose } from "../../ui/Prose.tsx";
import { useWhole } from "../excerpt.ts";
import { above, escapeHtml, isExternal, localUrl, titleOf } from "../hits.ts";
import { Method } from "../Method.tsx";
import { markOnArrival } from "../mark.ts";
import type { SearchHit } from "../provider.ts";
import { t } from "../text.ts";
import { queryInAddress } from "./address.ts";
import type { Answers } from "./useAnswers.ts";

const asHtml = (html: string) => html as unknown as Html;

interface ResultProps {
  hit: SearchHit;
  query: string;
  /** Whether the breadcrumb trail is a plain list instead of a landmark. */
  plain?: boolean;
}

export function Result({ hit: found, query, plain }: ResultProps) {
  const id = useId();
  const ref = useRef<HTMLLIElement>(null);
  const { hit, excerpt } = useWhole(found, ref);
  const trail = above(hit);
  const texts = (
    <ol>
      {trail.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two headings in the path can have the same text.
        <Fragment key={index}>
          <li>
            <bdi>{text}</bdi>
          </li>
        </Fragment>
      ))}
    </ol>
  );
  // Until the excerpt loads, an empty excerpt keeps its place so that the other results don't move.
  const snippet = excerpt ?? (hit.content ? escapeHtml(hit.content) : excerpt === undefined ? "" : null);
  const { operation } = hit;
  const opened = () => {
    track("search_hit", { query, url: localUrl(hit.url) });
    markOnArrival(hit, query);
  };
  return (
    <li className="search-result" ref={ref}>
      <h2>
        <a
          id={`${id}title`}
          href={localUrl(hit.url)}
          data-no-router={isExternal(hit.url) ? "" : undefined}
          onClick={opened}
        >
          <Prose as="span" dir="auto" html={asHtml(titleOf(hit))} />
        </a>
      </h2>
      {operation ? (
        <p className="search-operation">
          <Method method={operation.method} /> <code>{operation.path}</code>
        </p>
      ) : null}
      {trail.length > 0 &&
        (plain ? (
          texts
        ) : (
          // Each hit's landmark has its own name, which contains the hit's title.
          <nav id={`${id}trail`} aria-label={t("breadcrumbs")} aria-labelledby={`${id}trail ${id}title`}>
            {texts}
          </nav>
        ))}
      {snippet !== null ? <Prose className="search-snippet" dir="auto" html={asHtml(snippet)} /> : null}
    </li>
  );
}

/** An element that loads more results as soon as it's completely visible. */
function More({ shown, next }: { shown: number; next(): void }) {
  const ref = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element can still be in view after more hits load.
  useEffect(() => {
    const sentinel = ref.current;
    if (!sentinel) return;
    const watcher = new IntersectionObserver((entries) => entries.some((each) => each.isIntersecting) && next(), {
      threshold: 1,
    });
    watcher.observe(sentinel);
    return () => watcher.disconnect();
  }, [shown, next]);
  return (
    <p className="search-more" ref={ref}>
      {t("more")}
    </p>
  );
}

/** The hits so far, followed by an element that loads more. */
export function Found({ answers, next }: { answers: Answers; next(): void }) {
  const { hits, more, state } = answers;
  if (hits.length === 0) return null;
  return (
    <>
      <ol className="search-results">
        {hits.map((hit) => (
          <Result key={hit.objectID} hit={hit} query={queryInAddress()} />
        ))}
      </ol>
      {more && state !== "failed" ? <More shown={hits.length} next={next} /> : null}
    </>
  );
}
