/** Contextual search: filters for the reader's locale and versions. */

import type { SiteData } from "../chunk.ts";
import { mainDocs, nameOf, preferredVersion, versionedDocs, versionsOf } from "../versions.ts";
import type { SearchContext } from "./context.ts";
import type { SearchRequest } from "./provider.ts";

/**
 * Returns the versions to search, by their unique names: one version of the main set, and one version of every other
 * set that has several versions. The version of each set is the first of these versions that exists: the current
 * version, the version that the reader last selected, and the latest version.
 */
export function versionsFor({ site, docs, version }: SearchContext): string[] {
  return versionsOfSets(site, (set) => [
    set === (docs() ?? mainDocs) ? version() : undefined,
    preferredVersion(set).get(),
  ]);
}

/**
 * Returns one version of the main set, and one version of every other set that has several versions: the first of the
 * given versions that exists, or the latest version.
 */
export function versionsOfSets(site: SiteData, wanted: (set: string) => (string | null | undefined)[]): string[] {
  const sets = new Set([mainDocs, ...versionedDocs(site)]);
  return [...sets].map((set) => {
    const versions = versionsOf(site, set);
    const found = wanted(set).map((name) => versions.find((each) => each.name === name));
    const searched = found.find((each) => each !== undefined) ?? versions.find(({ last }) => last) ?? versions[0];
    return searched ? nameOf(searched) : "current";
  });
}

/** Returns the filters for the reader's locale and versions. */
export const readerFilters = (context: SearchContext) => facetFilters(context, versionsFor(context));

/** Returns the tag of a version with a unique name. */
function tag(version: string): string {
  const [name, docs = mainDocs] = version.split("/").reverse();
  return `docs-${docs}-${name}`;
}

export function facetFilters(
  { site, search }: Pick<SearchContext, "site" | "search">,
  versions: readonly string[],
  language = site.locale.code,
): SearchRequest["facetFilters"] {
  const { contextual = true, facet = "docusaurus_tag", filters = [] } = search;
  if (!contextual) return filters;
  const tags = ["default", ...versions.map(tag)];
  return [`language:${language}`, tags.map((one) => `${facet}:${one}`), ...filters];
}
