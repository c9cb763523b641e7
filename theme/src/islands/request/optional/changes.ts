/**
 * The optional parts of a request: parameters, fields of forms, and fields of JSON bodies at any depth. The functions
 * take the reader's input and return the input to set.
 */

import type { PartPath } from "../../../hooks/linked.ts";
import { bodyAt, chosenBody, exampleContent, formContent, membersOf, variantAt } from "../body.ts";
import { readJson } from "../json.ts";
import { faultOf } from "../jsonText.ts";
import type { BodyChanges, BodyModel, ParameterModel, RequestModel, RequestValues } from "../model.ts";
import type { Changes } from "../store.ts";
import { add, find, has, parse, remove, replace, textAt, type Value } from "./jsonEdit.ts";

/** An optional part: a parameter, or the path of a field. */
export type Part = ParameterModel | PartPath;

const isField = (part: Part): part is PartPath => Array.isArray(part);

/** The JSON text of a body, and the changes that are possible. */
interface Body {
  body: BodyModel;
  /** The example with all optional fields. */
  base: string;
  /** The text with all optional fields of the chosen variants. */
  whole: string;
  /** The text that the sample shows. */
  text: string;
  optional: readonly PartPath[];
  choices: NonNullable<BodyChanges["choices"]>;
}

/** Returns the changes for the chosen variant of a body. The first variant's are in the body itself. */
function changesOf(model: RequestModel, values: RequestValues): BodyChanges {
  const at = bodyAt(model, values);
  const [body, variant] = [model.bodies[at], variantAt(model, values, at)];
  return (variant === 0 ? body : body?.variants?.[variant]) ?? {};
}

/** Returns the fields of a form that the sample contains, as JSON. */
function formText(body: BodyModel, example: string, values: RequestValues): string {
  if (values.fields === undefined) return example;
  const typed = Object.entries(values.fields).filter(([, value]) => value.length > 0);
  const given = membersOf(example, body.fields ?? []).map(([name]) => name);
  const required = given.filter((own) => body.fields?.some(({ name, required: is }) => name === own && is));
  const names = new Set([...required, ...typed.map(([name]) => name)]);
  return `{${[...names].map((name) => `${JSON.stringify(name)}:null`).join(",")}}`;
}

export function bodyOf(model: RequestModel, values: RequestValues): Body | null {
  const body = chosenBody(model, values);
  const example = body?.examples[0]?.text;
  const { optional = [], choices = [] } = changesOf(model, values);
  if (!body || example === undefined || optional.length + choices.length === 0 || faultOf(example) >= 0) return null;
  const text = body.fields ? formText(body, example, values) : (values.text ?? example);
  if (faultOf(text) >= 0) return null;
  const base = optional.reduce((all, [path, own]) => (own ? add(all, path, own, []) : all), example);
  let whole = base;
  if (!body.fields) {
    for (const choice of choices) {
      const own = choice[1][variantIn(text, choice, base)];
      if (own) whole = replace(whole, choice[0], own);
    }
  }
  const paths = optional.map(([path]) => path).filter((path) => has(whole, path));
  const known = body.fields ? paths.filter((path) => path.length === 1) : paths;
  return { body, base, whole, text, optional: known, choices: body.fields ? [] : choices };
}

/** Returns the variant of a field that a text contains: the one that has the most in common with the value. */
function variantIn(text: string, [path, texts]: Body["choices"][number], first: string): number {
  const [value] = find(parse(text), path);
  if (!value) return 0;
  const members = (all: string, of: Value) =>
    new Map(of.children.map((child) => [child.name, child.kind === "scalar" ? all.slice(child.start, child.end) : ""]));
  const own = members(text, value);
  const rates = texts.map((given) => {
    const other = given || textAt(first, path) || "{}";
    const theirs = members(other, parse(other));
    const names = [...own.keys()];
    return names.reduce((sum, name) => {
      if (!theirs.has(name)) return sum - 2;
      return sum + (theirs.get(name) === own.get(name) ? 2 : 1);
    }, 0);
  });
  return rates.indexOf(Math.max(...rates));
}

