import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { Html } from "../frame/data.ts";
import { Prose } from "../ui/Prose.tsx";
import { restoreTabs } from "./tabs.ts";
import { watchOverflow } from "./wrap.ts";

interface BodyProps {
  html: Html;
  /** The live parts, which look for their places in the finished HTML. */
  islands(root: RefObject<HTMLDivElement | null>, html: Html): ReactNode;
}

/** Starts what only the pages of an API need, once it has loaded. What a reader has clicked on till then is not lost. */
function startLater(root: Element): () => void {
  let stop: (() => void) | null = () => {};
  const early: Event[] = [];
  const note = (event: Event) => early.push(event);
  root.addEventListener("click", note);
  import("./api.ts")
    .finally(() => root.removeEventListener("click", note))
    .then(
      ({ startApi }) => {
        if (stop) stop = startApi(root, early);
      },
      (error: unknown) => console.warn("docgen: a part of the page did not load.", error),
    );
  return () => {
    stop?.();
    stop = null;
  };
}

/** A page's body: finished HTML, to which behaviour is added from outside. */
export function Body({ html, islands }: BodyProps) {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another html is another set of elements.
  useLayoutEffect(() => {
    if (!ref.current) return;
    restoreTabs(ref.current);
    return watchOverflow(ref.current);
  }, [html]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another html is another set of elements.
  useEffect(() => {
    const root = ref.current?.querySelector(".api");
    return root ? startLater(root) : undefined;
  }, [html]);
  return (
    <>
      <Prose className="article" html={html} ref={ref} />
      {islands(ref, html)}
    </>
  );
}
