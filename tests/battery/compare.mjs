// Checks that every fact in a document is on the right page, and that every statement on a page is true according to
// the document.

import { applies, bare, missing, untrue } from "./facts.mjs";
import { Findings } from "./findings.mjs";
import { isObject, Reader } from "./reader.mjs";
import { Samples } from "./samples.mjs";
import { list, Schemas } from "./schema.mjs";
import { holds, wordsOf } from "./text.mjs";

const REPEATS = /which contains this schema/;

/** Returns the facts that are missing from a site's pages, and the untrue statements on these pages. */
export function compare({ root, text }, site) {
  const findings = new Findings();
  const reader = new Reader(root);
  const checks = { reader, schemas: new Schemas(reader), site, findings };
  const operations = new Map([...reader.operations()].map((operation) => [keyOf(operation), operation]));
  const samples = new Samples(root, text.length);
  const found = new Set();
  for (const page of site.pages()) {
    const html = page.read("html");
    const key = html.operation ? keyOf(html.operation) : "";
    found.add(key);
    for (const said of [html, page.read("markdown")]) {
      const place = { ...checks, kind: said.kind, page: page.route };
      new Comparison(place, said).whole(root, operations.get(key));
      if (said.text.includes("localhost") && !text.includes("localhost")) {
        findings.add("untrue", { fact: "localhost", kind: said.kind, page: page.route, pointer: "" });
      }
    }
    for (const name of html.published) findings.published(name);
    if (operations.has(key)) checkSample(operations.get(key), page, samples, findings);
  }
  for (const [key, { pointer }] of operations) {
    findings.checked("operation");
    if (!found.has(key)) findings.add("missing", { fact: "operation", kind: "html", pointer, page: "", note: key });
  }
  return findings.result();
}

function checkSample(operation, page, samples, findings) {
  const fault = samples.fault(operation, page.markdown ?? "");
  if (fault !== null) findings.checked("sample");
  if (fault) {
    const { pointer } = operation;
    findings.add("untrue", { fact: "sample", kind: "markdown", page: page.route, pointer, note: fault });
  }
}

/** Returns the key of an operation. As on pages, `{id}` is written as `:id`. */
function keyOf({ method, path, webhook }) {
  return `${webhook ? "EVENT" : method} ${path.replace(/\{([^{}/]*)\}/g, ":$1").trim()}`;
}

function schemaNamed(root, name) {
  const all = root.components?.schemas ?? root.definitions ?? {};
  const base = root.definitions ? "/definitions/" : "/components/schemas/";
  return Object.hasOwn(all, name) ? { schema: all[name], pointer: base + name } : undefined;
}

/** The comparison of one page with the part of the document that belongs to the page. */
class Comparison {
  constructor(place, said) {
    Object.assign(this, place);
    this.said = said;
    this.visited = new Map();
  }

  lost(fact, pointer, note = "") {
    this.findings.add("missing", { fact, kind: this.kind, pointer, page: this.page, note });
  }

  false(fact, pointer, note = "") {
    this.findings.add("untrue", { fact, kind: this.kind, pointer, page: this.page, note });
  }

  /**
   * Compares the page with the part of the document that the page shows: an operation, the introduction, or a schema.
   */
  whole(root, operation) {
    if (operation && this.said.operation) return this.operation(operation, this.said.operation);
    if (this.page === "api/intro") return this.intro(root);
    const named =
      this.page.startsWith("api/schemas/") && this.said.schema ? schemaNamed(root, this.said.h1) : undefined;
    if (named) this.schema(named.schema, this.said.schema, named.pointer, "both");
  }

  /** Checks that a set of words contains nearly all words of a text. */
  text(fact, text, set, pointer) {
    if (typeof text !== "string" || !text.trim()) return;
    this.findings.checked(fact);
    if (!holds(set, text)) this.lost(fact, pointer, text.slice(0, 120));
  }

  literal(fact, value, where, pointer) {
    if (typeof value !== "string" || !value) return;
    this.findings.checked(fact);
    if (!where.includes(value)) this.lost(fact, pointer, value.slice(0, 120));
  }

