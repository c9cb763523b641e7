/**
 * The reader's input and selections, which are kept while the app runs. If the reader opens a page again, or if the
 * development server updates a page, the page shows the same input. All operations in a document share the selected
 * server, which is kept until the tab closes.
 */

import { type Cell, cells } from "../../hooks/cell.ts";
import { bodyAt, chosenBody, exampleContent, variantAt } from "./body.ts";
import { keep, kept } from "./kept.ts";
import type { BodyModel, RequestModel, RequestValues } from "./model.ts";
import { readKept, texts, writeKept } from "./session.ts";

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

/** Returns the input without files, which a tab can't keep. */
export function withoutFiles({ file, drafts, fields, ...values }: OwnValues): OwnValues {
  return { ...values, ...(fields && { fields: texts(fields) }) };
}

/** Parses stored input, which might be from another version of the page. */
export function parseOwnValues(value: unknown): OwnValues {
  const { parameters, body, variants, text, fields, accept, security } = Object(value) as Record<string, unknown>;
  const numbers = Object.entries(Object(variants) as Record<string, unknown>).filter(([, at]) => Number.isInteger(at));
  return {
    ...(parameters !== undefined && { parameters: texts(parameters) }),
    ...(Number.isInteger(body) && { body: Number(body) }),
    ...(numbers.length > 0 && { variants: Object.fromEntries(numbers) as Record<number, number> }),
    ...(typeof text === "string" && { text }),
    ...(fields !== undefined && { fields: texts(fields) }),
    ...(typeof accept === "string" && { accept }),
    ...(Number.isInteger(security) && { security: Number(security) }),
  };
}

/** Returns the site's default values of parameters. */
export const presetsOf = ({ parameters }: Pick<RequestModel, "parameters">): Record<string, string> =>
  Object.fromEntries(parameters.flatMap((one) => (one.preset ? [[`${one.in}:${one.name}`, one.preset]] : [])));

const ownValues = cells<OwnValues>((key) => {
  const [document = "", ...operation] = JSON.parse(key) as string[];
  return parseOwnValues(kept(document, JSON.stringify(operation)));
});

type OperationKey = Pick<RequestModel, "document" | "method" | "path">;

/** Returns the input for an operation. Keeps each change, if the reader has agreed. */
export function valuesOf({ document, method, path }: OperationKey): Cell<OwnValues> {
  const of = ownValues(JSON.stringify([document, method, path]));
  return {
    ...of,
    set(next) {
      keep(document, JSON.stringify([method, path]), withoutFiles(next));
      of.set(next);
    },
  };
}

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

/** Whether the fields of a body keep their values if the reader selects another media type. */
const isNamed = (body: BodyModel | undefined): boolean =>
  !body?.variants && !body?.fields?.some(({ place }) => place !== undefined);

/**
 * Selects the body for a media type. Discards the text, because it's for the old type. Keeps the values of fields if
 * both types have named fields.
 */
export function chooseBody(model: RequestModel, body: number): void {
  const of = valuesOf(model);
  const before = bodyAt(model, of.get());
  if (body === before || !model.bodies[body]) return;
  const isKept = isNamed(model.bodies[before]) && isNamed(model.bodies[body]);
  changeValues(of, { body, text: undefined, drafts: {}, ...(!isKept && { fields: undefined }) });
}

/** Returns the number of the example that a body's text shows. */
export function exampleAt(model: RequestModel, values: RequestValues): number {
  const body = chosenBody(model, values);
  if (!body || body.fields || values.text === undefined) return 0;
  return body.examples.findIndex(({ text }) => text === values.text);
}

/** Fills in an example of the selected body. The first example is the one that an unchanged body shows. */
export function chooseExample(model: RequestModel, example: number): void {
  const of = valuesOf(model);
  const body = chosenBody(model, of.get());
  const text = body?.examples[example]?.text;
  if (!body || text === undefined) return;
  if (!body.fields) {
    changeValues(of, { text: example === 0 ? undefined : text });
    return;
  }
  changeValues(of, { fields: example === 0 ? undefined : Object.fromEntries(exampleContent(body.fields, text)) });
}

export const serverKey = (scope: string): string => `docgen.server.${scope}`;

/** Parses the text that a tab stored. The text might be from another version of the document, or might be invalid. */
export function parseServerChoice(text: string | null): ServerChoice {
  const first: ServerChoice = { server: 0, variables: {} };
  try {
    const { server, baseUrl, variables } = Object(JSON.parse(text ?? "null")) as Record<string, unknown>;
    return {
      server: Number.isInteger(server) ? Number(server) : 0,
      ...(typeof baseUrl === "string" && { baseUrl }),
      variables: texts(variables),
    };
  } catch {
    return first;
  }
}

const servers = cells<ServerChoice>((scope) => parseServerChoice(readKept(serverKey(scope))));

/** Returns the server of an environment. */
export const serverChoiceOf = (scope: string): Cell<ServerChoice> => servers(scope);

export function chooseServer(scope: string, choice: ServerChoice): void {
  writeKept(serverKey(scope), JSON.stringify(choice));
  servers(scope).set(choice);
}
