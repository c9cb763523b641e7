import { type RefObject, useEffect, useState } from "react";
import type { Html } from "../frame/data.ts";
import { loadPart, loadPartAgain } from "../parts.ts";
import { PartFailure } from "../ui/Part.tsx";

const load = () => import("./api.ts");

interface Failure {
  error: unknown;
  retry(): void;
}

/**
 * Behavior that only API pages need. Clicks are queued until the code loads. If the code can't be loaded, a notice
 * appears at the bottom of the window, because the page has no place for a notice.
 */
export function Later({ root, html }: { root: RefObject<Element | null>; html: Html }) {
  const [failure, setFailure] = useState<Failure | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML contains new elements.
  useEffect(() => {
    const api = root.current?.querySelector(".api");
    if (!api) return;
    const early: Event[] = [];
    const note = (event: Event) => early.push(event);
    api.addEventListener("click", note);
    let stop = () => api.removeEventListener("click", note);
    let left = false;
    const start = (arrival: ReturnType<typeof load>) =>
      arrival.then(
        ({ startApi }) => {
          stop();
          if (!left) stop = startApi(api, early);
        },
        (error: unknown) => left || setFailure({ error, retry }),
      );
    const retry = () => {
      setFailure(null);
      void start(loadPartAgain(load));
    };
    void start(loadPart(load));
    return () => {
      left = true;
      stop();
      setFailure(null);
    };
  }, [root, html]);
  return (
    failure && (
      <div className="notice">
        <PartFailure {...failure} />
      </div>
    )
  );
}
