// Finds the facts in one schema, checks whether a row shows these facts, and checks whether the row's statements are
// true.

import { isDeepStrictEqual } from "node:util";
import { list } from "./schema.mjs";
import { holds, wordsOf } from "./text.mjs";

/**
 * The type that each keyword applies to. A keyword doesn't constrain values of other types (JSON Schema Validation,
 * section 6).
 */
const APPLIES = {
  ...among("number", "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf"),
  ...among("string", "minLength maxLength pattern contentEncoding contentMediaType"),
  ...among("array", "minItems maxItems uniqueItems items"),
  ...among("object", "minProperties maxProperties additionalProperties properties"),
};
const LIMITS = Object.keys(APPLIES).filter((keyword) => /^(exclusive|max|min|multiple)/.test(keyword));
const TRIVIAL = new Set(["minLength", "minItems", "minProperties"]);
/** The length, in characters, above which pages can truncate a value. */
const MOST_VALUE = 390;
/** The number of values above which pages truncate an enum and show a note. */
const MOST_VALUES = 250;

/** For each kind of fact, how to find its values in a schema, and whether a row shows one of these values. */
const KINDS = [
  [
    "type",
    (view) => (view.groups.length ? [] : (view.types ?? []).filter((type) => type !== "object")),
    (row, type) => row.type.includes(type),
  ],
  [
    "format",
    (view) => view.all("format").filter((f) => typeof f === "string" && f),
    (row, format) => row.type.includes(`<${format}>`) || row.type.includes(`\\<${format}>`),
  ],
  ["enum", enumOf, (row, value) => showsValue(row, value)],
  ["const", (view) => view.all("const"), (row, value) => showsValue(row, value)],
  ["default", (view) => view.all("default"), (row, value) => showsValue(row, value)],
  [
    "pattern",
    (view) => view.all("pattern").filter((p) => typeof p === "string" && p),
    (row, pattern) =>
      row.codes.includes(pattern) || row.codes.some((c) => c.replace(/\s+/g, " ") === pattern.replace(/\s+/g, " ")),
  ],
  ["uniqueItems", (view) => flag(view, "uniqueItems"), (row) => /no duplicates/i.test(row.text)],
  ["readOnly", (view) => flag(view, "readOnly"), (row) => says(row, "read-only")],
  ["writeOnly", (view) => flag(view, "writeOnly"), (row) => says(row, "write-only")],
  ["deprecated", (view) => flag(view, "deprecated"), (row) => says(row, "deprecated")],
  ["nullable", (view) => (view.nullable ? [true] : []), (row) => says(row, "nullable") || /\bnull\b/.test(row.type)],
  ["description", descriptions, (row, text) => holds(row.set, text) || (row.around && holds(row.around, text))],
  [
    "title",
    (view) => view.all("title").filter((t) => typeof t === "string" && t.trim()),
    (row, title) => showsTitle(row, title),
  ],
  ["example", examplesOf, (row, value) => row.given || showsValue(row, value)],
  [
    "externalDocs",
    (view) =>
      view
        .all("externalDocs")
        .map((docs) => docs?.url)
        .filter(Boolean),
    (row, url) => row.hrefs.includes(url) || row.text.includes(url),
  ],
  [
    "additionalProperties",
    (view) => view.all("additionalProperties").filter((value) => value === false),
    (row) => /no other properties/i.test(row.text),
  ],
  ["contentEncoding", (view) => view.all("contentEncoding"), (row, value) => row.codes.includes(value)],
  ["contentMediaType", (view) => view.all("contentMediaType"), (row, value) => row.codes.includes(value)],
  ...LIMITS.map((keyword) => [keyword, (view) => limit(view, keyword), (row, value) => row.numbers.has(value)]),
];

/** Yields the kind and value of each fact in a view that none of the rows shows. */
export function* missing(view, rows, checked) {
  for (const [kind, values, shows] of KINDS) {
    const all = applies(view, kind) ? values(view) : [];
    checked(kind, all.length);
    // If the parts of a schema have different values, the page needs to show only one of these values.
    const any = ["default", "const", "example", "title", "format"].includes(kind) || LIMITS.includes(kind);
    const lost = all.filter((value) => !rows.some((row) => shows(row, value)));
    if (any && lost.length < all.length) continue;
    if (lost.length > 0) yield [lost.length < all.length ? `${kind} (one of several)` : kind, lost[0]];
  }
}

function among(type, keywords) {
  return Object.fromEntries(keywords.split(" ").map((keyword) => [keyword, type]));
}

/** Whether a keyword applies to values of a view's types. */
export function applies(view, keyword) {
  const types = view.types?.map((type) => (type === "integer" ? "number" : type));
  return !(keyword in APPLIES) || !types || types.length === 0 || types.includes(APPLIES[keyword]);
}

