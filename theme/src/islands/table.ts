/** The table of islands: for each name, the props and the lazily loaded component. docgen reports unknown names. */

import type { ComponentType } from "react";
import { withMessages } from "../messages.ts";
import { createPart, type Part } from "../ui/Part.tsx";
import type { DiagramProps } from "./Diagram.tsx";
import type { FeedbackProps } from "./Feedback.tsx";
import type { RequestProps } from "./Request.tsx";
import type { SearchProps } from "./Search.tsx";

export interface IslandProps {
  diagram: DiagramProps;
  feedback: FeedbackProps;
  request: RequestProps;
  search: SearchProps;
}

type IslandName = keyof IslandProps;
type Loader<Props> = () => Promise<{ default: ComponentType<Props> }>;

const loaders: { [Name in IslandName]: Loader<IslandProps[Name]> } = {
  diagram: () => import("./Diagram.tsx"),
  feedback: () => withMessages("feedback", import("./Feedback.tsx")),
  request: () => withMessages("request", import("./Request.tsx")),
  search: () => withMessages("search", import("./Search.tsx")),
};

const isIsland = (name: string): name is IslandName => Object.hasOwn(loaders, name);

/** A part that shows an island's component. The component's props are JSON that docgen writes into the page. */
export type Island = Part<Record<string, unknown>>;

const parts = new Map<IslandName, Island>();

/** Returns the part for an island. If the name is unknown, returns `null`. */
export function island(name: string): Island | null {
  if (!isIsland(name)) return null;
  let part = parts.get(name);
  if (!part) {
    part = createPart(loaders[name] as unknown as Loader<Record<string, unknown>>);
    parts.set(name, part);
  }
  return part;
}

/** Loads the code of islands. Rejects if any of the code can't be loaded. */
export async function preloadIslands(names: readonly string[]): Promise<void> {
  await Promise.all(names.filter(isIsland).map((name) => loaders[name]()));
}
