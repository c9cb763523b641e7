import { startTransition, useEffect, useState } from "react";

/** How far beyond what is on screen: a quarter of it, which a reader takes a moment to scroll. */
const margin = "25% 0px";

/** Whether an element has come near what the reader sees. It stays so. */
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
