/** The facts about pages that the "docgen" module returns to the islands of this document. */

import { createContext } from "react";
import type { Answers, Facts } from "./facts.ts";

/** The facts about an island's page. On a page with a list of posts, the islands can belong to several pages. */
export const PageFacts = createContext<Facts>({});

/** The facts about each page. The key is the part of an island's prefix before the island's number. */
const known = new Map<string, Facts>();

/** The results that docgen provided while it prerendered the islands. */
export const answers: Answers = {};

/** The build date, if a page's components use it. */
export let buildDate: string | null = null;

/** The facts that are the same on all pages of this document. */
export const shared: Facts = {};

const pageOf = (prefix: string) => prefix.slice(0, prefix.indexOf("-"));

/** Reads the facts that islands contain. */
export function readFacts(islands: Iterable<HTMLElement>): void {
  for (const { dataset } of islands) {
    if (!dataset.facts) continue;
    const facts = JSON.parse(dataset.facts) as Facts;
    known.set(pageOf(dataset.prefix ?? ""), facts);
    Object.assign(answers, facts.answers);
    Object.assign(shared, facts);
    buildDate = facts.buildDate ?? buildDate;
  }
}

/** Returns the facts about the page that an island with the given prefix belongs to. */
export function factsOf(prefix: string): Facts {
  return known.get(pageOf(prefix)) ?? {};
}
