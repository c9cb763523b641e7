/** Real leaves of the frame's data: the values themselves, with opaque types. */

import type { Attr, Html, List, Maybe, Text } from "./data.ts";

export const text = (value: string) => value as Text;
export const html = (value: string) => value as unknown as Html;
/** Returns text as HTML. */
export const escaped = (text: string) => html(text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;"));
export const attr = <Value extends string>(value: Value | null | undefined) =>
  (value ?? null) as unknown as Attr<Value>;
export const maybe = <Value>(value: Value | null | undefined | false) => (value || null) as unknown as Maybe<Value>;
export const list = <Item>(items: Item[]): List<Item> => items;

/** Returns the attributes that only links to other sites have. */
export function externals(external: boolean | undefined) {
  return {
    target: attr(external ? ("_blank" as const) : null),
    rel: attr(external ? "noopener noreferrer" : null),
    external: maybe<true>(external === true),
  };
}
