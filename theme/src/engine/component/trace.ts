/** Records where elements are created, to locate errors that React throws. */

import { createElement, Fragment } from "react";
import { jsx, jsxs } from "react/jsx-runtime";
import { definition } from "./definition.ts";
import type { Level } from "./errors.ts";

/** The maximum total length of the locations, in characters. */
const LONGEST = 50_000;

/** Whether a location is in the site's own code rather than in a package. */
const isOwn = (place: string) => place !== "" && !place.includes("(npm:");

type Create = (type: never, ...rest: never[]) => object;

/**
 * Returns functions that create elements and record where elements are created, and functions that record and return
 * the locations of rendered elements.
 */
export function traced() {
  let last = "";
  let lastType: unknown;
  const places = new WeakMap<Level, string>();
  const record =
    <Function extends Create>(create: Function): Create =>
    (type, ...rest) => {
      const element = create(type, ...rest) as { props: unknown };
      // docgen wraps each page in a fragment.
      if ((type as unknown) === Fragment) return element;
      const { props: own } = element;
      const stack = new Error().stack ?? "";
      return Object.defineProperty(element, "props", {
        enumerable: true,
        get() {
          last = stack;
          lastType = type;
          return own;
        },
      });
    };
  return {
    createElement: record(createElement as Create),
    runtime: { jsx: record(jsx as Create), jsxs: record(jsxs as Create) },
    /** Called when an element starts to render. */
    begin(level: Level | null) {
      if (level) places.set(level, last);
    },
    /** Returns the location of the last rendered element, and the locations of the elements around it. */
    last(level?: Level | null) {
      // A component's own location is more helpful than the location of its element, which is in another component.
      if (level?.type === lastType && isOwn(definition(lastType))) return "";
      let all = last;
      for (let next = level; next && all.length < LONGEST; next = next.parent) all += places.get(next) ?? "";
      return all;
    },
  };
}
