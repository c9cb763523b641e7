/**
 * What a reader has typed and chosen, kept for as long as the app runs: a page that is left and come back to, or that the
 * development server swaps, has its form as it was. The server is one choice for all operations of a document, and lasts
 * as long as the tab.
 */

import { type Cell, cell, cells } from "../../hooks/cell.ts";
import { bodyAt, variantAt } from "./body.ts";
import type { RequestModel, RequestValues } from "./model.ts";
import { readKept, writeKept } from "./session.ts";

/** Of one operation, without what belongs to the whole document. */
export type OwnValues = Omit<RequestValues, "server" | "baseUrl" | "variables" | "credentials"> & {
  /** What was typed for variants that are not shown now. */
  drafts?: Readonly<Record<string, Draft>>;
};

type Draft = { readonly [Name in "text" | "fields"]?: RequestValues[Name] | undefined };

export interface ServerChoice {
  server: number;
  /** An address typed by the reader; the empty text: chosen, and not typed yet. */
  baseUrl?: string;
  variables: Readonly<Record<string, string>>;
}

const ownValues = cells<OwnValues>(() => ({}));

export const valuesOf = ({ document, method, path }: RequestModel): Cell<OwnValues> =>
  ownValues(JSON.stringify([document, method, path]));

/** Values that change; one that is `undefined` is as the document has it. */
export type Changes = { readonly [Name in keyof OwnValues]?: OwnValues[Name] | undefined };

export function changeValues(of: Cell<OwnValues>, changes: Changes): void {
  const next = Object.entries({ ...of.get(), ...changes }).filter(([, value]) => value !== undefined);
  of.set(Object.fromEntries(next) as OwnValues);
}

const draftKey = (body: number, variant: number): string => `${body}:${variant}`;

/** Chooses a variant of a body, and keeps what was typed for the one before. */
export function chooseVariant(model: RequestModel, body: number, variant: number): void {
  const of = valuesOf(model);
  const now = of.get();
  const before = variantAt(model, now, body);
  if (variant === before || !model.bodies[body]?.variants?.[variant]) return;
  const variants = { ...now.variants, [body]: variant };
  if (bodyAt(model, now) !== body) {
    changeValues(of, { variants });
    return;
  }
  const drafts = { ...now.drafts, [draftKey(body, before)]: { text: now.text, fields: now.fields } };
  const { text, fields } = drafts[draftKey(body, variant)] ?? {};
  changeValues(of, { variants, drafts, text, fields });
}

/** Whether the form is open, on whatever page. */
export const formOpen = cell(false);

export const serverKey = (document: string): string => `docgen.server.${document}`;

/** Reads what a tab kept. It may be of another version of the document, or anything at all. */
export function parseServerChoice(text: string | null): ServerChoice {
  const first: ServerChoice = { server: 0, variables: {} };
  try {
    const { server, baseUrl, variables } = Object(JSON.parse(text ?? "null")) as Record<string, unknown>;
    const named = Object.entries(Object(variables) as Record<string, unknown>);
    return {
      server: Number.isInteger(server) ? Number(server) : 0,
      ...(typeof baseUrl === "string" && { baseUrl }),
      variables: Object.fromEntries(named.filter((entry): entry is [string, string] => typeof entry[1] === "string")),
    };
  } catch {
    return first;
  }
}

const servers = cells<ServerChoice>((document) => parseServerChoice(readKept(serverKey(document))));

export const serverChoiceOf = (document: string): Cell<ServerChoice> => servers(document);

export function chooseServer(document: string, choice: ServerChoice): void {
  writeKept(serverKey(document), JSON.stringify(choice));
  servers(document).set(choice);
}
