// Reads OpenAPI documents (2.0, 3.0, 3.1, 3.2) strictly according to the specification, without any of docgen's code.
// References are followed where they occur. Operations have the same structure in every version.

import { readFileSync } from "node:fs";
import { parseDocument } from "yaml";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
/** Header parameters that OpenAPI 3 ignores, because other parts of the document define them. */
const IGNORED_HEADERS = /^(accept|content-type|authorization)$/i;

/**
 * Reads the document in a file. If the file isn't an OpenAPI document, returns an empty object. If the document can't
 * be parsed, returns the error as `unread`.
 */
export function load(file) {
  const text = readFileSync(file, "utf8");
  try {
    const root = file.endsWith(".json")
      ? JSON.parse(text)
      : parseDocument(text, { merge: true }).toJS({ maxAliasCount: -1 });
    return root?.openapi || root?.swagger ? { root, text } : {};
  } catch (error) {
    return /(openapi|swagger)["']?\s*:/.test(text.slice(0, 2000)) ? { unread: String(error) } : {};
  }
}

/** A document with references that can be resolved. */
export class Reader {
  constructor(root) {
    this.root = root;
    this.version = Number.parseFloat(root.openapi ?? root.swagger) || 3;
    /** Whether keywords next to `$ref` apply. */
    this.siblings = this.version >= 3.1;
  }

  /** Returns the value at a JSON pointer of this document. */
  at(ref) {
    if (typeof ref !== "string" || !ref.startsWith("#")) return undefined;
    let here = this.root;
    for (const part of ref.slice(1).split("/").slice(1)) {
      here = here?.[decode(part).replaceAll("~1", "/").replaceAll("~0", "~")];
    }
    return here;
  }

  /** Resolves an object that might be a reference. A reference can have its own description (3.1). */
  deref(node) {
    const seen = new Set();
    let own = {};
    let here = node;
    while (typeof here?.$ref === "string") {
      if (seen.has(here)) return {};
      seen.add(here);
      const { $ref, summary, description } = here;
      if (this.siblings) own = { ...(summary && { summary }), ...(description && { description }), ...own };
      here = this.at($ref);
    }
    return isObject(here) ? { ...here, ...own } : {};
  }

  /** Yields every operation and webhook, with its JSON pointer. */
  *operations() {
    yield* this.under(this.root.paths, "/paths", false);
    yield* this.under(this.root.webhooks ?? this.root["x-webhooks"], "/webhooks", true);
  }

  *under(paths, base, webhook) {
    for (const [path, item] of Object.entries(paths ?? {})) {
      if (path.startsWith("x-")) continue;
      const whole = this.deref(item);
      if (whole["x-internal"] === true) continue;
      const methods = [
        ...METHODS.map((name) => [name, whole[name]]),
        ...Object.entries(whole.additionalOperations ?? {}),
      ];
      for (const [method, operation] of methods) {
        if (!isObject(operation) || operation["x-internal"] === true) continue;
        const pointer = `${base}/${path.replaceAll("~", "~0").replaceAll("/", "~1")}/${method}`;
        yield this.operation(operation, whole, { method: method.toUpperCase(), path, pointer, webhook });
      }
    }
  }

  operation(operation, item, place) {
    const parameters = this.parameters([...(item.parameters ?? []), ...(operation.parameters ?? [])]);
    const old = this.version < 3;
    const consumes = operation.consumes ?? this.root.consumes ?? [];
    const servers = [operation.servers, item.servers, this.root.servers].find((list) => list?.length) ?? [];
    return {
      ...place,
      summary: operation.summary,
      description: operation.description,
      itemTexts: [item.summary, item.description],
      deprecated: operation.deprecated === true,
      tags: operation.tags ?? [],
      externalDocs: operation.externalDocs,
      servers: old ? [] : servers.map((server) => this.deref(server)),
      security: operation.security ?? this.root.security ?? [],
      parameters: parameters.filter((one) => !/^(body|formData)$/.test(one.in)).map((one) => this.parameter(one)),
      body: old ? bodyOf(parameters, consumes) : this.content(operation.requestBody),
      responses: this.responses(operation.responses, operation.produces ?? this.root.produces ?? []),
      callbacks: Object.entries(operation.callbacks ?? {}).flatMap(([name, callback]) =>
        [...this.under(this.deref(callback), place.pointer, true)].map((inner) => ({ ...inner, name })),
      ),
    };
  }

  /** Returns the parameters. A later parameter replaces an earlier one with the same name and location. */
  parameters(list) {
    const all = new Map();
    for (const node of Array.isArray(list) ? list : []) {
      const one = this.deref(node);
      if (one.in === "header" && IGNORED_HEADERS.test(one.name) && this.version >= 3) continue;
      if (one.name && one.in) all.set(`${one.in} ${one.name}`, one);
    }
    return [...all.values()];
  }

  /** Returns a parameter or header with its schema, regardless of how it's specified. */
  parameter(one) {
    const media = Object.values(one.content ?? {})[0];
    const schema = one.schema ?? media?.schema ?? (this.version < 3 ? schemaOf(one) : undefined);
    return {
      ...one,
      schema,
      required: one.required === true || one.in === "path",
      given: [one, ...(media ? [media] : [])].flatMap(({ example, examples }) => [
        ...(example === undefined ? [] : [example]),
        ...Object.values(examples ?? {}).map((given) => this.deref(given).value),
      ]),
    };
  }

  content(node) {
    if (!node) return null;
    const body = this.deref(node);
    const media = Object.entries(body.content ?? {}).map(([name, value]) => this.media(name, this.deref(value)));
    return { required: body.required === true, description: body.description, media };
  }

  media(name, { schema, itemSchema, example, examples }) {
    const named = Object.entries(examples ?? {}).map(([key, one]) => ({ key, ...this.deref(one) }));
    return { name, schema, itemSchema, examples: example === undefined ? named : [{ value: example }, ...named] };
  }

  responses(responses, produces) {
    return Object.entries(responses ?? {}).flatMap(([status, node]) => {
      const response = this.deref(node);
      if (status.startsWith("x-")) return [];
      const headers = Object.entries(response.headers ?? {}).map(([name, header]) =>
        this.parameter({ ...this.deref(header), name, in: "header" }),
      );
      const given = Object.entries(response.examples ?? {}).map(([name, value]) => ({ name, value }));
      const media =
        this.version < 3
          ? response.schema
            ? [{ name: produces[0], schema: response.schema, examples: given }]
            : []
          : this.content(response).media;
      const links = Object.entries(response.links ?? {}).map(([name, link]) => ({ name, ...this.deref(link) }));
      const shown = headers.filter(({ name }) => !/^content-type$/i.test(name));
      return [{ status, description: response.description, summary: response.summary, headers: shown, media, links }];
    });
  }
}

/** Returns the request body in OpenAPI 2.0: one parameter, or the fields of a form. */
function bodyOf(parameters, consumes) {
  const body = parameters.find((one) => one.in === "body");
  if (body) {
    const media = [{ name: consumes[0], schema: body.schema, examples: [] }];
    return { required: body.required === true, description: body.description, media };
  }
  const fields = parameters.filter((one) => one.in === "formData");
  if (fields.length === 0) return null;
  const properties = Object.fromEntries(fields.map((one) => [one.name, schemaOf(one)]));
  const required = fields.filter((one) => one.required).map((one) => one.name);
  const media = [{ name: undefined, schema: { type: "object", properties, required }, examples: [] }];
  return { required: false, media };
}

function schemaOf({ name, in: _, required, allowEmptyValue, collectionFormat, ...schema }) {
  return schema.type === "file" ? { ...schema, type: undefined } : schema;
}

export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
