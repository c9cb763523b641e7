import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { loadClient } from "../client/load.ts";
import type { Html } from "../frame/data.ts";
import { elementOfHash, openAround } from "../hooks/hash.ts";
import { Prose } from "../ui/Prose.tsx";
import { type Behavior, Later } from "./Later.tsx";
import { restoreTabs } from "./tabs.ts";
import { watchOverflow } from "./wrap.ts";

const behaviors: Behavior[] = [
  { selector: ".api-whole, .api", load: () => import("./api.ts") },
  { selector: ".tooltip", load: () => import("./tooltips.ts") },
  { selector: "table:is(.sortable, .filterable)", load: () => import("./tables.ts") },
  { selector: "img[data-zoom]", load: () => import("./zoom.ts") },
  { selector: "slot[data-client]", load: loadClient },
];

interface BodyProps {
  html: Html;
  /** Renders the islands, which find their places in the finished HTML. */
  islands(root: RefObject<HTMLDivElement | null>, html: Html): ReactNode;
}

/** A page's body, which consists of finished HTML and behavior that's added separately. */
export function Body({ html, islands }: BodyProps) {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML contains new elements.
  useLayoutEffect(() => {
    if (!ref.current) return;
    restoreTabs(ref.current);
    const target = elementOfHash(location.hash);
    if (target && ref.current.contains(target) && openAround(target)) target.scrollIntoView();
    return watchOverflow(ref.current);
  }, [html]);
  return (
    <>
      <Prose className="article" html={html} ref={ref} />
      {islands(ref, html)}
      {behaviors.map((behavior) => (
        <Later key={behavior.selector} root={ref} html={html} {...behavior} />
      ))}
    </>
  );
}
