import { type ReactNode, type RefObject, Suspense, useEffect, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { Html } from "../frame/data.ts";
import { type Island, island } from "./table.ts";

interface Found {
  element: Element;
  Component: Island;
  props: Record<string, unknown>;
}

function find(root: Element): Found[] {
  return [...root.querySelectorAll<HTMLElement>("[data-island]")].flatMap((element) => {
    const Component = island(element.dataset.island ?? "");
    if (!Component) return [];
    const data = element.querySelector('script[type="application/json"]')?.textContent;
    const props = data ? (JSON.parse(data) as Record<string, unknown>) : {};
    return [{ element, Component, props }];
  });
}

/** Clears the prerendered stand-in away, in the same step in which the island shows. */
function Arrival({ element, children }: { element: Element; children: ReactNode }) {
  useLayoutEffect(() => {
    for (const fallback of element.querySelectorAll("[data-fallback]")) fallback.remove();
  }, [element]);
  return children;
}

/** The live parts of a body: a portal into each place that the body leaves for one. */
export function Islands({ root, html }: { root: RefObject<Element | null>; html: Html }) {
  const [found, setFound] = useState<Found[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another html is another set of places.
  useEffect(() => {
    setFound(root.current ? find(root.current) : []);
  }, [root, html]);
  return found.map(({ element, Component, props }, index) =>
    createPortal(
      <Suspense fallback={null}>
        <Arrival element={element}>
          <Component {...props} place={index} />
        </Arrival>
      </Suspense>,
      element,
      String(index),
    ),
  );
}
