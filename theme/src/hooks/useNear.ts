import { startTransition, useEffect, useState } from "react";
import { printing } from "./print.ts";

/**
 * The margin above and below the viewport: a quarter of the viewport's height. Readers need a moment to scroll this
 * distance.
 */
const margin = "25% 0px";

/** Whether an element has ever come near the visible area, or is about to be printed. */
export function useNear(element: Element): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const arrive = () => {
      watcher.disconnect();
      startTransition(() => setNear(true));
    };
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) arrive();
      },
      { rootMargin: margin },
    );
    watcher.observe(element);
    element.addEventListener(printing, arrive, { once: true });
    return () => {
      watcher.disconnect();
      element.removeEventListener(printing, arrive);
    };
  }, [element]);
  return near;
}
