/** Stands in until the embedded index's own client is there: every record in one file, and words that must all occur. */

import { escapeHtml } from "../hits.ts";
import type { CreateProvider, SearchHit } from "../provider.ts";

export const createProvider: CreateProvider = (options) => {
  const { base } = options as { base: string };
  return {
    async search({ query, page, hitsPerPage, facetFilters }, signal) {
      const response = await fetch(`${base}index.json`, { signal });
      if (!response.ok) throw new Error(`the index was answered with ${response.status}`);
      const records = (await response.json()) as (SearchHit & { tags: string[] })[];
      const words = query.toLowerCase().split(/\s+/).filter(Boolean);
      const mark = (text: string | null) =>
        words.reduce(
          (html, word) => html.replace(new RegExp(word.replace(/\W/g, "\\$&"), "gi"), "<mark>$&</mark>"),
          escapeHtml(text ?? ""),
        );
      const textOf = ({ hierarchy, content }: SearchHit) =>
        [...Object.values(hierarchy), content].join(" ").toLowerCase();
      const holds = ({ tags }: { tags: string[] }) =>
        facetFilters.every((filter) => [filter].flat().some((tag) => tags.includes(tag)));
      const found = records.filter((record) => holds(record) && words.every((word) => textOf(record).includes(word)));
      const hits = found.slice(page * hitsPerPage, (page + 1) * hitsPerPage).map((record) => {
        const marked = Object.fromEntries(
          Object.entries(record.hierarchy).map(([level, text]) => [
            level,
            { value: mark(text), matchLevel: "full" as const },
          ]),
        );
        const result = {
          hierarchy: marked,
          content: { value: mark(record.content), matchLevel: "full" as const },
        };
        return { ...record, _highlightResult: result, _snippetResult: result };
      });
      return { query, hits, nbHits: found.length, page, nbPages: Math.ceil(found.length / hitsPerPage) };
    },
  };
};
