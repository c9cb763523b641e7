/**
 * The serialized props of an interactive component: JSON in which a string that starts with `$` stands for something
 * that JSON doesn't have. docgen's own engine writes them (`engine/component/props.ts`). Both the engine and the browser read them.
 */

/** The number of a slot: of an element in the props. */
export type Slot = number;

/** What a realm makes values of. A page in docgen's own engine has its own built-in objects. */
export interface Makers {
  JSON: Pick<JSON, "parse">;
  Date: new (time: string | number) => Date;
  Map: MapConstructor;
  Set: SetConstructor;
}

/** The first items of lists that stand for something else. */
export const SLOT = "$slot";
export const MAP = "$map";
export const SET = "$set";

/** Reads props. `slot` returns what stands for a slot. */
export function readProps(text: string, makers: Makers, slot: (number: Slot) => unknown): Record<string, unknown> {
  const read = (value: unknown): unknown => {
    if (typeof value === "string") return value.startsWith("$") ? special(value, makers) : value;
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) {
      const [tag, content] = value as [unknown, unknown];
      if (tag === SLOT) return slot(content as Slot);
      if (tag === MAP) return new makers.Map(read(content) as [unknown, unknown][]);
      if (tag === SET) return new makers.Set(read(content) as unknown[]);
      for (let at = 0; at < value.length; at += 1) value[at] = read(value[at]);
      return value;
    }
    const object = value as Record<string, unknown>;
    for (const key of Object.keys(object)) object[key] = read(object[key]);
    return object;
  };
  return read(makers.JSON.parse(text)) as Record<string, unknown>;
}

function special(text: string, { Date: Time }: Makers): unknown {
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
