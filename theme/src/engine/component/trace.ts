/** Elements that record where they're created, to find the place of an error that React throws. */

import { Fragment } from "react";

type Create = (type: never, props: never, key?: string) => object;

/** Returns the runtime of JSX whose elements do so, and a function that returns the place of the last rendered one. */
export function traced(jsx: Create, jsxs: Create) {
  let last = "";
  const record =
    (create: Create): Create =>
    (type, props, key) => {
      const element = create(type, props, key) as { props: unknown };
      // docgen writes one around each page.
      if ((type as unknown) === Fragment) return element;
      const { props: own } = element;
      const stack = new Error().stack ?? "";
      return Object.defineProperty(element, "props", {
        enumerable: true,
        get() {
          last = stack;
          return own;
        },
      });
    };
  return { runtime: { jsx: record(jsx), jsxs: record(jsxs) }, last: () => last };
}
