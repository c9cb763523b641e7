/** The tabs of an operation's samples: the languages, and what the document brings. Knows nothing of how they look. */

import type { RequestModel } from "../model.ts";
import { LANGUAGES, languageOf } from "./languages.ts";

export interface SampleTab {
  /** Unique among the tabs. A language's is what a reader's choice is remembered by. */
  id: string;
  label: string;
  /** The document's own sample, as it is. Absent: the generator of this id writes it. */
  own?: string;
}

/**
 * The languages in their order, then what no language is. The document's first sample of a language takes its place, one of
 * another language gets a tab, and so does each further one of a language, named by its label.
 */
export function sampleTabs(model: Pick<RequestModel, "samples">): SampleTab[] {
  const tabs: SampleTab[] = LANGUAGES.map(({ id, label }) => ({ id, label }));
  for (const { lang, label, source } of model.samples) {
    const name = lang.trim();
    const language = languageOf(name);
    const id = language?.id ?? slug(name);
    const first = tabs.find((tab) => tab.id === id);
    if (first && first.own === undefined && language) {
      first.own = source;
      if (label?.trim()) first.label = label.trim();
      continue;
    }
    const shown = label?.trim() || language?.label || name || id;
    const last = tabs.findLastIndex((tab) => tab.id === id || tab.id.startsWith(`${id}:`));
    const tab = { id: unique(first ? `${id}:${slug(shown)}` : id, tabs), label: shown, own: source };
    // A further sample of a language stands beside the first.
    tabs.splice(last < 0 ? tabs.length : last + 1, 0, tab);
  }
  return tabs;
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+#.]+/gu, "-")
    .replace(/^-|-$/g, "") || "sample";

function unique(id: string, tabs: readonly SampleTab[]): string {
  let found = id;
  for (let number = 2; tabs.some((tab) => tab.id === found); number += 1) found = `${id}-${number}`;
  return found;
}
