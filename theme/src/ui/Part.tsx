/**
 * A part of a page. The code for the part loads later. The part handles its own errors so that the rest of the page
 * still works.
 */

import { type ComponentType, lazy, type ReactNode } from "react";
import { type Cell, cell, useCell } from "../hooks/cell.ts";
import { t } from "../messages.ts";
import { loadPart, loadPartAgain } from "../parts.ts";
import { causeChain } from "./Crash.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";

export interface Part<Props> {
  Component: ComponentType<Props>;
  /** The number of retries that the reader has requested. A retry clears all errors of the part. */
  attempts: Cell<number>;
  again(): void;
}

export function createPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): Part<Props> {
  const attempts = cell(0);
  let Current: ComponentType<Props> = lazy(() => loadPart(load));
  return {
    Component: (props) => <Current {...props} />,
    attempts,
    again() {
      Current = lazy(() => loadPartAgain(load));
      attempts.set(attempts.get() + 1);
    },
  };
}

interface PartFailureProps {
  text?: string;
  error: unknown;
  retry(): void;
  children?: ReactNode;
}

/** The message for a part that can't be loaded or doesn't work. */
export function PartFailure({
  text = t("part_failed") as unknown as string,
  error,
  retry,
  children,
}: PartFailureProps) {
  return (
    <div className="part-failed" role="alert">
      <p>{text}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide message must be scrollable with a keyboard. */}
      <pre tabIndex={0}>{causeChain(error)}</pre>
      {children}
      <button type="button" onClick={retry}>
        {t("retry")}
      </button>
    </div>
  );
}

/** Renders a part. If the part fails, renders a message in its place. */
export function PartBoundary({
  part,
  children,
}: {
  part: Pick<Part<never>, "attempts" | "again">;
  children: ReactNode;
}) {
  const attempts = useCell(part.attempts);
  return (
    <ErrorBoundary resetKey={String(attempts)} fallback={(error) => <PartFailure error={error} retry={part.again} />}>
      {children}
    </ErrorBoundary>
  );
}