  intro({ info = {}, servers, tags, components, securityDefinitions, externalDocs }) {
    const set = new Set(wordsOf(this.said.whole));
    this.text("info title", info.title, set, "/info/title");
    this.text("info version", info.version, set, "/info/version");
    this.text("info summary", info.summary, set, "/info/summary");
    this.text("info description", info.description, set, "/info/description");
    this.text("contact name", info.contact?.name, set, "/info/contact");
    const links = `${this.said.whole} ${this.said.hrefs.join(" ")}`;
    this.literal("contact url", info.contact?.url, links, "/info/contact");
    this.literal("contact email", info.contact?.email, links, "/info/contact");
    this.text("license", info.license?.name ?? info.license?.identifier, set, "/info/license");
    this.literal("license url", info.license?.url, links, "/info/license");
    this.literal("terms", info.termsOfService, links, "/info/termsOfService");
    this.literal("externalDocs", externalDocs?.url, links, "/externalDocs");
    for (const [at, node] of list(servers).entries()) this.server(node, set, `/servers/${at}`);
    for (const tag of list(tags)) this.findings.checked("tag", tag ? 1 : 0);
    for (const [name, node] of Object.entries(components?.securitySchemes ?? securityDefinitions ?? {})) {
      this.scheme(name, this.reader.deref(node), set, links);
    }
  }

  server(node, set, pointer) {
    const server = this.reader.deref(node);
    this.literal("server url", server.url, this.said.whole, pointer);
    this.text("server description", server.description, set, pointer);
    for (const [name, variable] of Object.entries(server.variables ?? {})) {
      this.literal("server variable", name, this.said.whole, pointer);
      this.text("variable description", variable.description, set, pointer);
      for (const value of [variable.default, ...list(variable.enum)])
        this.literal("variable value", String(value ?? ""), this.said.whole, pointer);
    }
  }

  scheme(name, scheme, set, links) {
    const pointer = `/components/securitySchemes/${name}`;
    this.literal("security scheme", name, links, pointer);
    this.text("scheme description", scheme.description, set, pointer);
    if (scheme.type === "apiKey") this.literal("scheme key", scheme.name, links, pointer);
    const flows = isObject(scheme.flows) ? Object.values(scheme.flows).filter(isObject) : [scheme];
    this.literal("scheme url", scheme.openIdConnectUrl, links, pointer);
    for (const flow of scheme.type === "oauth2" ? flows : []) {
      for (const key of ["authorizationUrl", "tokenUrl", "refreshUrl"])
        this.literal("flow url", flow[key], links, pointer);
      for (const [scope, meaning] of Object.entries(flow.scopes ?? {})) {
        if (scope.startsWith("x-")) continue;
        this.literal("scope", scope, links, pointer);
        this.text("scope meaning", meaning, set, pointer);
      }
    }
  }

  operation(operation, shown) {
    const { pointer } = operation;
    const whole = this.said.whole;
    const set = new Set(wordsOf(whole));
    this.text("summary", operation.summary, set, pointer);
    this.text("operation description", operation.description, set, pointer);
    for (const text of operation.itemTexts) this.text("path description", text, set, pointer);
    this.literal("operation docs", operation.externalDocs?.url, `${whole} ${this.said.hrefs.join(" ")}`, pointer);
    if (operation.deprecated) this.literal("operation deprecated", "deprecated", whole, pointer);
    for (const requirement of operation.webhook ? [] : operation.security) {
      for (const [name, scopes] of Object.entries(requirement)) {
        this.literal("security", name, whole, pointer);
        for (const scope of list(scopes)) this.literal("security scope", scope, whole, pointer);
      }
    }
    const own = JSON.stringify(operation.servers) !== JSON.stringify(this.reader.root.servers ?? []);
    for (const server of own ? operation.servers : []) this.literal("own server", filled(server), whole, pointer);
    // The examples of an event are in a separate column.
    this.beside = operation.webhook ? whole : "";
    this.inside(operation, shown);
  }

