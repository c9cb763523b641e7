/** Reads the fields of schemas and parameters from an API page (`src/render/api/html/rows.rs` writes them). */

import type { Field, Rule } from "./match.ts";

type Row = Field<HTMLElement>;

const children = <Found extends HTMLElement = HTMLElement>(element: Element, selector: string): Found[] => [
  ...element.querySelectorAll<Found>(`:scope > ${selector}`),
];

/** A row of a list, such as a parameter or a property. */
export const rowSelector = ".api-rows > li[id]";

/** The link with a row's name or, if the row isn't for one name, with its role. */
export const nameOf = (row: Element): HTMLElement | null => row.querySelector(":scope > .api-row-head > a");

/** The role of a row without a name, by the last part of its ID (`segment` in `src/openapi/tree/children.rs`). */
const roles: readonly (readonly [RegExp, (row: Element, found: RegExpExecArray) => Rule])[] = [
  [/\.item-(\d+)(?:-\d+)?$/, (_, [, number]) => ({ kind: "item", at: Number(number) - 1 })],
  [/\.(?:unevaluated-)?items(?:-\d+)?$/, () => ({ kind: "item" })],
  [/\.(?:additional|unevaluated)-properties(?:-\d+)?$/, () => ({ kind: "any" })],
  [
    /\.pattern-properties(?:-\d+)?$/,
    (row) => ({ kind: "pattern", pattern: nameOf(row)?.querySelector("code")?.textContent ?? "" }),
  ],
  [/\.(?:then|else|with-.*)(?:-\d+)?$/, () => ({ kind: "same" })],
];

function ruleOf(row: Element): Rule {
  const name = nameOf(row);
  if (name?.matches(".api-name")) return { kind: "name", name: name.textContent ?? "" };
  for (const [pattern, rule] of roles) {
    const found = pattern.exec(row.id);
    if (found) return rule(row, found);
  }
  return { kind: "none" };
}

/** Whether a row lists a value among those that it allows. Other values, such as examples, also count if they match. */
function allows(row: Element, text: string): boolean | undefined {
  const texts = (selector: string) => children(row, selector).map((code) => code.textContent);
  if (texts(".api-facts > li code").includes(text)) return true;
  const listed = texts(".api-values > .api-chips > code, :scope > .api-values > dl > dt > code");
  return listed.length > 0 && row.querySelector(":scope > .api-values > p") === null
    ? listed.includes(text)
    : undefined;
}

/** Reads the rows and choices in an element: a schema, or the nested part of a row. */
function inside(box: Element | null): Pick<Row, "rows" | "choices"> {
  if (!box) return { rows: [], choices: [] };
  const choices = children(box, ".api-choice > .api-variants").map((group) =>
    children(group, ".tab-panel").flatMap((panel) => children(panel, ".api-schema").map(variant)),
  );
  return { rows: children(box, ".api-rows > li[id]").map(rowOf), choices };
}

/** Reads a field. Reads its nested fields only when they're needed. */
function field(
  own: Pick<Row, "rule" | "isShown"> & { target?: HTMLElement },
  element: Element,
  box: Element | null,
): Row {
  let read: ReturnType<typeof inside> | undefined;
  const nested = () => {
    read ??= inside(box);
    return read;
  };
  return {
    ...own,
    get rows() {
      return nested().rows;
    },
    get choices() {
      return nested().choices;
    },
    allows: (text) => allows(element, text),
  };
}

const rowOf = (row: HTMLElement): Row =>
  field(
    { target: row, rule: ruleOf(row), isShown: true },
    row,
    row.querySelector(":scope > .api-nest:not(.api-headers)"),
  );

function variant(schema: HTMLElement): Row {
  const isShown = !schema.closest<HTMLElement>("[role=tabpanel]")?.hidden;
  return field({ rule: { kind: "same" }, isShown }, schema, schema);
}

/** Reads the fields of the schemas in an element: usually one schema, or one for the whole and one for each item. */
export const schemasIn = (element: Element): Row[] =>
  children(element, ".api-schema, :scope > .api-repeated > .api-schema").map(variant);

/** Returns the rows of the operation's parameters, by their place and name. The names of headers are in lowercase. */
export function parametersOf(root: Element): Map<string, HTMLElement> {
  const all = new Map<string, HTMLElement>();
  for (const row of root.querySelectorAll<HTMLElement>(".api-main > .api-rows > li[id]")) {
    // On a page with all operations, the ID starts with the operation's ID and a slash.
    const [place = ""] = row.id.slice(row.id.lastIndexOf("/") + 1).split(".", 1);
    const name = nameOf(row)?.textContent ?? "";
    all.set(`${place}:${place === "header" ? name.toLowerCase() : name}`, row);
  }
  return all;
}

/** Returns the element with the request body's schemas for a media type. */
export function bodyFor(root: Element, mediaType: string): Element | null {
  const head = root.querySelector(".api-main > .api-section-head:has(> [id$=request-body])");
  const only = head?.querySelector(":scope > .api-media");
  if (only) return only.textContent === mediaType ? (head?.parentElement ?? null) : null;
  let after = head?.nextElementSibling ?? null;
  while (after && !after.matches(".api-media-types, h2, h3, .api-section-head")) after = after.nextElementSibling;
  const panels = after?.matches(".api-media-types") ? children(after, ".tab-panel") : [];
  return panels.find(({ dataset }) => dataset.label === mediaType) ?? null;
}
