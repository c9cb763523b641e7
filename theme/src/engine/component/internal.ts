/** The functions that docgen adds to the code of pages. */

import type { ComponentType } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { wrapped } from "./definition.ts";
import { Refusal } from "./errors.ts";

/** Always throws. Replaces the code of a module that only browsers can load. */
export function refuse(message: string, hint: string): never {
  throw new Refusal(message, hint);
}

/** The names of properties that a copy of a component already has. */
const OWN = new Set(["arguments", "caller", "length", "name", "prototype"]);

/**
 * Returns a component that renders another component. The returned component also renders the other component's
 * Markdown form between tokens, before the output. It has the static properties of the other component.
 */
export function marked(component: ComponentType, toMarkdown: unknown): unknown {
  const isComponent = typeof component === "function" || (typeof component === "object" && component !== null);
  if (!isComponent || typeof toMarkdown !== "function") return component;
  const copy = (props: Record<string, unknown>) => {
    const text = toMarkdown(props);
    const own = jsx(component, props);
    if (text === null || text === undefined) return own;
    const clean = String(text).replace(/[\u{fdd4}-\u{fdd6}]/gu, "\u{fffd}");
    return jsxs(Fragment, { children: [`\u{fdd4}${clean}\u{fdd5}`, own, "\u{fdd6}"] });
  };
  for (const key of Reflect.ownKeys(component)) {
    const descriptor = Object.getOwnPropertyDescriptor(component, key);
    const isOfReact = typeof component === "object" && /^(?:\$\$typeof|type|render|compare)$/.test(String(key));
    if (descriptor && !OWN.has(String(key)) && !isOfReact) Object.defineProperty(copy, key, descriptor);
  }
  wrapped.set(copy, component);
  const name = (component as { displayName?: string }).displayName ?? component.name;
  if (name) Object.defineProperty(copy, "name", { value: name, configurable: true });
  return copy;
}