  /** Compares the input and output of an operation: the page's own operation or one of its callbacks. */
  inside(operation, shown) {
    const { pointer, webhook } = operation;
    const [to, from] = webhook ? ["response", "request"] : ["request", "response"];
    for (const parameter of operation.parameters) {
      const row = shown.parameters.find((one) => one.name === parameter.name && one.place === parameter.in);
      this.parameter(parameter, row, `${pointer}/parameters/${parameter.in}.${parameter.name}`, to);
    }
    if (operation.body) {
      this.findings.checked("body");
      if (shown.body) this.content(operation.body, shown.body, `${pointer}/requestBody`, to);
      else if (operation.body.media.length > 0) this.lost("body", `${pointer}/requestBody`);
    }
    for (const response of operation.responses) {
      const at = `${pointer}/responses/${response.status}`;
      const there = shown.responses.find((one) => one.status.toLowerCase() === response.status.toLowerCase());
      this.findings.checked("response");
      if (!there) {
        this.lost("response", at, response.status);
        continue;
      }
      this.content(response, there, at, from);
      for (const header of response.headers) {
        const row = there.headers.find((one) => one.name === header.name);
        this.parameter(header, row, `${at}/headers/${header.name}`, from, "header");
      }
      const set = new Set(wordsOf(there.text));
      for (const link of response.links) {
        this.literal("link name", link.name, there.text, `${at}/links`);
        this.text("link description", link.description, set, `${at}/links/${link.name}`);
      }
    }
    for (const inner of operation.callbacks) {
      const there = shown.callbacks.find((one) => ["method", "path", "name"].every((key) => one[key] === inner[key]));
      this.findings.checked("callback");
      if (!there) this.lost("callback", inner.pointer, inner.path);
      else this.callback(inner, there);
    }
  }

  callback(inner, there) {
    const set = new Set(wordsOf(`${there.text} ${there.name}`));
    this.text("callback summary", inner.summary, set, inner.pointer);
    this.text("callback description", inner.description, set, inner.pointer);
    this.inside(inner, there);
  }

  parameter(parameter, row, pointer, direction, kind = "parameter") {
    this.findings.checked(kind);
    if (!row) return this.lost(kind, pointer, parameter.name);
    const say = (fact, holds) => holds || this.lost(`${kind} ${fact}`, pointer);
    this.findings.checked(`${kind} required`);
    say("required", !parameter.required || row.words.has("required"));
    say("deprecated", parameter.deprecated !== true || row.words.has("deprecated") || /deprecated/.test(row.text));
    this.text(`${kind} description`, parameter.description, row.set, pointer);
    if (this.kind === "html" && row.words.has("required") && !parameter.required) this.false("required", pointer);
    const extra = { given: parameter.given, deprecated: parameter.deprecated === true };
    // A parameter's examples replace the examples of its schema.
    row.given = parameter.given.length > 0;
    this.schema(parameter.schema, row, pointer, direction, extra);
  }

  content(content, shown, pointer, direction) {
    const set = new Set(wordsOf(shown.text));
    this.text(
      pointer.endsWith("requestBody") ? "body description" : "response description",
      content.description,
      set,
      pointer,
    );
    // docgen reports media types with invalid names, so they aren't compared.
    for (const media of content.media.filter(({ name }) => name === undefined || name.includes("/"))) {
      const there = media.name === undefined ? [...shown.media.values()][0] : shown.media.get(media.name);
      this.findings.checked("media type");
      if (there)
        this.media(media, there, shown, { pointer: `${pointer}/content/${media.name}`, direction, around: set });
      else if (media.name !== undefined) this.lost("media type", pointer, media.name);
    }
  }

  media({ schema, itemSchema, examples }, there, shown, { pointer, direction, around }) {
    for (const [index, one] of [schema, itemSchema].filter(isObject).entries()) {
      const row = there.rows[index] ?? (there.same && shown.media.get(there.same)?.rows[index]);
      if (row) this.schema(one, Object.assign(row, { around }), pointer, direction);
      else this.lost("schema", pointer);
    }
    const inside = new Set(wordsOf(`${there.text} ${this.beside}`));
    for (const example of examples) {
      this.text("example summary", example.summary, inside, pointer);
      this.text("example description", example.description, inside, pointer);
    }
  }

  /** Compares a schema and the schemas in it with a row and the rows below it. */
  schema(schema, row, pointer, direction, extra = {}) {
    if (!isObject(schema)) return;
    const view = this.schemas.of(schema);
    if (this.kind === "html") this.truth(view, row, pointer, extra);
    this.walk(view, [row], pointer, direction);
  }

