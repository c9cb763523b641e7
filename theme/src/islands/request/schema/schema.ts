/** Reads a schema, which is a JSON value with exact numbers. */

import type { Json } from "../json.ts";
import { compare } from "./decimal.ts";

export type ValueKind = "null" | "boolean" | "number" | "string" | "array" | "object";

export function kindOf(value: Json): ValueKind {
  if (value.kind !== "scalar") return value.kind;
  if (value.source.startsWith('"')) return "string";
  return value.source === "true" || value.source === "false" ? "boolean" : "number";
}

const tables = new WeakMap<Json, ReadonlyMap<string, Json>>();
const none: ReadonlyMap<string, Json> = new Map();

/** Returns the entries of an object, by name. Other values have no entries. */
export function entriesOf(value: Json | undefined): ReadonlyMap<string, Json> {
  if (value?.kind !== "object") return none;
  let table = tables.get(value);
  if (!table) {
    table = new Map(value.entries);
    tables.set(value, table);
  }
  return table;
}

export const itemsOf = (value: Json | undefined): readonly Json[] => (value?.kind === "array" ? value.items : []);

/** Returns a string's content. For other values, returns `undefined`. */
export const textOf = (value: Json | undefined): string | undefined =>
  value?.kind === "scalar" && kindOf(value) === "string" ? value.text : undefined;

/** Returns a number as it was written. For other values, returns `undefined`. */
export const numberOf = (value: Json | undefined): string | undefined =>
  value?.kind === "scalar" && kindOf(value) === "number" ? value.text : undefined;

/**
 * Whether two values are equal according to JSON Schema. For example, 1 equals 1.0, and the order of names doesn't
 * matter.
 */
export function isEqual(a: Json, b: Json): boolean {
  const kind = kindOf(a);
  if (kind !== kindOf(b)) return false;
  if (a.kind === "scalar" && b.kind === "scalar") {
    return kind === "number" ? compare(a.text, b.text) === 0 : a.text === b.text;
  }
  if (a.kind === "array" && b.kind === "array") {
    return a.items.length === b.items.length && a.items.every((item, at) => isEqual(item, b.items[at] ?? item));
  }
  if (a.kind === "object" && b.kind === "object") {
    const others = entriesOf(b);
    if (others.size !== entriesOf(a).size) return false;
    return a.entries.every(([name, value]) => {
      const other = others.get(name);
      return other !== undefined && isEqual(value, other);
    });
  }
  return true;
}
