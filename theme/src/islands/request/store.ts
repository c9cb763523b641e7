/**
 * The reader's input and selections, which are kept while the app runs. If the reader opens a page again, or if the
 * development server updates a page, the page shows the same input. All operations in a document share the selected
 * server, which is kept until the tab closes.
 */

import { type Cell, cells } from "../../hooks/cell.ts";
import { bodyAt, variantAt } from "./body.ts";
import type { RequestModel, RequestValues } from "./model.ts";
import { readKept, writeKept } from "./session.ts";

/** The input for one operation, except the input that all operations in the document share. */
export type OwnValues = Omit<RequestValues, "server" | "baseUrl" | "variables" | "credentials"> & {
  /** The reader's input for other variants. */
  drafts?: Readonly<Record<string, Draft>>;
};

type Draft = { readonly [Name in "text" | "fields"]?: RequestValues[Name] | undefined };

export interface ServerChoice {
  server: number;
  /** The reader's own URL. If the text is empty, the reader selected this option but didn't enter a URL. */
  baseUrl?: string;
  variables: Readonly<Record<string, string>>;
}

const ownValues = cells<OwnValues>(() => ({}));

export const valuesOf = ({ document, method, path }: RequestModel): Cell<OwnValues> =>
  ownValues(JSON.stringify([document, method, path]));

/** Changes to values. `undefined` restores the document's value. */
export type Changes = { readonly [Name in keyof OwnValues]?: OwnValues[Name] | undefined };

export function changeValues(of: Cell<OwnValues>, changes: Changes): void {
  const next = Object.entries({ ...of.get(), ...changes }).filter(([, value]) => value !== undefined);
  of.set(Object.fromEntries(next) as OwnValues);
}

const draftKey = (body: number, variant: number): string => `${body}:${variant}`;

/** Selects a variant of a body and keeps what the reader typed for the previous variant. */
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

export const serverKey = (document: string): string => `docgen.server.${document}`;

/** Parses the text that a tab stored. The text might be from another version of the document, or might be invalid. */
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
