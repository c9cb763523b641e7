// A schema as a reader of the document understands it: all parts that apply simultaneously, and all alternatives.

import { isObject } from "./reader.mjs";

const MOST_PARTS = 200;

/** The views of all schemas. Each view is created only once. */
export class Schemas {
  constructor(reader) {
    this.reader = reader;
    this.views = new WeakMap();
    this.heirs = this.heirsOf(Object.values(reader.root.components?.schemas ?? reader.root.definitions ?? {}));
  }

  /** Returns a map from each schema to the schemas that extend it with `allOf`. */
  heirsOf(all) {
    const heirs = new Map();
    for (const schema of all.filter(isObject)) {
      for (const part of list(schema.allOf)) {
        const base = part?.$ref && this.reader.at(part.$ref);
        if (base) heirs.set(base, [...(heirs.get(base) ?? []), schema]);
      }
    }
    return heirs;
  }

  /** Returns the view of a schema, or of several schemas that apply simultaneously. */
  of(schema) {
    if (!isObject(schema)) return new View(this, [], []);
    if (!this.views.has(schema)) this.views.set(schema, new View(this, this.parts(schema), [schema]));
    return this.views.get(schema);
  }

  /** Returns a schema and all schemas in its `allOf` lists, with references resolved. */
  parts(schema, found = new Set()) {
    if (!isObject(schema) || found.has(schema) || found.size > MOST_PARTS) return [...found];
    if (typeof schema.$ref === "string") {
      if (this.reader.siblings && Object.keys(schema).length > 1) found.add(schema);
      this.parts(this.reader.at(schema.$ref), found);
    } else {
      found.add(schema);
    }
    if (!schema.$ref || this.reader.siblings) {
      for (const part of list(schema.allOf)) this.parts(part, found);
      for (const group of [schema.oneOf, schema.anyOf]) {
        const real = list(group).filter((variant) => !isNull(variant));
        if (real.length === 1) this.parts(real[0], found);
      }
    }
    return [...found];
  }

  /** Yields the schemas that are one level below a schema and can apply to the same value. */
  *beside(schema) {
    if (schema.$ref) yield this.reader.at(schema.$ref);
    for (const keyword of ["allOf", "oneOf", "anyOf"]) yield* list(schema[keyword]);
    for (const keyword of ["if", "then", "else", "not"]) yield schema[keyword];
    yield* Object.values(schema.dependentSchemas ?? {});
    const { discriminator } = schema;
    if (!discriminator) return;
    const { schemas } = this.reader.root.components ?? {};
    for (const to of Object.values(discriminator.mapping ?? {})) yield this.reader.at(to) ?? schemas?.[to];
    yield* this.heirsBelow(schema);
  }

  *heirsBelow(schema, seen = new Set()) {
    for (const heir of this.heirs.get(schema) ?? []) {
      if (seen.has(heir)) continue;
      seen.add(heir);
      yield heir;
      yield* this.heirsBelow(heir, seen);
    }
  }
}

/** The parts of a schema. The keywords next to a `$ref` form a separate part, which doesn't contain the `$ref`. */
class View {
  constructor(schemas, parts, own) {
    this.schemas = schemas;
    this.parts = parts;
    this.own = own;
  }

  /** Returns every value of a keyword. */
  all(keyword) {
    return this.parts.map((part) => part[keyword]).filter((value) => value !== undefined);
  }

  /** Returns the types that every part allows. If no part specifies types, returns `null`. */
  get types() {
    const stated = this.all("type").map((type) => [type].flat());
    if (stated.length === 0) return null;
    const within = (one, types) => types.includes(one) || (one === "integer" && types.includes("number"));
    const both = [...new Set(stated.flat())].filter((one) => stated.every((types) => within(one, types)));
    return both.filter((type) => type !== "null" && type !== "file");
  }

  /** Whether null is allowed by every part that mentions null. */
  get nullable() {
    const says = this.parts.map(allowsNull).filter((says) => says !== undefined);
    return says.length > 0 && says.every(Boolean);
  }

  /** Whether some part or variant mentions null in any form. */
  get speaksOfNull() {
    return this.everything().some((part) => allowsNull(part) || part.nullable === true || part["x-nullable"] === true);
  }

  /** For each property name, returns the schema and whether the property is required. */
  get properties() {
    if (!this.fields) {
      const schemas = new Map();
      for (const part of this.parts) {
        for (const [name, schema] of Object.entries(isObject(part.properties) ? part.properties : {})) {
          schemas.set(name, [...(schemas.get(name) ?? []), schema]);
        }
      }
      const required = new Set(this.all("required").flatMap(list));
      const joined = ([name, all]) => [
        name,
        { schema: all.length === 1 ? all[0] : { allOf: all }, required: required.has(name) },
      ];
      this.fields = new Map([...schemas].map(joined));
    }
    return this.fields;
  }

  /** Returns the variants of each `oneOf` and `anyOf` that has more than one variant. */
  get groups() {
    const groups = this.parts
      .flatMap((part) => [part.oneOf, part.anyOf])
      .map((group) => list(group).filter((one) => !isNull(one)));
    return groups.filter((group) => group.length > 1);
  }

  /** Returns the schema of all items, if there is one. */
  get items() {
    const all = this.all("items").filter(isObject);
    if (all.length > 1) this.joined ??= { allOf: all };
    return this.joined ?? all[0];
  }

  /**
   * Returns all parts that can make a fact true, including the parts of variants, extending schemas, and conditions.
   */
  everything() {
    if (!this.every) {
      const found = new Set();
      const add = (schema) => {
        if (!isObject(schema) || found.has(schema) || found.size > MOST_PARTS * 5) return;
        found.add(schema);
        for (const one of this.schemas.beside(schema)) add(one);
      };
      for (const part of this.own) add(part);
      this.every = [...found];
    }
    return this.every;
  }
}

function allowsNull(schema) {
  const variants = [...list(schema.oneOf), ...list(schema.anyOf)];
  if (variants.length > 0 && variants.some(isNull)) return true;
  if (Array.isArray(schema.type)) return schema.type.includes("null");
  if (schema.type === "null") return true;
  if (schema.type !== undefined) return schema.nullable === true || schema["x-nullable"] === true;
  if (schema.enum) return schema.enum.includes(null) ? true : undefined;
  return undefined;
}

function isNull(schema) {
  if (!isObject(schema)) return false;
  const only = Array.isArray(schema.enum) && schema.enum.length === 1 && schema.enum[0] === null;
  return schema.type === "null" || String(schema.type) === "null" || only || schema.const === null;
}

export function list(value) {
  return Array.isArray(value) ? value : [];
}
