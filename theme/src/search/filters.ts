/** Contextual search: filters for the reader's locale and versions. */

import { mainDocs, nameOf, preferredVersion, versionedDocs, versionsOf } from "../versions.ts";
import type { SearchContext } from "./context.ts";
import type { SearchRequest } from "./provider.ts";

/**
 * Returns the versions to search, by their unique names: one version of the main set, and one version of every other
 * set that has several versions. The version of each set is the first of these versions that exists: the current
 * version, the version that the reader last selected, and the latest version.
 */
export function versionsFor({ site, docs, version }: SearchContext): string[] {
  const sets = new Set([mainDocs, ...versionedDocs(site)]);
  return [...sets].map((set) => {
    const versions = versionsOf(site, set);
    const named = [set === (docs() ?? mainDocs) ? version() : undefined, preferredVersion(set).get()];
    const found = named.map((name) => versions.find((each) => each.name === name)).find((each) => each !== undefined);
    const searched = found ?? versions.find(({ last }) => last) ?? versions[0];
    return searched ? nameOf(searched) : "current";
  });
}

/** Returns the tag of a version with a unique name. */
function tag(version: string): string {
  const [name, docs = mainDocs] = version.split("/").reverse();
  return `docs-${docs}-${name}`;
}

export function facetFilters(
  context: SearchContext,
  versions = versionsFor(context),
  language = context.site.locale.code,
): SearchRequest["facetFilters"] {
  const { contextual = true, facet = "docusaurus_tag", filters = [] } = context.search;
  if (!contextual) return filters;
  const tags = ["default", ...versions.map(tag)];
  return [`language:${language}`, tags.map((one) => `${facet}:${one}`), ...filters];
}
