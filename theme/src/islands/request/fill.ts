/** Fills in a request form for an agent. The reader checks the form and sends the request. */

import { formOpen } from "../../hooks/linked.ts";
import { bodyAt } from "./body.ts";
import type { RequestModel } from "./model.ts";
import { changeValues, type OwnValues, valuesOf } from "./store.ts";

export interface Filling {
  /** The values of parameters, by name or by `location:name`. */
  parameters?: Record<string, unknown>;
  /** The body: text or JSON, or the fields of a form by name. */
  body?: unknown;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value, null, 2));

const listOf = (names: readonly string[]): string => (names.length > 0 ? names.join(", ") : "none");

/** Returns the texts of parameters, by the form's keys. */
function parametersFrom(model: RequestModel, given: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(given).map(([name, value]) => {
    const own = model.parameters.find((one) => name === one.name || name === `${one.in}:${one.name}`);
    if (own) return [`${own.in}:${own.name}`, textOf(value)];
    throw new Error(`No parameter \`${name}\`. Parameters: ${listOf(model.parameters.map((one) => one.name))}.`);
  });
  return Object.fromEntries(texts);
}

/** Returns the changes that put a body into the form. */
function bodyFrom(model: RequestModel, values: OwnValues, given: unknown): Pick<OwnValues, "text" | "fields"> {
  const body = model.bodies[bodyAt(model, values)];
  if (!body || body.file) throw new Error("This operation has no body that can be filled in.");
  if (!body.fields) return { text: textOf(given) };
  const fields = Object.entries(Object(given) as Record<string, unknown>);
  const known = body.fields.map(({ name }) => name);
  const unknown = fields.find(([name]) => !known.includes(name));
  if (unknown) throw new Error(`No field \`${unknown[0]}\`. Fields: ${listOf(known)}.`);
  return { fields: { ...values.fields, ...Object.fromEntries(fields.map(([name, value]) => [name, textOf(value)])) } };
}

/** Fills in and opens an operation's form. Returns the names of the required parameters that have no value. */
export function fillRequest(model: RequestModel, { parameters = {}, body }: Filling): string[] {
  const cell = valuesOf(model);
  const now = cell.get();
  const texts = { ...now.parameters, ...parametersFrom(model, parameters) };
  changeValues(cell, { parameters: texts, ...(body !== undefined && bodyFrom(model, now, body)) });
  formOpen(model.part ?? "").set(true);
  const isMissing = (one: RequestModel["parameters"][0]) => one.required && !texts[`${one.in}:${one.name}`];
  return model.parameters.filter(isMissing).map(({ name }) => name);
}