  /**
   * Looks for a view's facts in several rows, such as the rows of all variants with the same name. A fact is found if
   * at least one of the rows shows the fact.
   */
  walk(view, rows, pointer, direction, around = []) {
    const visited = this.visited.get(rows[0]) ?? this.visited.set(rows[0], new Set()).get(rows[0]);
    if (visited.has(view)) return;
    visited.add(view);
    const scope = [...rows.flatMap((row) => [...row.alternatives()]), ...around];
    for (const [kind, value] of missing(view, scope, (name, count) => this.findings.checked(name, count))) {
      this.lost(kind, pointer, typeof value === "string" ? value.slice(0, 120) : JSON.stringify(value)?.slice(0, 120));
    }
    const properties = applies(view, "properties") ? view.properties : [];
    for (const [name, field] of properties) this.property(name, field, scope, pointer, direction);
    for (const schema of view
      .all("additionalProperties")
      .filter((one) => isObject(one) && Object.keys(one).length > 0)) {
      this.role("additionalProperties", schema, scope, /any other name/, pointer, direction);
    }
    if (view.items && applies(view, "items")) {
      const rest = scope.flatMap((one) => one.rows).filter((one) => /other items/.test(one.role));
      const items = rows.flatMap((row) => row.items);
      this.walk(this.schemas.of(view.items), [...rest, ...rows, ...items], `${pointer}/items`, direction);
    }
    for (const [at, variant] of view.groups.flat().entries()) {
      this.variant(variant, rows, scope, `${pointer}/variant/${at}`, direction);
    }
  }

  /**
   * Compares a variant with the rows that have the same name. If there are no such rows, compares the variant with all
   * rows.
   */
  variant(schema, rows, scope, pointer, direction) {
    const view = this.schemas.of(schema);
    const names = [schema?.$ref?.split("/").at(-1), ...view.all("title")]
      .filter((name) => typeof name === "string")
      .map(bare);
    const named = scope.filter((one) => one.title && names.some((name) => name && bare(one.title).startsWith(name)));
    if (named.length > 0) this.walk(view, named, pointer, direction, rows);
    else if (scope.every((one) => one.more.length === 0)) this.walk(view, rows, pointer, direction);
  }

  role(fact, schema, scope, pattern, pointer, direction) {
    const rows = scope.flatMap((one) => one.rows).filter((one) => pattern.test(one.role));
    this.findings.checked(fact);
    if (rows.length > 0) this.walk(this.schemas.of(schema), rows, `${pointer}/${fact}`, direction);
    else if (!scope.some((one) => one.more.length > 0)) this.lost(fact, pointer);
  }

  property(name, { schema, required }, scope, pointer, direction) {
    const view = this.schemas.of(schema);
    if (hides(view, schema, direction)) return;
    const at = `${pointer}/properties/${name}`;
    const more = scope.flatMap((one) => one.more);
    const own = scope.flatMap((one) => one.rows).filter((one) => one.name === name);
    this.findings.checked("property");
    if (own.length === 0) {
      const fault = more.length === 0 ? "property" : this.cut(name, more);
      if (fault) this.lost(fault, at, more[0]?.text ?? "");
      return;
    }
    // If a variant is omitted from this page, the variant's row is on the page that the note links to.
    if (more.length > 0) {
      const says = (row) => [...missing(view, [...row.alternatives()], () => {})].length === 0;
      const elsewhere = () => this.linked(name, more).some(says) || more.some(({ text }) => REPEATS.test(text));
      if (!own.some(says) && elsewhere()) return;
    }
    if (required) {
      this.findings.checked("required");
      if (!own.some((row) => row.words.has("required"))) this.lost("required", at);
    }
    this.walk(view, own, at, direction);
  }

  /** Returns the rows for a property on the pages that the notes link to. */
  linked(name, notes) {
    const pages = notes
      .flatMap(({ hrefs }) => hrefs.map((href) => this.site.schema(href, this.kind)?.schema))
      .filter(Boolean);
    return pages
      .flatMap((page) => [...page.alternatives()])
      .flatMap((one) => one.rows.filter((row) => row.name === name));
  }

