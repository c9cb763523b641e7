/** The islands there are: a name to its props and its lazily loaded component. An unknown name is docgen's to report. */

import type { ComponentType } from "react";
import { createPart, type Part } from "../ui/Part.tsx";
import type { DiagramProps } from "./Diagram.tsx";
import type { RequestProps } from "./Request.tsx";

export interface IslandProps {
  diagram: DiagramProps;
  request: RequestProps;
  search: Record<never, never>;
}

type IslandName = keyof IslandProps;
type Loader<Props> = () => Promise<{ default: ComponentType<Props> }>;

const loaders: { [Name in IslandName]: Loader<IslandProps[Name]> } = {
  diagram: () => import("./Diagram.tsx"),
  request: () => import("./Request.tsx"),
  search: () => import("./Search.tsx"),
};

const isIsland = (name: string): name is IslandName => Object.hasOwn(loaders, name);

/** An island's component as its place knows it: the props come from the page's JSON, written by docgen for it. */
export type Island = Part<Record<string, unknown>>;

const parts = new Map<IslandName, Island>();

/** The part that an island is, `null` for a name that is not in the table. */
export function island(name: string): Island | null {
  if (!isIsland(name)) return null;
  let part = parts.get(name);
  if (!part) {
    part = createPart(loaders[name] as unknown as Loader<Record<string, unknown>>);
    parts.set(name, part);
  }
  return part;
}

/** Fetches the code of the named islands; rejects where some of it cannot be had. */
export async function preloadIslands(names: readonly string[]): Promise<void> {
  await Promise.all(names.filter(isIsland).map((name) => loaders[name]()));
}
