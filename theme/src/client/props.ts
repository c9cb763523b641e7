/**
 * The serialized props of an interactive component. The props are in JSON. Strings that start with `$` represent values
 * that JSON doesn't support. docgen's own engine writes the props (`engine/component/props.ts`). Both the engine and
 * the browser read the props.
 */

/** The number of a slot. In the props, a slot represents an element. */
export type Slot = number;

/** The built-in objects that create values in a realm. In docgen's own engine, each page has its own realm. */
export interface Makers {
  JSON: Pick<JSON, "parse">;
  Date: new (time: string | number) => Date;
  Map: MapConstructor;
  Set: SetConstructor;
}

/** The first items of the lists that represent slots, maps, and sets. */
export const SLOT = "$slot";
export const MAP = "$map";
export const SET = "$set";

/** Reads props. `slot` returns the value that replaces a slot. */
export function readProps(text: string, makers: Makers, slot: (number: Slot) => unknown): Record<string, unknown> {
  const read = (value: unknown): unknown => {
    if (typeof value === "string") return value.startsWith("$") ? readText(value, makers) : value;
    if (Array.isArray(value)) return readList(value, read, makers, slot);
    if (typeof value === "object" && value !== null) readItems(value as Record<string, unknown>, read);
    return value;
  };
  return read(makers.JSON.parse(text)) as Record<string, unknown>;
}

/** Reads the items of a list or the properties of an object. */
function readItems(of: Record<string, unknown>, read: (value: unknown) => unknown): void {
  for (const key of Object.keys(of)) of[key] = read(of[key]);
}

function readList(
  list: unknown[],
  read: (value: unknown) => unknown,
  makers: Makers,
  slot: (number: Slot) => unknown,
): unknown {
  const [tag, content] = list;
  switch (tag) {
    case SLOT:
      return slot(content as Slot);
    case MAP:
      return new makers.Map(read(content) as [unknown, unknown][]);
    case SET:
      return new makers.Set(read(content) as unknown[]);
    default:
      readItems(list as never, read);
      return list;
  }
}

/** Reads a string that starts with `$`. */
function readText(text: string, { Date: Time }: Makers): unknown {
  const rest = text.slice(2);
  switch (text[1]) {
    case "$":
      return text.slice(1);
    case "u":
      return undefined;
    case "n":
      return Number(rest);
    case "b":
      return BigInt(rest);
    case "d":
      return new Time(rest === "" ? Number.NaN : rest);
    default:
      return Symbol.for(rest);
  }
}