  /**
   * Checks that a property that's omitted from this page is on the page that a note links to. Returns the error, if
   * any.
   */
  cut(name, notes) {
    for (const { text, hrefs } of notes) {
      if (REPEATS.test(text)) return null;
      for (const href of hrefs) {
        // The Markdown version of the page contains everything and is also compared.
        if (href.endsWith(".md")) return null;
        const linked = this.site.schema(href, this.kind)?.schema;
        if (!linked) return "property (link to no schema page)";
        if ([...linked.below()].some((one) => one.name === name || one.more.length > 0)) return null;
      }
    }
    return notes.some(({ text }) => /n't shown/.test(text))
      ? "property (cut without a link)"
      : "property (not on the linked page)";
  }

  /** Checks that the statements in a schema's row, and in every row below that row, are true. */
  truth(view, row, pointer, extra = {}, everything = view.everything()) {
    for (const [what, words] of untrue(row, everything, extra)) this.false(what, pointer, words);
    if (row.words.has("nullable") && !view.speaksOfNull) this.false("nullable", pointer);
    let inner = everything;
    for (const items of row.items) {
      const schemas = inner.flatMap((part) => [part.items, ...list(part.items)]).filter(isObject);
      inner = schemas.flatMap((schema) => this.schemas.of(schema).everything());
      for (const [what, words] of untrue(items, inner)) this.false(what, `${pointer}/items`, words);
    }
    this.truthBelow(view, row, pointer);
  }

  truthBelow(view, row, pointer) {
    const named = row.rows.filter((child) => child.name);
    if (named.length === 0 && row.variants.length === 0) return;
    const objects = this.objects(view, new Set());
    for (const variant of row.variants) this.truth(view, variant, pointer, {}, objects);
    for (const child of named) {
      const at = `${pointer}/properties/${child.name}`;
      const schemas = objects.flatMap((part) =>
        isObject(part.properties) && Object.hasOwn(part.properties, child.name) ? [part.properties[child.name]] : [],
      );
      const required = objects.some((part) => list(part.required).includes(child.name));
      if (schemas.length === 0 && !required) this.false("property", at);
      if (child.words.has("required") && !required) this.false("required", at);
      const unique = [...new Set(schemas.filter(isObject))];
      if (unique.length === 0) continue;
      const below = this.union(unique);
      const told = objects.flatMap((part) => this.told(part, child.name));
      this.truth(below, child, at, { values: told });
    }
  }

  /** Returns the schemas with properties that a row can show: the schema itself, its variants, and its items. */
  objects(view, found) {
    for (const part of view.everything()) {
      if (found.has(part)) continue;
      found.add(part);
      if (isObject(part.items)) this.objects(this.schemas.of(part.items), found);
    }
    return [...found];
  }

  union(schemas) {
    if (schemas.length === 1) return this.schemas.of(schemas[0]);
    this.unions ??= new Map();
    const key = schemas[0];
    const known = this.unions
      .get(key)
      ?.find(({ all }) => all.length === schemas.length && all.every((one, at) => one === schemas[at]));
    if (known) return known.view;
    const view = this.schemas.of({ anyOf: schemas });
    this.unions.set(key, [...(this.unions.get(key) ?? []), { all: schemas, view }]);
    return view;
  }

  /** Returns the values that a discriminator assigns to its property. */
  told(part, name) {
    const { discriminator } = part;
    const { definitions, components } = this.reader.root;
    if ((discriminator?.propertyName ?? discriminator) !== name) return [];
    // If neither a mapping nor the property itself contains the value, the value is the name of the schema.
    const all = definitions ?? components?.schemas ?? {};
    const unsaid = Object.keys(all).filter((key) => !this.says(all[key], name));
    return [...Object.keys(discriminator.mapping ?? {}), ...unsaid];
  }

  /** Whether a schema lists the values of a property. */
  says(schema, name) {
    const property = this.schemas.of(schema).properties.get(name);
    return this.schemas.of(property?.schema).parts.some((part) => part.enum || "const" in part);
  }
}

/**
 * Whether a property is hidden in requests or responses. In OpenAPI 3.0, keywords next to a `$ref` might also apply.
 */
function hides(view, schema, direction) {
  const keyword = { request: "readOnly", response: "writeOnly" }[direction];
  return keyword !== undefined && (schema?.[keyword] === true || view.all(keyword).includes(true));
}

function filled({ url = "", variables = {} }) {
  return Object.entries(variables)
    .reduce((text, [name, one]) => text.replace(`{${name}}`, one?.default), url)
    .replace(/\/$/, "");
}
