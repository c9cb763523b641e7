/**
 * What a tab keeps when the page closes, if the reader agrees: values, variables, and the history of requests. The
 * reader agrees separately for each document. Without consent, everything stays in memory.
 */

import { cells } from "../../hooks/cell.ts";
import { forgetKept, readKept, writeKept } from "./session.ts";

const consentKey = (document: string): string => `docgen.keep.${document}`;
const prefixOf = (document: string): string => `docgen.kept.${JSON.stringify(document)}.`;

const consents = cells<boolean>((document) => readKept(consentKey(document)) !== null);

/** Whether the reader has agreed for a document. */
export const consentOf = (document: string) => consents(document);

/** The latest values, by document and name. */
const latest = new Map<string, Map<string, unknown>>();

function store(document: string, name: string, value: unknown): void {
  writeKept(prefixOf(document) + name, JSON.stringify(value));
}

/** Remembers a value, and stores it if the reader has agreed. */
export function keep(document: string, name: string, value: unknown): void {
  const own = latest.get(document) ?? new Map<string, unknown>();
  latest.set(document, own.set(name, value));
  if (consentOf(document).get()) store(document, name, value);
}

/** Returns a stored value, which might be from another version of the page. */
export function kept(document: string, name: string): unknown {
  try {
    return JSON.parse(readKept(prefixOf(document) + name) ?? "null");
  } catch {
    return null;
  }
}

/** Starts or stops storing values. Stopping removes what's stored. */
export function agree(document: string, consent: boolean): void {
  writeKept(consentKey(document), consent ? "yes" : null);
  consentOf(document).set(consent);
  if (consent) for (const [name, value] of latest.get(document) ?? []) store(document, name, value);
  else forgetKept(prefixOf(document));
}
