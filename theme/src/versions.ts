/** The versions of the documentation sets. */

import type { SiteData, Version } from "./chunk.ts";
import { type Slot, slot } from "./hooks/storage.ts";

/** The name of the main set. */
export const mainDocs = "default";

/** Returns the name of the set that a version belongs to. */
export const docsOf = (version: Version): string => version.docs ?? mainDocs;

/** Returns a name that's unique among the versions of all sets: `2.0` in the main set, or `sdk/2.0` in another set. */
export const nameOf = ({ docs, name }: Version): string => (docs ? `${docs}/${name}` : name);

/** Returns the versions of a set, newest first. */
export const versionsOf = (site: SiteData, docs: string): Version[] =>
  site.docs.versions.filter((version) => docsOf(version) === docs);

/** Returns the names of the sets that have several versions. */
export function versionedDocs(site: SiteData): string[] {
  const all = new Set(site.docs.versions.map(docsOf));
  return [...all].filter((docs) => versionsOf(site, docs).length > 1);
}

/** Returns the storage slot for the version that a reader last selected in a set. */
export const preferredVersion = (docs: string): Slot => slot(`docgen.docs-preferred-version.${docs}`);

/** Stores a version as the reader's preferred version of its set. The version has a unique name. */
export function prefer(version: string): void {
  const [name = "", docs = mainDocs] = version.split("/").reverse();
  preferredVersion(docs).set(name);
}
