/** The form in which docgen reports errors. */

import { definition } from "./definition.ts";
import { Consequence } from "./missing.ts";

/** An error with a hint about the next step. It's thrown when a page uses something that isn't available. */
export class Refusal extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

Object.defineProperty(Refusal.prototype, "name", { value: "Refusal" });

/** The messages of the React errors that users can cause. React's production version doesn't include these messages. */
const MESSAGES: Record<string, string> = {
  31: "Objects are not valid as a React child (found: %s). If you meant to render a collection of children, use an array instead.",
  60: "Can only set one of `children` or `props.dangerouslySetInnerHTML`.",
  61: "`props.dangerouslySetInnerHTML` must be in the form `{__html: ...}`.",
  62: "The `style` prop expects a mapping from style properties to values, not a string. For example, style={{marginRight: spacing + 'em'}} when using JSX.",
  65: "Invalid tag: %s",
  91: "`dangerouslySetInnerHTML` does not make sense on <textarea>.",
  92: "If you supply `defaultValue` on a <textarea>, do not pass children.",
  93: "<textarea> can only have at most one child.",
  130: "Element type is invalid: expected a string (for built-in components) or a class/function (for composite components) but got: %s.",
  143: "React.Children.only expected to receive a single React element child.",
  257: "Portals are not currently supported by the server renderer. Render them conditionally so that they only appear on the client render.",
  299: "Target container is not a DOM element.",
  301: "Too many re-renders. React limits the number of renders to prevent an infinite loop.",
  312: "Rendered more hooks than during the previous render",
  321: "Invalid hook call. Hooks can only be called inside of the body of a function component.",
  394: "startTransition cannot be called during server rendering.",
  399: "%s is a self-closing tag and must neither have `children` nor use `dangerouslySetInnerHTML`.",
  404: "Invalid hook call. Hooks can only be called inside of the body of a function component.",
  407: "Missing getServerSnapshot, which is required for server-rendered content.",
  426: "A component waits for something, and there is no `<Suspense>` around it",
  438: "An unsupported type was passed to use(): %s",
  440: "A function wrapped in useEffectEvent can't be called during rendering.",
  479: "Cannot update optimistic state while rendering.",
  545: "The %s tag may only be rendered once.",
};

/** Returns the message for a React error that contains only an error number. */
function decoded(message: string): string {
  const [, number, query = ""] = /^Minified React error #(\d+); visit \S+?\/\d+(\S*)/.exec(message) ?? [];
  const text = number && MESSAGES[number];
  if (!text) return message;
  const given = [...query.matchAll(/args\[\]=([^&]*)/g)].map(([, value = ""]) => decodeURIComponent(value));
  return text.replace(/%s/g, () => given.shift() ?? "");
}

/** A component or element, and its parent. */
export interface Level {
  parent: Level | null;
  type: unknown;
}

/** An error from the renderer, with the location where the innermost component is defined. */
export class Noted {
  constructor(
    readonly error: unknown,
    readonly component: string,
    /** Whether the component itself, and not its content, caused the error. */
    readonly isCause: boolean,
  ) {}
}

/**
 * If the thrown value is a promise, returns an error about unsupported async components. Otherwise, returns the thrown
 * value.
 */
export function waits(thrown: unknown): unknown {
  // React itself throws this error and stores the promise.
  const isOfReact = read(thrown, "message").startsWith("Minified React error #460;");
  if (typeof property(thrown, "then") !== "function" && !isOfReact) return thrown;
  const message = "async components aren't supported here; a component must return its content, not a promise";
  return new Refusal(message, "import the data from a file instead of waiting for it");
}

/** Returns where the innermost component is defined. */
export function innermost(level: Level | null): string {
  let place = "";
  for (let next = level; next && !place; next = next.parent) place = definition(next.type);
  return place;
}

/** Whether an error means that React can't wait for a component. */
export function isWaiting(error: unknown): boolean {
  return typeof error === "string" && error.includes("does not support Suspense");
}

/** Adds the location of the innermost component's definition to an error from the renderer. */
export function noted(thrown: unknown, level: Level | null): unknown {
  if (thrown instanceof Noted) return thrown;
  const error = waits(thrown);
  return new Noted(error, innermost(level), error !== thrown);
}

/** Returns a property of an error. The error can be any value. */
function property(error: unknown, name: string): unknown {
  try {
    return (error as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}

/** Returns a property of an error if it's a string. */
export function read(error: unknown, name: string): string {
  const value = property(error, name);
  return typeof value === "string" ? value : "";
}

/** The maximum length, in characters, of a message or stack trace in a description. */
const LONGEST = 10_000;

/**
 * Returns a thrown value as JSON. `last` is the location where the last element was created, and `running` is the
 * location where the running component is defined. An unknown location is an empty string.
 */
export function describe(thrown: unknown, last = "", running = ""): string {
  const { error, component, isCause } =
    thrown instanceof Noted ? thrown : { error: thrown, component: running, isCause: false };
  if (typeof error !== "object" || error === null) {
    return JSON.stringify({ message: text(error), stack: component + last, component });
  }
  const around = isCause ? component + last : last;
  return JSON.stringify({
    name: read(error, "name"),
    message: decoded(read(error, "message")).slice(0, LONGEST),
    stack: `${read(error, "stack").slice(0, LONGEST).replace(/\n?$/, "\n")}${around}`,
    component,
    hint: read(error, "hint"),
    isConsequence: error instanceof Consequence,
  });
}

/** Returns the text of a value that isn't an object. */
function text(value: unknown): string {
  return typeof value === "function" ? "function" : String(value).slice(0, LONGEST);
}
