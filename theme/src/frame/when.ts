/** Renders optional values in the frame's data, which is either staged or real. */

import type { ReactNode } from "react";
import type { Maybe } from "./data.ts";

/**
 * Renders an optional value if it's present. A staged value is a function that renders a template condition around its
 * tokens. A real value is never a function.
 */
export function when<Value>(value: Maybe<Value>, render: (value: Value) => ReactNode): ReactNode {
  const given = value as unknown;
  if (typeof given === "function") return (given as (render: (value: Value) => ReactNode) => ReactNode)(render);
  return given === null || given === undefined ? null : render(given as Value);
}
