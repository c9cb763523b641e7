/** The keywords that check a single value, and the messages for invalid values. */

import type { Json } from "../json.ts";
import { compare, isInteger, isMultiple } from "./decimal.ts";
import { fitsNumberFormat, fitsTextFormat } from "./format.ts";
import type { Work } from "./matcher.ts";
import { fits } from "./pattern.ts";
import { entriesOf, isEqual, itemsOf, kindOf, numberOf, textOf } from "./schema.ts";

/** A problem, which consists of a message's key and the values for the message's placeholders. */
export interface Fault {
  what:
    | "additional"
    | "choice"
    | "contains"
    | "contains_most"
    | "enum"
    | "const"
    | "false"
    | "format"
    | "least"
    | "above"
    | "most"
    | "below"
    | "multiple"
    | "not"
    | "one_of"
    | "pattern"
    | "required"
    | "size_least"
    | "size_most"
    | "type"
    | "unique";
  values: Record<string, string>;
}

type Say = (what: Fault["what"], values?: Record<string, string>) => void;
type Keywords = ReadonlyMap<string, Json>;

function isOfType(value: Json, type: string): boolean {
  const kind = kindOf(value);
  if (type === "integer") return kind === "number" && value.kind === "scalar" && isInteger(value.text);
  return kind === type;
}

/** Formats at most 12 values in human-readable form and truncates each value to 40 characters. */
const shown = (values: readonly Json[]): string => {
  const few = values.slice(0, 12).map(({ source }) => (source.length > 40 ? `${source.slice(0, 40)}…` : source));
  return few.join(", ") + (values.length > few.length ? ", …" : "");
};

function general(schema: Keywords, value: Json, say: Say): boolean {
  const type = schema.get("type");
  const types = type && (type.kind === "array" ? type.items : [type]).flatMap((each) => textOf(each) ?? []);
  if (types && types.length > 0 && !types.some((each) => isOfType(value, each))) {
    say("type", { types: types.join(" | ") });
    return false;
  }
  const only = schema.get("const");
  if (only && !isEqual(value, only)) say("const", { value: shown([only]) });
  const choices = schema.get("enum");
  if (choices?.kind === "array" && !choices.items.some((choice) => isEqual(value, choice))) {
    say("enum", { values: shown(choices.items) });
  }
  return true;
}

function numeric(schema: Keywords, text: string, say: Say): void {
  const bound = (name: string) => numberOf(schema.get(name));
  const [least, above, most, below, unit] = [
    bound("minimum"),
    bound("exclusiveMinimum"),
    bound("maximum"),
    bound("exclusiveMaximum"),
    bound("multipleOf"),
  ];
  if (least !== undefined && compare(text, least) < 0) say("least", { least });
  if (above !== undefined && compare(text, above) <= 0) say("above", { above });
  if (most !== undefined && compare(text, most) > 0) say("most", { most });
  if (below !== undefined && compare(text, below) >= 0) say("below", { below });
  if (unit !== undefined && !isMultiple(text, unit)) say("multiple", { unit });
  const format = textOf(schema.get("format"));
  if (format && !fitsNumberFormat(format, text)) say("format", { format });
}

/** Checks the limits on the number of characters, items, or properties. */
function sized(schema: Keywords, of: "Length" | "Items" | "Properties", size: number, say: Say): void {
  const [least, most] = [numberOf(schema.get(`min${of}`)), numberOf(schema.get(`max${of}`))];
  const values = { of: of.toLowerCase(), size: String(size) };
  if (least !== undefined && compare(String(size), least) < 0) say("size_least", { ...values, least });
  if (most !== undefined && compare(String(size), most) > 0) say("size_most", { ...values, most });
}

function textual(schema: Keywords, text: string, say: Say, work: Work): void {
  sized(schema, "Length", [...text].length, say);
  const pattern = textOf(schema.get("pattern"));
  if (pattern !== undefined && fits(text, pattern, work) === false) say("pattern", { pattern });
  const format = textOf(schema.get("format"));
  if (format && !fitsTextFormat(format, text)) say("format", { format });
}

/**
 * The length above which a list's items aren't compared with each other, because comparing all pairs takes quadratic
 * time.
 */
const MOST_COMPARED = 300;

function listed(schema: Keywords, items: readonly Json[], say: Say): void {
  sized(schema, "Items", items.length, say);
  if (schema.get("uniqueItems")?.source !== "true" || items.length > MOST_COMPARED) return;
  const twice = items.findIndex((item, at) => items.slice(0, at).some((before) => isEqual(before, item)));
  if (twice >= 0) say("unique", { number: String(twice + 1) });
}

function structured(schema: Keywords, value: Json & { kind: "object" }, say: Say): void {
  const given = entriesOf(value);
  sized(schema, "Properties", given.size, say);
  const need = (names: Json | undefined) => {
    for (const name of itemsOf(names).flatMap((each) => textOf(each) ?? [])) {
      if (!given.has(name)) say("required", { name });
    }
  };
  need(schema.get("required"));
  for (const [name, names] of entriesOf(schema.get("dependentRequired"))) if (given.has(name)) need(names);
}

/** Checks a value against these keywords, within the work limit for their patterns. */
export function assert(schema: Keywords, value: Json, say: Say, work: Work): void {
  // If the type is wrong, don't check the value any further.
  if (!general(schema, value, say)) return;
  if (value.kind === "array") listed(schema, value.items, say);
  else if (value.kind === "object") structured(schema, value, say);
  else if (value.kind === "scalar") {
    const kind = kindOf(value);
    if (kind === "number") numeric(schema, value.text, say);
    else if (kind === "string") textual(schema, value.text, say, work);
  }
}
