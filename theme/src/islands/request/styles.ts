/**
 * Writes values in OpenAPI's styles. Where RFC 6570 and the OpenAPI versions differ, this module follows the style
 * examples in versions 3.1.1 and 3.2. The functions take values, return encoded text, and don't depend on the rest of
 * the request. The following rules apply where OpenAPI doesn't define any rules. `null`, alone or in a list, and an
 * empty list or object count as missing values. A nested list or object is written as JSON. A list in `deepObject`
 * style uses its indexes as names. If a style doesn't encode the delimiter characters in values, they can't be
 * distinguished from delimiters.
 */

import type { Json } from "./json.ts";
import type { ParameterStyle } from "./model.ts";

export type Encode = (text: string) => string;

/** Returns the text of a value that's inside another value. */
const flat = (value: Json): string => (value.kind === "scalar" ? value.text : value.source);

const present = (value: Json): boolean => value.kind !== "null";

/** Returns a list's values, or an object's alternating names and values. */
export function members(value: Json & { kind: "array" | "object" }): string[] {
  if (value.kind === "array") return value.items.filter(present).map(flat);
  return value.entries.filter(([, item]) => present(item)).flatMap(([name, item]) => [name, flat(item)]);
}

/** Returns a list's values, or an object's `name=value` pairs. */
function exploded(value: Json & { kind: "array" | "object" }, encode: Encode): string[] {
  if (value.kind === "array") return members(value).map(encode);
  return value.entries
    .filter(([, item]) => present(item))
    .map(([name, item]) => `${encode(name)}=${encode(flat(item))}`);
}

/** Writes a value in a path, with the prefix that the style requires. */
export function inPath(name: string, value: Json, style: ParameterStyle, explode: boolean, encode: Encode): string {
  if (value.kind === "null") return "";
  const scalar = value.kind === "scalar";
  const parts = scalar ? [encode(value.text)] : explode ? exploded(value, encode) : members(value).map(encode);
  if (parts.length === 0) return "";
  switch (style) {
    case "label":
      return `.${parts.join(explode ? "." : ",")}`;
    case "matrix": {
      const named = (text: string) => (text === "" ? `;${encode(name)}` : `;${encode(name)}=${text}`);
      if (scalar || !explode) return named(parts.join(","));
      return value.kind === "array" ? parts.map(named).join("") : parts.map((part) => `;${part}`).join("");
    }
    default:
      return parts.join(",");
  }
}

/** Writes a value in a header, without encoding it. */
export function inHeader(value: Json, explode: boolean): string {
  if (value.kind === "null") return "";
  if (value.kind === "scalar") return value.text;
  return (explode ? exploded(value, (text) => text) : members(value)).join(",");
}

const DELIMITERS: { readonly [Style in ParameterStyle]?: string } = {
  spaceDelimited: "%20",
  pipeDelimited: "%7C",
  tabDelimited: "%09",
};

/** Returns the `name=value` pairs of a value in a query, a form, or a cookie. */
export function pairs(
  name: string,
  value: Json,
  style: ParameterStyle | "json",
  explode: boolean,
  encode: Encode,
  encodeName: Encode,
): string[] {
  if (value.kind === "null") return [];
  const pair = (text: string) => `${encodeName(name)}=${text}`;
  if (value.kind === "scalar" || style === "json") return [pair(encode(flat(value)))];
  if (style === "deepObject") return deep(name, value).map(([key, text]) => `${encodeName(key)}=${encode(text)}`);
  if (!explode) {
    const parts = members(value).map(encode);
    return parts.length > 0 ? [pair(parts.join(DELIMITERS[style] ?? ","))] : [];
  }
  if (value.kind === "array") return members(value).map((text) => pair(encode(text)));
  return value.entries
    .filter(([, item]) => present(item))
    .map(([key, item]) => `${encodeName(key)}=${encode(flat(item))}`);
}

/** Returns the names and text of a value in `deepObject` style: `name[key]`, at any depth. */
export function deep(name: string, value: Json): [name: string, text: string][] {
  switch (value.kind) {
    case "null":
      return [];
    case "scalar":
      return [[name, value.text]];
    case "array":
      return value.items.flatMap((item, index) => deep(`${name}[${index}]`, item));
    case "object":
      return value.entries.flatMap(([key, item]) => deep(`${name}[${key}]`, item));
  }
}
