import { type RefObject, useEffect, useState } from "react";
import type { Html } from "../frame/data.ts";
import { loadPart, loadPartAgain } from "../parts.ts";
import { PartFailure } from "../ui/Part.tsx";

/** Behavior that only some pages need: the selector for its elements and its code. */
export interface Behavior {
  selector: string;
  load(): Promise<{ start(element: Element, early: Event[]): () => void }>;
}

interface Failure {
  error: unknown;
  retry(): void;
}

interface LaterProps extends Behavior {
  root: RefObject<Element | null>;
  html: Html;
}

/**
 * Adds behavior that only some pages need. Queues clicks until the code loads. If the code can't be loaded, a notice
 * appears at the bottom of the window, because the page itself has no place for a notice.
 */
export function Later({ root, html, selector, load }: LaterProps) {
  const [failure, setFailure] = useState<Failure | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML contains new elements.
  useEffect(() => {
    const element = root.current?.querySelector(selector);
    if (!element) return;
    const early: Event[] = [];
    const note = (event: Event) => early.push(event);
    element.addEventListener("click", note);
    let stop = () => element.removeEventListener("click", note);
    let left = false;
    const follow = (arrival: ReturnType<typeof load>) =>
      arrival.then(
        ({ start }) => {
          stop();
          if (!left) stop = start(element, early);
        },
        (error: unknown) => left || setFailure({ error, retry }),
      );
    const retry = () => {
      setFailure(null);
      void follow(loadPartAgain(load));
    };
    void follow(loadPart(load));
    return () => {
      left = true;
      stop();
      setFailure(null);
    };
  }, [root, html, selector, load]);
  return (
    failure && (
      <div className="notice">
        <PartFailure {...failure} />
      </div>
    )
  );
}
