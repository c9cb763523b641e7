/** Repeats events that happened before a component was ready. */

import { hold, repeat } from "./hold.ts";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Sets the value of a field in a way that React notices. React overrides the element's `value` property, so this
 * function uses the setter of the prototype.
 */
function enter(field: Field, value: string): void {
  const prototype = Object.getPrototypeOf(field) as Field;
  Reflect.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
}

const firstValue = (field: Field) =>
  field instanceof HTMLSelectElement
    ? ([...field.options].find((option) => option.defaultSelected)?.value ?? field.options[0]?.value ?? "")
    : field.defaultValue;

/** Resets an island's fields to their initial values, which React expects during hydration. */
export function restore(island: Element): void {
  for (const { target, value } of hold().held) {
    if (value !== undefined && island.contains(target)) enter(target as Field, firstValue(target as Field));
  }
}

/** Repeats the held events on an island that's ready, except events on other islands inside that island. */
export function replay(island: Element): void {
  const { held } = hold();
  const all = held.splice(0);
  const isReady = ({ target }: { target: Element }) => target.closest("slot[data-client]") === island;
  held.push(...all.filter((one) => !isReady(one) && one.target.isConnected));
  for (const { event, target, value } of all.filter(isReady)) {
    if (value !== undefined) enter(target as Field, value);
    repeat(event, target);
  }
}
