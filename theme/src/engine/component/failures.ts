/** What fails on a page. It's noted and replaced, so that the rest of the page renders and one run finds everything. */

import * as React from "react";
import { definition } from "./definition.ts";
import { describe, innermost, type Level, Noted, noted, read, waits } from "./errors.ts";
import { Consequence, missing } from "./missing.ts";

/** What records where elements are created. */
interface Trace {
  begin(level: Level | null): void;
  last(level?: Level | null): string;
}

/** The most failures that are described, and the most that are counted. */
const MOST = 20;
const COUNTED = 1000;

/** The failures of the current page, as they're described. */
let failures = new Set<string>();
/** The components and expressions of the current page that are replaced, by where they're defined. */
let stubs = new Set<string>();
/** Records where elements are created, if it's necessary. */
let trace: Trace | undefined;
/** What React renders. */
let rendered: { componentStack: Level | null } | undefined;
/** The expression of a page that runs. */
let current: unknown;
/** Whether the current component has read a context. */
let hasReadContext = false;

/** The type, in the stack of components, of an element that failed and whose children are rendered in its place. */
export const replaced = "replaced";

/** Starts a page. */
export function start(replacements: string[], traced?: Trace): void {
  failures = new Set();
  stubs = new Set(replacements);
  trace = traced;
  rendered = current = undefined;
}

/** Returns where the component or expression that runs is defined. */
export const running = () => definition(current) || innermost(rendered?.componentStack ?? null);

/** Returns the failures as JSON: those that are described, and the number of the others. */
export function found(): string {
  const described = [...failures].slice(0, MOST);
  return `{"thrown":[${described.join()}],"more":${failures.size - described.length}}`;
}

/** Fails if a component or an expression is replaced. */
function check(type: unknown): void {
  hasReadContext = false;
  if (type === missing || (stubs.size > 0 && stubs.has(definition(type)))) throw new Consequence();
}

/** Called by React before it renders a component or an element. */
export function begin(type: unknown, task: { componentStack: Level | null }): void {
  rendered = task;
  trace?.begin(task.componentStack);
  check(type);
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

/** Called by React with what a node threw. Returns what React renders in its place, or nothing if it can't go on. */
export function caught(error: unknown, level: Level | null, node: unknown): { children: unknown } | undefined {
  if (isFatal(error)) return undefined;
  // Without this component, the page doesn't have thousands of elements inside one another.
  if (read(error, "message") === OVERFLOW) throw noted(error, level);
  // This place changes when the properties of an element are read.
  const last = trace?.last(level) ?? "";
  const props = propsOf(node);
  const isMissing = Object.values(props).includes(missing);
  const isConsequence = error instanceof Consequence || isMissing || (hasReadContext && isInReplaced(level));
  if (!isConsequence) note(noted(error, level), last);
  return { children: props.children };
}

/** Returns the props of a node, which are empty if it isn't an element. */
function propsOf(node: unknown): { children?: unknown } {
  try {
    return React.isValidElement(node) ? { ...(node.props as object) } : {};
  } catch {
    return {};
  }
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
  let value = missing;
  current = expression;
  try {
    check(expression);
    const result = expression();
    value = isSpread && result !== missing ? { ...(result as object) } : result;
  } catch (error) {
    if (isFatal(error)) throw error;
    // The stack contains the place of the expression, for errors that have no stack.
    if (!(error instanceof Consequence)) note(waits(error), new Error().stack ?? "");
  }
  current = undefined;
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
