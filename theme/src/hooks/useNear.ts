import { startTransition, useEffect, useState } from "react";

/**
 * The margin above and below the viewport: a quarter of the viewport's height. Readers need a moment to scroll this
 * distance.
 */
const margin = "25% 0px";

/** Whether an element has ever come near the visible area. */
export function useNear(element: Element): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        watcher.disconnect();
        startTransition(() => setNear(true));
      },
      { rootMargin: margin },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [element]);
  return near;
}
