/** Prepares hits for a page. The hits have URLs on this site and text that is safe in HTML. */

import { canonicalPath, withBase } from "../site.ts";
import { searchContext } from "./context.ts";
import type { Hierarchy, Level, SearchHit } from "./provider.ts";

const levels: Level[] = ["lvl0", "lvl1", "lvl2", "lvl3", "lvl4", "lvl5", "lvl6"];

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** Returns the text of HTML. */
export const textOf = (html: string) => new DOMParser().parseFromString(html, "text/html").body.textContent ?? "";

let external: RegExp | null | undefined;

/** Whether a URL matches the site's regular expression for external URLs. Hits link to such URLs without changes. */
export function isExternal(url: string): boolean {
  if (external === undefined) {
    const { externalUrlRegex } = searchContext().search;
    external = externalUrlRegex ? new RegExp(externalUrlRegex) : null;
  }
  return external?.test(url) ?? false;
}

/** Returns the URL of a hit on this site, regardless of the indexed host. */
export function localUrl(url: string): string {
  if (isExternal(url) || !URL.canParse(url, location.origin)) return url;
  const { site } = searchContext();
  const { protocol, pathname, search, hash } = new URL(url, location.origin);
  if (!protocol.startsWith("http")) return url;
  return canonicalPath(withBase(pathname, site), site) + search + hash;
}

/** Returns the deepest level of a hit. */
export function lastLevel(hierarchy: Hierarchy): Level {
  return levels.findLast((level) => hierarchy[level]) ?? "lvl1";
}

/** Returns the titles and headings above a hit, starting with the site's section. */
export function ancestors({ type, hierarchy }: Pick<SearchHit, "type" | "hierarchy">): string[] {
  const own = levels.indexOf(type === "content" ? "lvl6" : type);
  const above = type === "content" ? levels : levels.slice(0, own);
  return above.map((level) => hierarchy[level]).filter((text) => text !== null && text !== undefined);
}

/** A hit in a run of hits that DocSearch shows as a group. */
export type Run<Hit> = Hit & {
  /** Whether the previous run is in the same section of the site. If so, the section's name isn't shown again. */
  isContinued: boolean;
};

/**
 * Divides hits into runs. DocSearch groups hits by section of the site and then by page title, so a later hit could
 * come before a better one. Within a run, this grouping doesn't change the order.
 */
export function inRuns<Hit extends SearchHit>(hits: readonly Hit[]): Run<Hit>[] {
  let run = 0;
  let section: string | null | undefined;
  let page: string | null = null;
  let pages = new Set<string | null>();
  let isContinued = false;
  return hits.map((hit) => {
    const { lvl0, lvl1 } = hit.hierarchy;
    const isNew = lvl0 !== section;
    if (isNew || (lvl1 !== page && pages.has(lvl1))) {
      run++;
      isContinued = !isNew;
      pages = new Set();
    }
    pages.add(lvl1);
    section = lvl0;
    page = lvl1;
    const key = { value: `${run} ${lvl0}`, matchLevel: "none" } as const;
    return { ...hit, isContinued, _highlightResult: { hierarchy: { lvl0: key } } };
  });
}

/** Returns the title of a hit as HTML: the hit's deepest heading, or the title of the hit's page. */
export function titleOf(hit: SearchHit): string {
  const own = hit.type === "content" ? ancestors(hit).length - 1 : Number(hit.type.slice(3));
  for (let number = own; number > 0; number -= 1) {
    const level = `lvl${number}` as Level;
    const text = hit.hierarchy[level];
    const marked = hit._highlightResult.hierarchy[level] ?? hit._snippetResult.hierarchy[level];
    if (text) return marked?.value ?? escapeHtml(text);
  }
  return escapeHtml(hit.hierarchy.lvl0 ?? hit.url);
}

/** Returns the titles and headings above a hit's title. */
export function above(hit: SearchHit): string[] {
  const texts = ancestors(hit);
  return hit.type === "content" ? texts.slice(0, -1) : texts;
}

/**
 * Converts a hit for DocSearch. DocSearch inserts highlighted text as HTML. If there's no highlighted text, DocSearch
 * inserts the plain text as HTML. Recent searches keep only plain text. Therefore, all plain text is escaped, except
 * the section's name, which DocSearch doesn't insert as HTML.
 */
export function shown<Hit extends SearchHit>(hit: Hit): Hit {
  const { site } = searchContext();
  const section = hit.hierarchy.lvl0 || hit.hierarchy.lvl1 || site.title;
  const hierarchy = Object.fromEntries(
    levels.map((level) => [level, hit.hierarchy[level] ? escapeHtml(hit.hierarchy[level]) : null]),
  ) as Hierarchy;
  return {
    ...hit,
    url: localUrl(hit.url),
    url_without_anchor: localUrl(hit.url_without_anchor ?? hit.url.replace(/#.*$/, "")),
    content: hit.content && escapeHtml(hit.content),
    hierarchy: { ...hierarchy, lvl0: section },
    _highlightResult: { hierarchy: { lvl0: { value: section, matchLevel: "none" } } },
  };
}
