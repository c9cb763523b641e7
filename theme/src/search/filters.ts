/** Contextual search: what a hit must be tagged with so that it belongs to the reader's language and version. */

import { slot } from "../hooks/storage.ts";
import type { SearchContext } from "./context.ts";
import type { SearchRequest } from "./provider.ts";

/** Where the version that a reader last chose is kept. */
const preferred = slot("docgen.docs-preferred-version.default");

/** The version whose pages are searched: the one being read, else the one last chosen, else the latest. */
export function versionFor({ site, version }: SearchContext): string {
  const { versions } = site.docs;
  const exists = (name: string | null | undefined) => versions.some((each) => each.name === name);
  const named = [version(), preferred.get()].find(exists);
  return named ?? versions.find(({ last }) => last)?.name ?? versions[0]?.name ?? "current";
}

export function facetFilters(context: SearchContext, version = versionFor(context)): SearchRequest["facetFilters"] {
  const { contextual = true, facet = "docusaurus_tag", filters = [] } = context.search;
  if (!contextual) return filters;
  const own = [`language:${context.site.locale.code}`, [`${facet}:default`, `${facet}:docs-default-${version}`]];
  return [...own, ...filters];
}
