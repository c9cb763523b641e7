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
 * What only the pages of an API need, once it has loaded. What a reader has clicked on till then is not lost. It has no
 * place in the page where it could say that it did not come, so that is at the foot of the window.
 */
export function Later({ root, html }: { root: RefObject<Element | null>; html: Html }) {
  const [failure, setFailure] = useState<Failure | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another html is another set of elements.
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
