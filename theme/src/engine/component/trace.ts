/** Elements that record where they're created, to locate errors that React throws. */

import { createElement, Fragment } from "react";
import { jsx, jsxs } from "react/jsx-runtime";
import { definition } from "./definition.ts";

type Create = (type: never, ...rest: never[]) => object;

/**
 * Returns functions that create such elements, and a function that returns the location of the last rendered element.
 */
export function traced() {
  let last = "";
  let lastType: unknown;
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
    // The definition of a component is a better location than its element, which is in another component.
    last: (type?: unknown) => (type === lastType && definition(type) ? "" : last),
  };
}
