/** The content of a built site as search records: each page, its headings, and each paragraph below them. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Hierarchy, HitType, Level, SearchAnswer, SearchHit } from "../../../theme/src/search/provider.ts";

/** A record with its facets. */
export interface SiteRecord {
  objectID: string;
  url: string;
  url_without_anchor: string;
  anchor: string | null;
  type: HitType;
  hierarchy: Hierarchy;
  content: string | null;
  tags: string[];
  /** Text that is searched but not shown. */
  searched?: string;
}

interface Chunk {
  path: string;
  kind: string;
  html: string;
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", "#x27": "'", nbsp: " " };

const plain = (html: string) =>
  html
    .replace(/<a class="hash-link"[\s\S]*?<\/a>/g, "")
    .replace(/<[^>]*>/g, "")
    .replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, " ")
    .trim();

const none: Hierarchy = { lvl0: null, lvl1: null, lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null };

const kinds = /^(?:doc|page|home|category|blog-post|api-)/;

/** Returns the name of the section that a path belongs to, based on the first segments of the path, as in a navbar. */
const sectionOf = (path: string) => {
  const [first = "", second] = path.split("/").filter(Boolean);
  const name = path.split("/").filter(Boolean).length > 2 && second ? second : first || "start";
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
};

function recordsOf({ path, html }: Chunk, tags: string[], host: string): SiteRecord[] {
  const records: SiteRecord[] = [];
  const add = (type: HitType, hierarchy: Hierarchy, anchor: string | null, content: string | null) => {
    const url = host + path + (anchor ? `#${anchor}` : "");
    const objectID = `${path}${records.length}`;
    records.push({
      objectID,
      url,
      url_without_anchor: host + path,
      anchor,
      type,
      hierarchy: { ...hierarchy },
      content,
      tags,
    });
  };
  const hierarchy: Hierarchy = { ...none, lvl0: sectionOf(path) };
  let anchor: string | null = null;
  for (const [, tag = "", attributes = "", inside = ""] of html.matchAll(/<(h[1-6]|p|td)\b([^>]*)>([\s\S]*?)<\/\1>/g)) {
    const text = plain(inside);
    if (!text) continue;
    if (tag === "p" || tag === "td") {
      if (hierarchy.lvl1) add("content", hierarchy, anchor, text);
      continue;
    }
    const level = Number(tag.slice(1));
    for (let below = level; below <= 6; below += 1) hierarchy[`lvl${below}` as Level] = null;
    hierarchy[`lvl${level}` as Level] = text;
    anchor = level === 1 ? null : (/ id="([^"]*)"/.exec(attributes)?.[1] ?? null);
    if (hierarchy.lvl1) add(`lvl${level}` as HitType, hierarchy, anchor, null);
  }
  return records;
}

/**
 * Returns the records of every page of a site. The records' URLs contain the given host, even if a different host
 * serves the site.
 */
export function records(dist: string, host = "https://indexed.example"): SiteRecord[] {
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".html"));
  return files.sort().flatMap((file) => {
    const shell = readFileSync(join(dist, file), "utf8");
    const page = /id="docgen-page">(.*?)<\/script>/.exec(shell)?.[1];
    if (!page) return [];
    const chunk = JSON.parse(page) as Chunk;
    if (!kinds.test(chunk.kind) || shell.includes('content="noindex')) return [];
    const meta = (name: string) => new RegExp(`content="([^"]*)" name="docsearch:${name}"`).exec(shell)?.[1] ?? "";
    const html = shell.slice(shell.indexOf('<div class="article">'), shell.lastIndexOf("</main>"));
    const tags = [`language:${meta("language")}`, `docusaurus_tag:${meta("docusaurus_tag")}`];
    return recordsOf({ ...chunk, html }, tags, host);
  });
}

const textOf = ({ hierarchy, content }: SiteRecord) =>
  [...Object.values(hierarchy), content].filter(Boolean).join(" ").toLowerCase();

const rank: Record<string, number> = { lvl1: 0, lvl2: 1, lvl3: 2, lvl4: 3, lvl5: 4, lvl6: 5, content: 6 };

export interface Question {
  query: string;
  page?: number;
  hitsPerPage?: number;
  facetFilters?: (string | string[])[];
  facets?: string[];
}

/**
 * Returns a function that highlights words as a hosted service does: with `<mark>` tags, and without escaping the text.
 */
function marker(words: string[]) {
  return (text: string | null, limit?: number) => {
    if (text === null) return undefined;
    let shown = text;
    if (limit) {
      const all = text.split(" ");
      const at = Math.max(0, all.findIndex((word) => words.some((each) => word.toLowerCase().includes(each))) - 4);
      shown = all.slice(at, at + limit).join(" ");
      if (at > 0) shown = `…${shown}`;
      if (at + limit < all.length) shown = `${shown}…`;
    }
    const value = words.reduce(
      (html, word) => html.replace(new RegExp(word.replace(/\W/g, "\\$&"), "gi"), "<mark>$&</mark>"),
      shown,
    );
    return { value, matchLevel: value === shown ? ("none" as const) : ("full" as const) };
  };
}

/** Returns the number of records for each value of the facets. */
function countsOf(found: SiteRecord[], facets: string[]): Record<string, Record<string, number>> {
  const counts: Record<string, Record<string, number>> = {};
  const add = (facet: string, value: string) => {
    counts[facet] = { ...counts[facet], [value]: (counts[facet]?.[value] ?? 0) + 1 };
  };
  for (const { tags, hierarchy } of found) {
    if (hierarchy.lvl0) add("hierarchy.lvl0", hierarchy.lvl0);
    for (const [facet = "", value = ""] of tags.map((tag) => tag.split(":"))) add(facet, value);
  }
  return Object.fromEntries(Object.entries(counts).filter(([facet]) => facets.includes(facet)));
}

/**
 * Responds like a service that finds every record that contains all the words. If `distinct` is set, the service finds
 * only the first such record for each URL.
 */
export function answer(
  all: SiteRecord[],
  question: Question,
  distinct = false,
): Omit<SearchAnswer, "hits"> & { hits: SearchHit[] } {
  const { query, page = 0, hitsPerPage = 20, facetFilters = [], facets } = question;
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = ({ tags }: SiteRecord) =>
    facetFilters.every((filter) => [filter].flat().some((tag) => tags.includes(tag)));
  const urls = new Set<string>();
  const has = (text: string) => words.every((word) => text.includes(word));
  // Matches in text that isn't shown come last.
  const rankOf = (record: SiteRecord) => (has(textOf(record)) ? (rank[record.type] ?? 0) : 10);
  const found = all
    .filter((record) => holds(record) && has(`${textOf(record)} ${record.searched?.toLowerCase() ?? ""}`))
    .sort((a, b) => rankOf(a) - rankOf(b))
    .filter(({ url }) => !distinct || (!urls.has(url) && urls.add(url)));
  const mark = marker(words);
  const hits = found.slice(page * hitsPerPage, (page + 1) * hitsPerPage).map(({ tags: _, searched: __, ...record }) => {
    const marked = (limit?: number) => ({
      hierarchy: Object.fromEntries(
        Object.entries(record.hierarchy).flatMap(([level, text]) => {
          const value = mark(text, limit);
          return value ? [[level, value]] : [];
        }),
      ),
      ...(record.content !== null && { content: mark(record.content, limit) }),
    });
    return { ...record, _highlightResult: marked(), _snippetResult: marked(15) } as SearchHit;
  });
  const nbPages = Math.ceil(found.length / hitsPerPage);
  return { query, hits, nbHits: found.length, page, nbPages, ...(facets && { facets: countsOf(found, facets) }) };
}
