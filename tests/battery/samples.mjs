// Validates the bodies of request samples against their schemas, with a validator that is independent of docgen.

import Ajv from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { isObject } from "./reader.mjs";

/** The size of a document, in bytes, above which the validator takes too long. */
const MOST_BYTES = 3_000_000;

export class Samples {
  constructor(root, bytes) {
    this.root = bytes <= MOST_BYTES ? of2020(root) : null;
    this.validators = new Map();
  }

  /**
   * Returns the error in an operation's sample, which is read from the Markdown version of the page. If the sample is
   * valid, returns an empty string. If the sample can't be checked, returns `null`. For example, the values might be
   * from the document, or the validator might be unable to read the schema.
   */
  fault(operation, markdown) {
    const media = operation.body?.media.find(({ name, schema }) => /^application\/(.+\+)?json$/.test(name) && schema);
    if (!this.root || !media || media.examples.length > 0) return null;
    const section = /^## Sample\n(.*?)(?:^## |$(?![\s\S]))/ms.exec(markdown)?.[1] ?? "";
    const [, quoted] = /--data-raw '((?:[^']|'\\'')*)'/.exec(section) ?? [];
    const validate = quoted === undefined ? null : this.validator(media.schema);
    if (!validate || gives(media.schema, this.root)) return null;
    try {
      if (validate(JSON.parse(quoted.replaceAll("'\\''", "'")))) return "";
    } catch (error) {
      return error instanceof SyntaxError ? `not JSON: ${error.message}` : null;
    }
    const faults = validate.errors.filter(({ message }) => !/^must match "(then|else)"/.test(message));
    return faults.length > 0 ? `${faults[0].instancePath} ${faults[0].message}` : "";
  }

  /** Returns a validator for a schema. If the library can't read the schema, returns `null`. */
  validator(schema) {
    if (!this.validators.has(schema)) this.validators.set(schema, this.compiled(schema));
    return this.validators.get(schema);
  }

  compiled(schema) {
    try {
      const ajv = formats.default(new Ajv.default({ strict: false, logger: false, discriminator: false }));
      return ajv.compile({ ...of2020(schema), components: this.root.components, definitions: this.root.definitions });
    } catch {
      return null;
    }
  }
}

/** Whether a schema or any schema below it has an example or default value. Such values might be invalid. */
function gives(schema, root, seen = new Set()) {
  if (!isObject(schema) || seen.has(schema) || seen.size > 3000) return false;
  seen.add(schema);
  if (typeof schema.$ref === "string") {
    const way = schema.$ref.split("/").slice(1);
    if (
      gives(
        way.reduce((here, part) => here?.[decodeURIComponent(part)], root),
        root,
        seen,
      )
    )
      return true;
  }
  if (["example", "examples", "default", "x-example"].some((key) => key in schema)) return true;
  const below = [schema.items, schema.additionalProperties, ...Object.values(schema.properties ?? {})];
  const parts = ["allOf", "oneOf", "anyOf"].flatMap((key) => schema[key] ?? []);
  return [...below, ...parts].some((one) => gives(one, root, seen));
}

/** Converts schemas from any OpenAPI version to JSON Schema 2020-12. */
function of2020(node) {
  if (Array.isArray(node)) return node.map(of2020);
  if (!isObject(node)) return node;
  const out = {};
  for (const [key, value] of Object.entries(node)) if (!key.startsWith("x-")) out[key] = of2020(value);
  for (const [bound, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ]) {
    if (out[exclusive] === true) out[exclusive] = out[bound];
    if (typeof node[exclusive] === "boolean" && node[exclusive] === false) delete out[exclusive];
  }
  if (typeof out.type === "string" && out.nullable === true) {
    out.type = [out.type, "null"];
    if (Array.isArray(out.enum)) out.enum = [...out.enum, null];
  }
  delete out.nullable;
  if (out.type === "file") delete out.type;
  // A property can have the name of a keyword, so properties are converted separately.
  if (isObject(node.properties))
    out.properties = Object.fromEntries(Object.entries(node.properties).map(([k, v]) => [k, of2020(v)]));
  // "If the property is in the required list, the required will take effect on the response only" (OpenAPI 3.0).
  const answered = (name) => node.properties?.[name]?.readOnly === true;
  if (Array.isArray(out.required)) out.required = out.required.filter((name) => !answered(name));
  return out;
}