/** Yields the kind and words of each statement in a row, unless a part of the row's schema contains the statement. */
export function* untrue(row, everything, extra = {}) {
  const some = (keyword, test = (value) => value === true) => everything.some((part) => test(part[keyword]));
  if (row.words.has("read-only") && !some("readOnly")) yield ["read-only", ""];
  if (row.words.has("write-only") && !some("writeOnly")) yield ["write-only", ""];
  if (row.words.has("deprecated") && !some("deprecated") && !extra.deprecated) yield ["deprecated", ""];
  const types = new Set(everything.flatMap((part) => [part.type ?? []].flat()));
  const type = /^(string|integer|number|boolean|array|object)\b/.exec(row.type.trim())?.[1];
  const wider = { integer: "number", number: "integer" };
  if (type && types.size > 0 && !types.has(type) && !types.has(wider[type]) && !types.has("file"))
    yield ["type", row.type];
  const values = everything.flatMap((part) => [
    ...list(part.enum),
    ...("const" in part ? [part.const] : []),
    ...(extra.values ?? []),
  ]);
  for (const value of row.values) if (!values.some((one) => isCode(value, one))) yield ["one of", value];
  for (const fact of row.facts) {
    if (!isTrue(fact, everything, values, extra)) yield [fact.text.split(" ")[0], fact.text.slice(0, 100)];
  }
}

const WORDED = [
  [/characters?$/, ["minLength", "maxLength"]],
  [/matching items?$/, ["minContains", "maxContains"]],
  [/items?$/, ["minItems", "maxItems"]],
  [/\d properties$|\d property$/, ["minProperties", "maxProperties"]],
  [/^multiple of /, ["multipleOf"]],
  [
    /^(at least|at most|more than|less than|exactly) \S+$|^\S+ to \S+$/,
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  ],
];

function isTrue({ text, codes }, everything, values, extra) {
  const one = (keyword) => everything.map((part) => part[keyword]).filter((value) => value !== undefined);
  if (/^Default /.test(text))
    return [...one("default"), ...(extra.defaults ?? [])].some((value) => isCode(codes[0], value));
  if (/^Always /.test(text)) return values.some((value) => isCode(codes[0], value));
  if (/^Pattern /.test(text)) return one("pattern").some((value) => isCode(codes[0], value));
  if (/^no duplicates/i.test(text))
    return everything.some(
      (part) => part.uniqueItems === true && (part.type === undefined || [part.type].flat().includes("array")),
    );
  if (/^no other properties/i.test(text))
    return [...one("additionalProperties"), ...one("unevaluatedProperties")].includes(false);
  if (/^other properties allowed/.test(text)) return one("additionalProperties").length > 0;
  if (/^Example /.test(text)) {
    const given = [
      ...one("example"),
      ...one("x-example"),
      ...one("x-examples").flatMap((all) => Object.values(all ?? {})),
      ...one("examples").flatMap((all) =>
        Array.isArray(all) ? all : Object.values(all ?? {}).flatMap((v) => [v, v?.value]),
      ),
      ...(extra.given ?? []),
    ];
    return codes.every((code) => given.some((value) => isCode(code, value)));
  }
  const worded = WORDED.find(([pattern]) => pattern.test(text));
  if (!worded) return true;
  const limits = new Set(worded[1].flatMap(one).map(Number));
  return (text.match(/-?\d+(\.\d+)?(e[+-]?\d+)?/gi) ?? []).every(
    (number) => limits.has(Number(number)) || /^at least 1 |^exactly/.test(text),
  );
}

/**
 * Returns the descriptions, including a description next to a `$ref`. OpenAPI 3.0 ignores such a description, but
 * authors expect it to be shown.
 */
function descriptions(view) {
  const all = [...view.own.map((schema) => schema.description), ...view.all("description")];
  return [...new Set(all.filter((text) => typeof text === "string" && text.trim()))];
}

function flag(view, keyword) {
  return view.all(keyword).includes(true) ? [true] : [];
}

function limit(view, keyword) {
  const values = view.all(keyword).filter((value) => typeof value === "number");
  return TRIVIAL.has(keyword) ? values.filter((value) => value > 0) : values;
}

function enumOf(view) {
  const all = view.all("enum").filter(Array.isArray);
  const [first = [], ...others] = all;
  const both = first.filter((value) =>
    others.every((values) => values.some((other) => isDeepStrictEqual(other, value))),
  );
  return both.filter((value) => value !== null).slice(0, MOST_VALUES);
}

function examplesOf(view) {
  return [...view.all("example"), ...view.all("examples").flatMap(list).slice(0, 3)].filter((value) => value !== null);
}

function says(row, word) {
  return row.words.has(word);
}

/** Returns the letters and digits in a string, in lowercase. */
export function bare(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

function showsTitle(row, title) {
  return (
    bare(row.text + row.name + row.title).includes(bare(title)) || wordsOf(title).every((word) => row.set.has(word))
  );
}

function showsValue(row, value) {
  return row.codes.some((code) => isCode(code, value)) || (typeof value === "string" && row.hrefs.includes(value));
}

/** Whether a piece of code is a value, as JSON or as text without quotes. */
function isCode(code, value) {
  if (code === undefined) return false;
  if (code === value || code === String(value) || code.length >= MOST_VALUE || code.endsWith("…")) return true;
  if (typeof value === "number") return Number(code) === value;
  if (typeof value === "string" && !code.startsWith('"')) return flat(code) === flat(value);
  if (typeof value === "boolean" || value === null) return false;
  try {
    return isDeepStrictEqual(JSON.parse(code), value);
  } catch {
    return false;
  }
}

function flat(text) {
  return text.replace(/\s+/g, " ").trim();
}
