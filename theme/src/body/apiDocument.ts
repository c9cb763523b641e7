/**
 * The OpenAPI document of one operation, which the browser makes from the API's document: the operation, and everything
 * that it refers to. Numbers stay as written in browsers that can do so.
 */

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Members = Record<string, Json>;

/** The parts of a document that aren't copied as a whole. */
const PARTS = ["paths", "webhooks", "x-webhooks", "components", "definitions", "parameters", "responses", "tags"];
const SCHEMES = ["components", "securitySchemes"];
const OLD_SCHEMES = ["securityDefinitions"];

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const membersOf = (value: Json | undefined): Members => (isObject(value) ? value : {});

const at = (document: Json, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((value, name) => (isObject(value) ? value[name] : undefined), document);

/** Puts a value at a path, unless there's one already. Returns whether the value is new. */
function put(document: Members, path: readonly string[], value: Json): boolean {
  let around = document;
  for (const name of path.slice(0, -1)) {
    if (!Object.hasOwn(around, name)) around[name] = {};
    around = membersOf(around[name]);
  }
  const name = path.at(-1) ?? "";
  if (Object.hasOwn(around, name)) return false;
  around[name] = value;
  return true;
}

/** Returns the path of a reference into the same document. */
function pathOf(reference: Json | undefined): string[] | null {
  if (typeof reference !== "string" || !reference.startsWith("#/")) return null;
  const decoded = (name: string) => decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~");
  return reference.slice(2).split("/").map(decoded);
}

/** Returns the paths of everything that a value refers to. */
function* references(value: Json): Generator<string[]> {
  if (Array.isArray(value)) for (const item of value) yield* references(item);
  if (!isObject(value)) return;
  const mapping = membersOf(membersOf(value.discriminator).mapping);
  for (const reference of [value.$ref, ...Object.values(mapping)]) {
    const path = pathOf(reference);
    if (path) yield path;
  }
  for (const member of Object.values(value)) yield* references(member);
}

/** Returns the parts of a path's item that belong to the operation with a method, in lowercase. */
function itemFor(item: Members, method: string): { operation: Members; item: Members } | null {
  const further = membersOf(item.additionalOperations);
  const known = Object.entries(item).find(([name]) => name === method);
  const [name, operation] = known ?? Object.entries(further).find(([key]) => key.toLowerCase() === method) ?? [];
  if (name === undefined || !isObject(operation)) return null;
  const shared = ["summary", "description", "servers", "parameters"].filter((key) => Object.hasOwn(item, key));
  const own: Members = Object.fromEntries(shared.map((key) => [key, item[key] as Json]));
  const placed: Members = known ? { [name]: operation } : { additionalOperations: { [name]: operation } };
  return { operation, item: { ...own, ...placed } };
}

/** Returns the document of the operation with a method. `list` and `path` are the names in the API's document. */
export function operationDocument(document: Json, list: string, method: string, path: string): Json | null {
  const whole = membersOf(document);
  const found = itemFor(membersOf(at(whole, [list, path]) ?? at(whole, [`x-${list}`, path])), method);
  if (!found) return null;
  const { operation, item } = found;
  const out: Members = {};
  for (const [key, value] of Object.entries(whole)) {
    if (key === list || key === `x-${list}`) out[key] = { [path]: item };
    else if (!PARTS.includes(key) && key !== OLD_SCHEMES[0]) out[key] = value;
  }
  const tags = Array.isArray(operation.tags) ? operation.tags : [];
  const listed = Array.isArray(whole.tags) ? whole.tags.filter((tag) => tags.includes(membersOf(tag).name ?? "")) : [];
  if (listed.length > 0) out.tags = listed;
  const security = operation.security ?? whole.security;
  const schemes = Array.isArray(security) ? security.flatMap((one) => Object.keys(membersOf(one))) : [];
  const queue = schemes.flatMap((scheme) => [
    [...SCHEMES, scheme],
    [...OLD_SCHEMES, scheme],
  ]);
  queue.push(...references(out));
  for (let next = queue.pop(); next; next = queue.pop()) {
    const value = at(whole, next);
    if (value !== undefined && put(out, next, value)) queue.push(...references(value));
  }
  return out;
}

type Source = { source?: string };
type RawJson = (text: string) => Json;

/** Parses a document. Numbers keep their text, if the browser supports it. */
function parse(text: string): Json {
  const raw = (JSON as unknown as { rawJSON?: RawJson }).rawJSON;
  const keep = (_: string, value: Json, { source }: Source = {}) =>
    typeof value === "number" && raw && source !== undefined ? raw(source) : value;
  return JSON.parse(text, keep as (key: string, value: Json) => Json);
}

/** Saves the operation's document that a link is for. Without such a document, follows the link. */
export async function saveDocument(link: HTMLAnchorElement): Promise<void> {
  const [list = "", method = "", ...path] = (link.dataset.operation ?? "").split(" ");
  const response = await fetch(link.href);
  const document_ = response.ok ? operationDocument(parse(await response.text()), list, method, path.join(" ")) : null;
  if (!document_) {
    location.assign(link.href);
    return;
  }
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(document_, null, 2)}\n`], { type: "application/json" }));
  const save = document.createElement("a");
  save.href = url;
  save.download = `${location.pathname.split("/").filter(Boolean).at(-1) ?? "operation"}.json`;
  save.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
