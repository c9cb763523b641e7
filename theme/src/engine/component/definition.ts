/** Finds where functions and components are defined. */

/** The component that each of docgen's wrapper components renders. */
export const wrapped = new WeakMap<object, unknown>();

const functions = Function.prototype;

/**
 * Returns the location where a function or component is defined, in the format of a stack trace. If the location is
 * unknown, returns an empty string.
 */
export function definition(type: unknown): string {
  let inner = type;
  for (let depth = 0; depth < 9 && inner !== null; depth += 1) {
    if (typeof inner === "function" && wrapped.has(inner)) inner = wrapped.get(inner);
    if (typeof inner !== "object" || inner === null) break;
    inner = (inner as { type?: unknown }).type ?? (inner as { render?: unknown }).render;
  }
  if (typeof inner !== "function") return "";
  const get = (name: string) => Reflect.getOwnPropertyDescriptor(functions, name)?.get?.call(inner);
  const [file, line, column] = ["fileName", "lineNumber", "columnNumber"].map(get);
  return file && file !== "docgen" ? `    at component (${file}:${line}:${column})\n` : "";
}
