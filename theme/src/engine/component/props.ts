/** Serializes the props of interactive components, in the form that `client/props.ts` reads. */

import { MAP, SET, SLOT, type Slot } from "../../client/props.ts";

/** A value that can't be serialized. */
export class Unserializable extends Error {
  constructor(
    /** The value's path in the props, such as `rows[2].onClick`. */
    readonly place: string,
    /** A description of the value, such as `a function`. */
    readonly what: string,
  ) {
    super(`${place} is ${what}`);
  }
}

/** The maximum nesting depth of props. A value that contains itself exceeds this depth. */
const DEEPEST = 100;

/** Writes props. If a value becomes a slot, `slot` returns the slot's number. Otherwise, `slot` returns `undefined`. */
export function writeProps(props: Record<string, unknown>, slot: (value: unknown) => Slot | undefined): string {
  return JSON.stringify(writeProperties(props, "", 0, slot));
}

type ToSlot = (value: unknown) => Slot | undefined;

function write(value: unknown, place: string, depth: number, slot: ToSlot): unknown {
  const number = slot(value);
  if (number !== undefined) return [SLOT, number];
  if (typeof value === "object" && value !== null) return writeObject(value, place, depth, slot);
  return writePlain(value, place);
}

function writePlain(value: unknown, place: string): unknown {
  switch (typeof value) {
    case "string":
      return value.startsWith("$") ? `$${value}` : value;
    case "undefined":
      return "$u";
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0) ? value : `$n${Object.is(value, -0) ? "-0" : value}`;
    case "bigint":
      return `$b${value}`;
    case "symbol": {
      const key = Symbol.keyFor(value);
      if (key === undefined) throw new Unserializable(place, "a symbol that isn't from `Symbol.for`");
      return `$s${key}`;
    }
    case "function":
      throw new Unserializable(place, "a function");
    default:
      return value;
  }
}

function writeObject(value: object, place: string, depth: number, slot: ToSlot): unknown {
  if (depth > DEEPEST) {
    throw new Unserializable(place.replace(/^([^.[]+).*$/, "$1"), "nested too deeply, or contains itself");
  }
  if (Array.isArray(value)) {
    return Array.from(value, (item, index) => write(item, `${place}[${index}]`, depth + 1, slot));
  }
  const time = timeOf(value);
  if (time !== undefined) return `$d${time}`;
  const entries = contentOf(Map.prototype, value);
  if (entries) return [MAP, write(entries, `${place}.entries()`, depth + 1, slot)];
  const values = contentOf(Set.prototype, value);
  if (values) return [SET, write(values, `${place}.values()`, depth + 1, slot)];
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw new Unserializable(place, describe(prototype as { constructor?: { name?: unknown } }));
  }
  return writeProperties(value as Record<string, unknown>, place, depth, slot);
}

function writeProperties(object: Record<string, unknown>, place: string, depth: number, slot: ToSlot) {
  const entries = Object.entries(object).filter(([key]) => key !== "__proto__");
  const at = (key: string) =>
    /^[\w$]+$/.test(key) ? (place && `${place}.`) + key : `${place}[${JSON.stringify(key)}]`;
  return Object.fromEntries(entries.map(([key, value]) => [key, write(value, at(key), depth + 1, slot)]));
}

/**
 * Returns the time of a date from any realm. For an invalid date, returns an empty string. For other values, returns
 * `undefined`.
 */
function timeOf(value: object): string | undefined {
  try {
    const time = Date.prototype.getTime.call(value as Date);
    return Number.isNaN(time) ? "" : Date.prototype.toISOString.call(value as Date);
  } catch {
    return undefined;
  }
}

/** Returns the content of a map or set from any realm. For other values, returns `undefined`. */
function contentOf(prototype: object, value: object): unknown[] | undefined {
  try {
    Reflect.getOwnPropertyDescriptor(prototype, "size")?.get?.call(value);
  } catch {
    return undefined;
  }
  const { forEach } = prototype as Map<unknown, unknown>;
  const content: unknown[] = [];
  const isMap = prototype === Map.prototype;
  forEach.call(value as Map<unknown, unknown>, (item, key) => content.push(isMap ? [key, item] : item));
  return content;
}

function describe({ constructor: made }: { constructor?: { name?: unknown } }): string {
  const name = typeof made?.name === "string" ? made.name : "";
  return name ? `an object of the class \`${name}\`` : "an object of a class";
}
