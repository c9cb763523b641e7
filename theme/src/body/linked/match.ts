/**
 * Matches the values of an example with the fields of a schema. A value that can't be matched for certain has no field.
 * This module doesn't depend on pages. `fields.ts` reads the fields from a page.
 */

import type { Value } from "./values.ts";

/** The values that a field describes. */
export type Rule =
  | { kind: "name"; name: string }
  /** Members with any other name. */
  | { kind: "any" }
  | { kind: "pattern"; pattern: string }
  /** The list's items or, with a number, the item at this index. */
  | { kind: "item"; at?: number }
  /** The object itself, such as the part of a schema that applies under a condition. */
  | { kind: "same" }
  /** Nothing that an example shows at one place, such as the names of an object. */
  | { kind: "none" };

export interface Field<Target> {
  /** Absent for a schema that isn't in a row. */
  target?: Target;
  rule: Rule;
  /** Whether the field is in the variant that the page shows. */
  isShown: boolean;
  /** The fields of the value or, for a list, of its items. */
  rows: readonly Field<Target>[];
  /** The variants of each choice. */
  choices: readonly (readonly Field<Target>[])[];
  /** Whether the field allows a value. `undefined` means that the page doesn't list the allowed values. */
  allows(text: string): boolean | undefined;
}

/** A field's place in a text. */
export interface Link<Target> {
  target: Target;
  start: number;
  end: number;
  /** Whether the value is the field's own value. Otherwise, it's an item of the field's list. */
  isOwn: boolean;
}

const first = <Target>(rows: readonly Field<Target>[], holds: (rule: Rule) => boolean) =>
  rows.find(({ rule }) => holds(rule));

function matchesPattern(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, "u").test(name);
  } catch {
    return false;
  }
}

/** Returns the field for a member of an object. */
function fieldOf<Target>(rows: readonly Field<Target>[], name: string): Field<Target> | undefined {
  return (
    first(rows, (rule) => rule.kind === "name" && rule.name === name) ??
    first(rows, (rule) => rule.kind === "pattern" && matchesPattern(rule.pattern, name)) ??
    first(rows, (rule) => rule.kind === "any")
  );
}

/**
 * Rates how well a variant describes an object. Returns 0 if the variant has none of the object's members, and less
 * than 0 if it doesn't allow one of the values.
 */
function rate<Target>(variant: Field<Target>, value: Value): number {
  const rows = rowsFor(variant, value);
  let rating = 0;
  for (const { name, kind, text } of value.children) {
    const field = first(rows, (rule) => rule.kind === "name" && rule.name === name);
    if (!field) continue;
    const allowed = kind === "scalar" ? field.allows(text) : undefined;
    if (allowed === false) return -1;
    rating += allowed ? 2 : 1;
  }
  return rating;
}

/** Returns the variant that describes an object. If several variants match equally well, prefers the shown variant. */
function variantFor<Target>(variants: readonly Field<Target>[], value: Value): Field<Target> | undefined {
  const rated = variants.map((variant) => ({ variant, rating: rate(variant, value) }));
  const best = Math.max(0, ...rated.map(({ rating }) => rating));
  const equal = rated.filter(({ rating }) => rating === best && rating > 0);
  return (equal.find(({ variant }) => variant.isShown) ?? equal[0])?.variant;
}

/** Returns the rows that describe an object, including those of the matching variants. */
function rowsFor<Target>(field: Field<Target>, value: Value): Field<Target>[] {
  const variants = field.choices.flatMap((choice) => variantFor(choice, value) ?? []);
  const rows = [...field.rows, ...variants.flatMap((variant) => rowsFor(variant, value))];
  const same = rows.filter(({ rule }) => rule.kind === "same");
  return [...rows, ...same.flatMap((row) => rowsFor(row, value))];
}

/** Returns the links of an outermost value. */
export function match<Target>(value: Value, field: Field<Target>): Link<Target>[] {
  const links: Link<Target>[] = [];
  const add = ({ start, end }: Value, { target }: Field<Target>, isOwn: boolean) => {
    if (target !== undefined) links.push({ target, start, end, isOwn });
  };
  const items = (list: Value, of: Field<Target>) => {
    for (const [at, item] of list.children.entries()) {
      const own =
        first(of.rows, (rule) => rule.kind === "item" && rule.at === at) ??
        first(of.rows, (rule) => rule.kind === "item" && rule.at === undefined);
      add(item, own ?? of, own !== undefined);
      inside(item, own ?? of);
    }
  };
  const inside = (own: Value, of: Field<Target>) => {
    if (own.kind === "list") items(own, of);
    if (own.kind !== "object") return;
    const rows = rowsFor(of, own);
    const found = own.children.map((child) => fieldOf(rows, child.name ?? ""));
    // In XML, a list can be an element with one child for each item.
    const [only] = own.children;
    const isWrapped = only && found.every((one) => !one) && own.children.every(({ name }) => name === only.name);
    if (isWrapped && of.target !== undefined) items(own, of);
    else
      for (const [at, child] of own.children.entries()) {
        const field = found[at];
        if (!field) continue;
        add(child, field, true);
        inside(child, field);
      }
  };
  inside(value, field);
  return links;
}
