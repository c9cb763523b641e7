/** Contextual search: filters for the reader's locale and version. */

import { slot } from "../hooks/storage.ts";
import type { SearchContext } from "./context.ts";
import type { SearchRequest } from "./provider.ts";

/** The storage slot for the version that a reader last selected. */
const preferred = slot("docgen.docs-preferred-version.default");

/**
 * Returns the version to search. This is the first of these versions that exists: the current version, the version that
 * the reader last selected, and the latest version.
 */
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
