/** What fails on a page. It's noted and replaced, so that the rest of the page renders and one run finds everything. */

import * as React from "react";
import { definition } from "./definition.ts";
import { describe, type Level, Noted, noted, read, waits } from "./errors.ts";
import { Consequence, lacks, missing } from "./missing.ts";

/** The most failures that are described, and the most that are counted. */
const MOST = 20;
const COUNTED = 1000;

/** The failures of the current page, as they're described. */
let failures = new Set<string>();
/** The components and expressions of the current page that are replaced, by where they're defined. */
let stubs = new Set<string>();
/** Returns the place of the last rendered element, if that's known. */
let lastPlace = () => "";
/** The component or expression that runs. */
let current: unknown;
/** Whether the current component has read a context. */
let hasReadContext = false;

/** The type, in the stack of components, of an element that failed and whose children are rendered in its place. */
export const replaced = "replaced";

/** Starts a page. */
export function start(replacements: string[], last?: () => string): void {
  failures = new Set();
  stubs = new Set(replacements);
  lastPlace = last ?? (() => "");
  current = undefined;
}

/** Returns where the component or expression that runs is defined. */
export const running = () => definition(current);

/** Returns the failures as JSON: those that are described, and the number of the others. */
export function found(): string {
  const described = [...failures].slice(0, MOST);
  return `{"thrown":[${described.join()}],"more":${failures.size - described.length}}`;
}

/** Called before a component, an element, or an expression runs. */
export function begin(type: unknown): void {
  current = type;
  hasReadContext = false;
  if (type === missing || (stubs.size > 0 && stubs.has(definition(type)))) throw new Consequence();
}

function note(thrown: unknown, last: string): void {
  const text = describe(thrown, last);
  if (failures.size < COUNTED) failures.add(text);
}

/** The message of a lack of stack, which React would handle by rendering the element again with an empty stack. */
const OVERFLOW = "Maximum call stack size exceeded";

/** Whether the page can't go on: there's too little stack, or no memory, not even for an error. */
function isFatal(error: unknown): boolean {
  return error === null || error instanceof Noted || read(error, "name") === "InternalError";
}

/** Called by React with what an element threw. Returns whether React goes on with its children in place of the element. */
export function caught(error: unknown, level: Level | null, node: unknown): boolean {
  if (isFatal(error)) return false;
  // Without this component, the page doesn't have thousands of elements inside one another.
  if (read(error, "message") === OVERFLOW) throw noted(error, level);
  // This place changes when the properties of an element are read.
  const last = lastPlace();
  const isConsequence = error instanceof Consequence || lacks(node) || (hasReadContext && isInReplaced(level));
  if (!isConsequence) note(noted(error, level), last);
  return true;
}

/** Whether a component is among the children of one that failed, which may have been the one to provide its context. */
function isInReplaced(level: Level | null): boolean {
  for (let next = level; next; next = next.parent) if (next.type === replaced) return true;
  return false;
}

/**
 * Returns the value of an expression of a page, which stands in a function for this. If it fails, the value is missing.
 * A value whose properties are spread must have properties.
 */
export function guard(expression: () => unknown, isSpread?: boolean): unknown {
  const before = current;
  let value = missing;
  try {
    begin(expression);
    value = expression();
  } catch (error) {
    if (isFatal(error)) throw error;
    // The stack contains the place of the expression, for errors that have no stack.
    if (!(error instanceof Consequence)) note(waits(error), new Error().stack ?? "");
  }
  current = before;
  return isSpread && value === missing ? { missing } : value;
}

/** React's functions that read a context. */
export const contextReaders = {
  use(usable: React.Usable<unknown>): unknown {
    hasReadContext = true;
    return React.use(usable);
  },
  useContext(context: React.Context<unknown>): unknown {
    hasReadContext = true;
    return React.useContext(context);
  },
};
