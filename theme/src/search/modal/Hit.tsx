import { Children, isValidElement, type JSX, type ReactNode, useRef } from "react";
import type { Html } from "../../frame/data.ts";
import { Prose } from "../../ui/Prose.tsx";
import { useExcerpt } from "../excerpt.ts";
import { above, titleOf } from "../hits.ts";
import { Method } from "../Method.tsx";
import type { SearchHit } from "../provider.ts";
import { originalOf } from "./texts.ts";

const asHtml = (html: string) => html as unknown as Html;

/** Returns the parts of DocSearch's row: the icon, the texts, and the actions. */
function partsOf(children: ReactNode): { icon: ReactNode; texts: ReactNode; actions: ReactNode } {
  const row = isValidElement<{ children: ReactNode[] }>(children) ? children.props.children : [];
  return { icon: row[0], texts: row.slice(1, -1), actions: row.at(-1) };
}

interface HitProps {
  hit: Pick<SearchHit, "objectID" | "type">;
  /** Whether the hit follows the hit for its page. */
  isChild: boolean;
  /** DocSearch's row. */
  children: JSX.Element;
}

/**
 * A hit in the dialog: its title, with the method of an operation, and an excerpt or the path. A recent search doesn't
 * belong to an answer, so that DocSearch's own texts are shown.
 */
export function HitRow({ hit, isChild, children }: HitProps) {
  const { icon, texts, actions } = partsOf(children);
  const original = originalOf(hit.objectID);
  return (
    <div className="DocSearch-Hit-Container">
      {Children.toArray(icon)}
      {original ? <Texts hit={original} isChild={isChild} /> : Children.toArray(texts)}
      {Children.toArray(actions)}
    </div>
  );
}

function Texts({ hit, isChild }: { hit: SearchHit; isChild: boolean }) {
  const ref = useRef<HTMLDivElement>(null);
  const { operation } = hit;
  const hasExcerpt = hit.type === "content" || (hit.type === "lvl1" && !operation);
  const excerpt = useExcerpt(hit, ref, hasExcerpt);
  const trail = above(hit).slice(1);
  const page = hit.type === "content" && !isChild ? trail.at(-1) : undefined;
  return (
    <div className="DocSearch-Hit-content-wrapper" ref={ref}>
      <span className="DocSearch-Hit-title">
        {operation ? <Method method={operation.method} /> : null}
        <Prose as="span" html={asHtml(titleOf(hit))} />
        {page && page !== hit.hierarchy.lvl1 ? <span className="search-hit-page">{page}</span> : null}
      </span>
      {operation && hit.anchor === null ? (
        <code className="DocSearch-Hit-path">{operation.path}</code>
      ) : hasExcerpt ? (
        <Prose as="span" className="DocSearch-Hit-path" html={asHtml(excerpt ?? "")} />
      ) : (
        <span className="DocSearch-Hit-path">{trail.join(" › ")}</span>
      )}
    </div>
  );
}
