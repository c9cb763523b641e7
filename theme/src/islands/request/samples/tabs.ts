/**
 * The tabs for an operation's samples: the languages and the document's own samples. This module doesn't depend on the
 * tabs' appearance.
 */

import type { RequestModel } from "../model.ts";
import { LANGUAGES, languageOf } from "./languages.ts";

export interface SampleTab {
  /**
   * The ID, which is unique among the tabs. If the tab is for a language, the ID is also the stored value of the
   * reader's selection.
   */
  id: string;
  label: string;
  /** The document's own sample. If absent, the generator with this ID writes the sample. */
  own?: string;
}

/**
 * Returns the tabs: the site's languages or, by default, all languages in order, and then other tabs. The document's
 * first sample for a language replaces the generated sample. Each additional sample, and each sample for another
 * language, has a separate tab with its own label. Unless the site sets the order, the document's samples come first.
 */
export function sampleTabs(model: Pick<RequestModel, "samples" | "languages">): SampleTab[] {
  const wanted = model.languages?.flatMap((entry) => {
    const { language, label: own } = typeof entry === "string" ? { language: entry, label: undefined } : entry;
    return LANGUAGES.filter(({ id }) => id === language).map(({ id, label }) => ({ id, label: own ?? label }));
  });
  const tabs: SampleTab[] = wanted ?? LANGUAGES.map(({ id, label }) => ({ id, label }));
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
    // An additional sample for a language comes after the first sample.
    tabs.splice(last < 0 ? tabs.length : last + 1, 0, tab);
  }
  if (wanted?.length) return tabs;
  return [...tabs.filter(({ own }) => own !== undefined), ...tabs.filter(({ own }) => own === undefined)];
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
