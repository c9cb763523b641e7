/** Errors, as docgen reports them. */

/** An error with the next step, thrown where a page uses what it doesn't have. */
export class Refusal extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

Object.defineProperty(Refusal.prototype, "name", { value: "Refusal" });

/** The messages of React's errors that a person can cause, which its production version leaves out. */
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
  257: "Portals are not currently supported on the server renderer. Render them conditionally.",
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

/** Returns the message of an error of React that has only a number. */
function decoded(message: string): string {
  const [, number, query = ""] = /^Minified React error #(\d+); visit \S+?\/\d+(\S*)/.exec(message) ?? [];
  const text = number && MESSAGES[number];
  if (!text) return message;
  const given = [...query.matchAll(/args\[\]=([^&]*)/g)].map(([, value = ""]) => decodeURIComponent(value));
  return text.replace(/%s/g, () => given.shift() ?? "");
}

interface Level {
  parent: unknown;
  type: unknown;
}

/** An error of the renderer, and where its innermost component is defined. */
class Noted {
  constructor(
    readonly error: unknown,
    readonly component: string,
    /** Whether the component itself is the cause, and not what it renders. */
    readonly isCause: boolean,
  ) {}
}

const functions = Function.prototype;

/** Returns the place where a function is defined, as in a stack. */
function definition(type: unknown): string {
  let inner = type;
  for (let depth = 0; depth < 9 && typeof inner === "object" && inner !== null; depth += 1) {
    inner = (inner as { type?: unknown }).type ?? (inner as { render?: unknown }).render;
  }
  if (typeof inner !== "function") return "";
  const get = (name: string) => Reflect.getOwnPropertyDescriptor(functions, name)?.get?.call(inner);
  const [file, line, column] = ["fileName", "lineNumber", "columnNumber"].map(get);
  return file && file !== "docgen" ? `    at component (${file}:${line}:${column})\n` : "";
}

/** Whether React reports with this error that it can't wait for something. */
export function isWaiting(error: unknown): boolean {
  return typeof error === "string" && error.includes("does not support Suspense");
}

/** Adds to an error of the renderer where its innermost component is defined. */
export function noted(error: unknown, level: Level | null): unknown {
  let place = "";
  for (let next = level; next && !place; next = next.parent as Level | null) place = definition(next.type);
  if (!isWaiting(error)) return new Noted(error, place, false);
  const message = "async components aren't supported here; a component must return its content, not a promise";
  return new Noted(new Refusal(message, "import the data from a file instead of waiting for it"), place, true);
}

/** Reads a property of an error, which can be anything. */
function read(error: unknown, name: string): string {
  try {
    const value = (error as Record<string, unknown>)[name];
    return typeof value === "string" ? value : "";
  } catch {
    return "";
  }
}

/** Returns what was thrown as JSON. `last` is the place where the last element was created, if that's known. */
export function describe(thrown: unknown, last = ""): string {
  const { error, component, isCause } =
    thrown instanceof Noted ? thrown : { error: thrown, component: "", isCause: false };
  const around = isCause ? component + last : last;
  if (typeof error !== "object" || error === null) {
    return JSON.stringify({ message: text(error), stack: around, component });
  }
  return JSON.stringify({
    name: read(error, "name"),
    message: decoded(read(error, "message")),
    stack: `${read(error, "stack").replace(/\n?$/, "\n")}${around}`,
    component,
    hint: read(error, "hint"),
  });
}

/** Returns the text of a value that isn't an object. */
function text(value: unknown): string {
  return typeof value === "function" ? "function" : String(value);
}
