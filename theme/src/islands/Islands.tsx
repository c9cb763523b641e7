import { type ReactNode, type RefObject, Suspense, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import type { Html } from "../frame/data.ts";
import { watchPrinting } from "../hooks/print.ts";
import { useNear } from "../hooks/useNear.ts";
import { PartBoundary } from "../ui/Part.tsx";
import { type Island, island } from "./table.ts";

interface Found {
  element: Element;
  part: Island;
}

function find(root: Element): Found[] {
  return [...root.querySelectorAll<HTMLElement>("[data-island]")].flatMap((element) => {
    const part = island(element.dataset.island ?? "");
    if (!part) return [];
    return [{ element, part }];
  });
}

function propsOf(element: Element): Record<string, unknown> {
  const data = element.querySelector('script[type="application/json"]')?.textContent;
  return data ? (JSON.parse(data) as Record<string, unknown>) : {};
}

/** Removes the prerendered fallback when the island appears. */
function Arrival({ element, children }: { element: Element; children: ReactNode }) {
  useLayoutEffect(() => {
    for (const fallback of element.querySelectorAll("[data-fallback]")) fallback.remove();
  }, [element]);
  return children;
}

interface PlaceProps {
  found: Found;
  place: number;
}

/**
 * An island, which loads when the reader scrolls near it. The prerendered fallback stays until the island appears.
 */
function Place({ found, place }: PlaceProps) {
  const { element, part } = found;
  const near = useNear(element);
  // A page with all operations has many islands, so the data is read only when it's needed, and again after each change.
  const props = useMemo(() => near && propsOf(found.element), [near, found]);
  if (!props) return null;
  return createPortal(
    <PartBoundary part={part}>
      <Suspense fallback={null}>
        <Arrival element={element}>
          <part.Component {...props} place={place} />
        </Arrival>
      </Suspense>
    </PartBoundary>,
    element,
  );
}

/** The islands in a body. A portal renders each island in its place. */
export function Islands({ root, html }: { root: RefObject<Element | null>; html: Html }) {
  const [found, setFound] = useState<Found[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML contains new places.
  useEffect(() => {
    setFound(root.current ? find(root.current) : []);
  }, [root, html]);
  useEffect(watchPrinting, []);
  // biome-ignore lint/suspicious/noArrayIndexKey: a place is identified only by its number.
  return found.map((each, index) => <Place key={index} found={each} place={index} />);
}
