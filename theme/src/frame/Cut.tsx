import type { ReactNode } from "react";

/**
 * Wraps a part of the frame that becomes a separate template so that docgen can render the part once for many pages.
 * The build replaces this function. Elsewhere, the function returns the children unchanged.
 */
export type Cutter = (name: string, children: ReactNode) => ReactNode;

let cutter: Cutter = (_, children) => children;

export function stageCuts(staged: Cutter): void {
  cutter = staged;
}

export function Cut({ name, children }: { name: string; children: ReactNode }) {
  return cutter(name, children);
}
