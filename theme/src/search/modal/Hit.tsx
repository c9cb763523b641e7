import { type JSX, type ReactNode, useLayoutEffect, useRef } from "react";
import type { Html } from "../../frame/data.ts";
import { Prose } from "../../ui/Prose.tsx";
import { useWhole } from "../excerpt.ts";
import { above, titleOf } from "../hits.ts";
import { Method } from "../Method.tsx";
import type { SearchHit } from "../provider.ts";
import type { PlacedHit } from "./recent.ts";
import { noteWhole, originalOf } from "./texts.ts";

const asHtml = (html: string) => html as unknown as Html;

interface HitProps {
  hit: PlacedHit;
  /** Whether the hit follows the hit for its page. */
  isChild: boolean;
  /** DocSearch's row. */
  children: JSX.Element;
}

/**
 * A hit in the dialog: its title, the method if the hit is an operation, and an excerpt or the path. A recent search
 * isn't part of a response, so DocSearch's own text is shown.
 */
export function HitRow({ hit, isChild, children }: HitProps) {
  // Recent searches are stored without highlights.
  const original = "_highlightResult" in hit ? originalOf(hit.objectID) : undefined;
  if (!original) return children;
  const [icon, , , , actions] = (children.props as { children: ReactNode[] }).children;
  return (
    <div className="DocSearch-Hit-Container">
      {icon}
      <Texts found={original} copy={hit} isChild={isChild} />
      {actions}
    </div>
  );
}

function Texts({ found, copy, isChild }: { found: SearchHit; copy: PlacedHit; isChild: boolean }) {
  const ref = useRef<HTMLDivElement>(null);
  const hasExcerpt = found.type === "content" || (found.type === "lvl1" && !found.operation);
  const { hit, excerpt } = useWhole(found, ref, hasExcerpt || found.isPartial === true);
  useLayoutEffect(() => {
    if (hit === found || hit.isPartial) return;
    noteWhole(copy, hit);
    // DocSearch renders the link again only when the list changes. The preview reads the link after each change.
    ref.current?.closest("a")?.setAttribute("href", copy.url);
  }, [found, hit, copy]);
  const { operation } = hit;
  const trail = hit.isPartial ? [] : above(hit).slice(1);
  const page = hit.type === "content" && !isChild ? trail.at(-1) : undefined;
  return (
    <div className="DocSearch-Hit-content-wrapper" ref={ref}>
      <span className="DocSearch-Hit-title">
        {operation ? <Method method={operation.method} /> : null}
        <Prose as="span" dir="auto" html={asHtml(titleOf(hit))} />
        {page && page !== hit.hierarchy.lvl1 ? (
          <span className="search-hit-page" dir="auto">
            {page}
          </span>
        ) : null}
      </span>
      {operation && hit.anchor === null ? (
        <code className="DocSearch-Hit-path">{operation.path}</code>
      ) : hasExcerpt ? (
        <Prose as="span" className="DocSearch-Hit-path" dir="auto" html={asHtml(excerpt ?? "")} />
      ) : (
        <span className="DocSearch-Hit-path" dir="auto">
          {trail.join(" › ")}
        </span>
      )}
    </div>
  );
}
