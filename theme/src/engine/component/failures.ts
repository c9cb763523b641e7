/**
 * Records the failures on a page and replaces the failed parts so that the rest of the page renders and one run finds
 * all failures.
 */

import * as React from "react";
import { definition } from "./definition.ts";
import { describe, innermost, type Level, Noted, noted, read, waits } from "./errors.ts";
import { Consequence, missing } from "./missing.ts";

/** An object that records where elements are created. */
interface Trace {
  begin(level: Level | null): void;
  last(level?: Level | null): string;
}

/** The maximum number of failures that are described, and the maximum number of failures that are counted. */
const MOST = 20;
const COUNTED = 1000;

/** The descriptions of the current page's failures. */
let failures = new Set<string>();
/** The definition locations of the components and expressions that are replaced on the current page. */
let stubs = new Set<string>();
/** The record of where elements are created. Absent if the locations aren't needed. */
let trace: Trace | undefined;
/** The element that React is rendering. */
let rendered: { componentStack: Level | null } | undefined;
/** The expression on the page that is being evaluated. */
let current: unknown;
/** Whether the current component has read a context. */
let hasReadContext = false;
/** Whether an island is being rendered. In an island, the browser renders the parts that wait for something. */
let inBrowser = false;

/** The type that, in the component stack, marks a failed element that is replaced with its children. */
export const replaced = "replaced";

/** Starts a page. */
export function start(replacements: string[], traced?: Trace): void {
  failures = new Set();
  stubs = new Set(replacements);
  trace = traced;
  rendered = current = undefined;
}

/** Returns where the running component or expression is defined. */
export const running = () => definition(current) || innermost(rendered?.componentStack ?? null);

/** Returns the failures as JSON: the descriptions, and the number of failures that aren't described. */
export function found(): string {
  const described = [...failures].slice(0, MOST);
  return `{"thrown":[${described.join()}],"more":${failures.size - described.length}}`;
}

/** Throws an error if a component or an expression is replaced. */
function check(type: unknown): void {
  hasReadContext = false;
  if (type === missing || (stubs.size > 0 && stubs.has(definition(type)))) throw new Consequence();
}

/** React calls this function before it renders a component or an element. */
export function begin(type: unknown, task: { componentStack: Level | null }): void {
  rendered = task;
  trace?.begin(task.componentStack);
  check(type);
}

function note(thrown: unknown, last: string): void {
  const text = describe(thrown, last);
  if (failures.size < COUNTED) failures.add(text);
}

/** The message of a stack overflow. After such an error, React would render the element again with an empty stack. */
const OVERFLOW = "Maximum call stack size exceeded";

/** Whether rendering can't continue, because there's too little stack space or too little memory to create an error. */
function isFatal(error: unknown): boolean {
  return error === null || error instanceof Noted || read(error, "name") === "InternalError";
}

/**
 * React calls this function with the value that a node threw. Returns what to render instead of the node. If rendering
 * can't continue, returns nothing.
 */
export function caught(error: unknown, level: Level | null, node: unknown): { children: unknown } | undefined {
  if (isFatal(error) || (inBrowser && waits(error) !== error)) return undefined;
  // Don't render the children, because this component caused the deep nesting.
  if (read(error, "message") === OVERFLOW) throw noted(error, level);
  // Reading an element's properties changes this location, so get the location first.
  const last = trace?.last(level) ?? "";
  const props = propsOf(node);
  const isMissing = Object.values(props).includes(missing);
  const isConsequence = error instanceof Consequence || isMissing || (hasReadContext && isInReplaced(level));
  if (!isConsequence) note(noted(error, level), last);
  return { children: props.children };
}

/** Loads or renders an island. Returns `undefined` if the entire island fails. */
export function kept<Result>(component: unknown, run: () => Result): Result | undefined {
  inBrowser = true;
  try {
    return run();
  } catch (error) {
    const located = error instanceof Noted ? error : new Noted(error, definition(component), false);
    if (isFatal(located.error)) throw error;
    note(located, trace?.last() ?? "");
    return undefined;
  } finally {
    inBrowser = false;
  }
}

/** Returns a node's props. If the node isn't an element, the props are empty. */
function propsOf(node: unknown): { children?: unknown } {
  try {
    return React.isValidElement(node) ? { ...(node.props as object) } : {};
  } catch {
    return {};
  }
}

/**
 * Whether a component is inside a failed component. The failed component might have provided the context.
 */
function isInReplaced(level: Level | null): boolean {
  for (let next = level; next; next = next.parent) if (next.type === replaced) return true;
  return false;
}

/**
 * Returns the value of an expression on a page. The expression is passed as a function. If the expression fails,
 * returns `missing`. If the value is spread, the result is always an object.
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
    // If the thrown value has no stack, use this stack to find the location of the expression.
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
