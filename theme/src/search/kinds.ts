/** The kinds of pages that readers can filter by. */

import type { SearchAnswer } from "./provider.ts";
import { t } from "./text.ts";

const names = { docs: "kind_docs", api: "kind_api", blog: "kind_blog", page: "kind_page" } as const;

export const isKind = (kind: string): kind is keyof typeof names => Object.hasOwn(names, kind);

/** Returns the selected kind and the kinds in a response, with their names, always in the same order. */
export function kindsIn(facets: SearchAnswer["facets"], chosen: string): [kind: string, name: string][] {
  const found = Object.keys(names).filter((kind) => kind === chosen || facets?.kind?.[kind]);
  return found.filter(isKind).map((kind) => [kind, t(names[kind])]);
}