/** Returns the text that a reader would enter for a parameter's example. */
function exampleOf({ example, preset, content }: ParameterModel): string {
  const value = example === undefined ? undefined : readJson(example);
  if (preset) return preset;
  if (!value) return "";
  return value.kind === "scalar" && content === undefined ? value.text : value.source;
}

const keyOf = (parameter: ParameterModel): string => `${parameter.in}:${parameter.name}`;

/** Returns the optional parts of a request, in order. A field comes before its own fields. */
export function partsOf(model: RequestModel, body: Body | null): Part[] {
  const parameters = model.parameters.filter((one) => !one.required && exampleOf(one) !== "");
  return [...parameters, ...(body?.optional ?? [])];
}

/** Whether the sample contains a part. */
export const isSent = (part: Part, values: RequestValues, body: Body | null): boolean =>
  isField(part) ? body !== null && has(body.text, part) : Boolean(values.parameters?.[keyOf(part)]);

const startsWith = (path: PartPath, start: PartPath): boolean => start.every((step, at) => path[at] === step);

/** Adds a field to a JSON text. Adds the fields that contain it, too, with only their required fields. */
function withField(text: string, path: PartPath, { whole, optional }: Body): string {
  let next = text;
  for (let length = 1; length <= path.length; length += 1) {
    const part = path.slice(0, length);
    const own = textAt(whole, part);
    if (typeof part.at(-1) === "number" || own === undefined) continue;
    const isNew = !has(next, part);
    const [siblings] = find(parse(whole), part.slice(0, -1));
    next = add(next, part, own, siblings?.children.map(({ name }) => name) ?? []);
    if (!isNew || length === path.length) continue;
    for (const other of optional) if (startsWith(other, part) && other.length > length) next = remove(next, other);
  }
  return next;
}

/** Returns the content of a form that contains these members. Keeps the reader's input. */
function formChanges({ body, whole }: Body, text: string, values: RequestValues): Changes {
  const [now, example] = [formContent(body, values), exampleContent(body.fields ?? [], whole)];
  const content = parse(text).children.map(({ name }) => {
    const own = now.get(name) ?? "";
    return [name, own.length > 0 ? own : (example.get(name) ?? "")] as const;
  });
  return { fields: Object.fromEntries(content) };
}

const bodyChanges = (body: Body, text: string, values: RequestValues): Changes => {
  if (body.body.fields) return formChanges(body, text, values);
  return { text: text === body.body.examples[0]?.text ? undefined : text };
};

/** Returns the input with some parts added or removed. */
export function withParts(
  model: RequestModel,
  values: RequestValues,
  wanted: readonly (readonly [part: Part, isWanted: boolean])[],
): Changes {
  const body = bodyOf(model, values);
  const parameters = { ...values.parameters };
  let text = body?.text ?? "";
  for (const [part, isWanted] of wanted) {
    if (isField(part)) {
      if (body) text = isWanted ? withField(text, part, body) : remove(text, part);
    } else if (!isWanted) parameters[keyOf(part)] = "";
    else if (!parameters[keyOf(part)]) parameters[keyOf(part)] = exampleOf(part);
  }
  const isChanged = wanted.some(([part]) => !isField(part));
  return {
    ...(isChanged && { parameters }),
    ...(body && text !== body.text && bodyChanges(body, text, values)),
  };
}

/** Returns the chosen variant of each field that has variants. */
export const chosenIn = (body: Body): number[] => body.choices.map((choice) => variantIn(body.text, choice, body.base));

/** Returns the input with a variant of a field. If the request has only required fields, so has the variant. */
export function withVariant(model: RequestModel, values: RequestValues, at: number, variant: number): Changes {
  const body = bodyOf(model, values);
  const choice = body?.choices[at];
  if (!body || !choice) return {};
  const [path, texts] = choice;
  const own = texts[variant] || textAt(body.base, path);
  if (own === undefined) return {};
  const isSmall = body.optional.every(
    (part) => !startsWith(part, path) || part.length === path.length || !has(body.text, part),
  );
  const next = { ...values, text: replace(body.text, path, own) };
  const changed = bodyOf(model, next);
  if (!isSmall || !changed) return { text: next.text };
  const inside = changed.optional.filter((part) => startsWith(part, path) && part.length > path.length);
  return { text: inside.reduce((all, part) => remove(all, part), next.text) };
}
