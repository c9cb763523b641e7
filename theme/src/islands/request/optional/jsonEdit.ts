/**
 * Adds, removes, and replaces values in JSON text. The rest of the text doesn't change, so numbers keep their digits and
 * the reader's formatting stays. All functions take valid JSON.
 */

import type { PartPath } from "../../../hooks/linked.ts";
import { pretty, type Token, tokens } from "../jsonText.ts";

interface Range {
  start: number;
  end: number;
}

export interface Value extends Range {
  kind: "object" | "list" | "scalar";
  /** The members of an object, with the start of their names, or the items of a list. */
  children: (Value & { name: string; from: number })[];
}

const INDENT = "  ";

/** Reads the value that starts with a token. */
function read(all: Iterator<Token>, first: Token): Value {
  const value: Value = { kind: "scalar", start: first.start, end: first.start + first.text.length, children: [] };
  if (first.kind !== "open") return value;
  value.kind = first.text === "{" ? "object" : "list";
  let name: Token | undefined;
  for (let next = all.next(); !next.done; next = all.next()) {
    const token = next.value;
    if (token.kind === "close") {
      value.end = token.start + 1;
      break;
    }
    if (token.kind === "comma" || token.kind === "colon") continue;
    if (value.kind === "object" && !name) {
      name = token;
      continue;
    }
    const child = read(all, token);
    value.children.push({
      ...child,
      name: name ? String(JSON.parse(name.text)) : "",
      from: name?.start ?? child.start,
    });
    name = undefined;
  }
  return value;
}

/** The latest texts. A change looks at the same text for each of its fields. */
const known = new Map<string, Value>();

export function parse(text: string): Value {
  const before = known.get(text);
  if (before) return before;
  const all = tokens(text);
  const first = all.next();
  const value: Value = first.done ? { kind: "scalar", start: 0, end: 0, children: [] } : read(all, first.value);
  if (known.size > 8) known.clear();
  known.set(text, value);
  return value;
}

/** Returns the values at a path. */
export function find(value: Value, path: PartPath): Value[] {
  const [step, ...rest] = path;
  if (step === undefined) return [value];
  const isList = typeof step === "number";
  if (value.kind !== (isList ? "list" : "object")) return [];
  return value.children.filter(({ name }) => isList || name === step).flatMap((child) => find(child, rest));
}

export const has = (text: string, path: PartPath): boolean => find(parse(text), path).length > 0;

/** Returns the formatted text of the first value at a path. */
export function textAt(text: string, path: PartPath): string | undefined {
  const [first] = find(parse(text), path);
  return first && format(text.slice(first.start, first.end));
}

const format = (text: string): string =>
  pretty(text)
    .map((run) => run.text)
    .join("");

/** Applies changes to a text. The changes don't overlap. */
function changed(text: string, changes: readonly (Range & { with: string })[]): string {
  const sorted = [...changes].sort((a, b) => b.start - a.start);
  return sorted.reduce((all, { start, end, with: own }) => all.slice(0, start) + own + all.slice(end), text);
}

/** Returns the indent of the line that contains an offset. */
const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1))?.[0] ?? "";

const indented = (text: string, indent: string): string => text.replaceAll("\n", `\n${indent}`);

/** Replaces the values at a path. */
export function replace(text: string, path: PartPath, own: string): string {
  const found = find(parse(text), path);
  return changed(
    text,
    found.map(({ start, end }) => ({ start, end, with: indented(format(own), indentAt(text, start)) })),
  );
}

/** Removes the members at a path. */
export function remove(text: string, path: PartPath): string {
  const name = path.at(-1);
  const changes = find(parse(text), path.slice(0, -1)).flatMap((object) => {
    const at = object.kind === "object" ? object.children.findIndex((child) => child.name === name) : -1;
    const [before, own, after] = [object.children[at - 1], object.children[at], object.children[at + 1]];
    if (!own) return [];
    if (before) return [{ start: before.end, end: own.end, with: "" }];
    if (after) return [{ start: own.from, end: after.from, with: "" }];
    return [{ start: object.start, end: object.end, with: "{}" }];
  });
  return changed(text, changes);
}

/** Adds a member to the objects that contain the path, unless they have it. `order` contains the names in their order. */
export function add(text: string, path: PartPath, own: string, order: readonly string[]): string {
  const name = String(path.at(-1));
  const changes = find(parse(text), path.slice(0, -1)).flatMap((object) => {
    const { kind, start, end, children } = object;
    if (kind !== "object" || children.some((child) => child.name === name)) return [];
    const [first] = children;
    const member = (indent: string) => `${JSON.stringify(name)}: ${indented(format(own), indent)}`;
    if (!first) {
      const outer = indentAt(text, start);
      return [{ start, end, with: `{\n${outer}${INDENT}${member(outer + INDENT)}\n${outer}}` }];
    }
    const isInline = !text.slice(start, first.from).includes("\n");
    const indent = indentAt(text, first.from);
    const space = isInline ? " " : `\n${indent}`;
    const place = order.indexOf(name);
    const before = children.findLast((child) => place < 0 || order.indexOf(child.name) < place);
    return before
      ? [{ start: before.end, end: before.end, with: `,${space}${member(indent)}` }]
      : [{ start: first.from, end: first.from, with: `${member(indent)},${space}` }];
  });
  return changed(text, changes);
}
