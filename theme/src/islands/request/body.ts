/** A request's body: text, an encoded form, parts, or a file. The body doesn't depend on the request's destination. */

import { headerText, isToken, percentEncode, reservedInQuery, wellFormed } from "./encode.ts";
import { type Json, readJson } from "./json.ts";
import type {
  BodyModel,
  DescriptorBody,
  DescriptorPart,
  FieldModel,
  FileValue,
  InputModel,
  JsonText,
  RequestModel,
  RequestValues,
} from "./model.ts";
import { deep, members, pairs } from "./styles.ts";
import { isFormType, type Purpose, typedValue } from "./values.ts";

interface Body {
  body?: DescriptorBody;
  /** The `Content-Type`. Absent if the client chooses the type. */
  type?: string;
}

/** Returns the index of the body with the selected media type. */
export const bodyAt = (model: RequestModel, { body = 0 }: RequestValues): number => (model.bodies[body] ? body : 0);

/** Returns the index of the selected variant of a body. */
export function variantAt(model: RequestModel, { variants }: RequestValues, body: number): number {
  const at = variants?.[body] ?? 0;
  return model.bodies[body]?.variants?.[at] ? at : 0;
}

/** Returns the body for the selected media type, with its selected variant. */
export function chosenBody(model: RequestModel, values: RequestValues): BodyModel | undefined {
  const at = bodyAt(model, values);
  const body = model.bodies[at];
  return body && { ...body, ...body.variants?.[variantAt(model, values, at)] };
}

export function bodyOf(model: RequestModel, values: RequestValues, purpose: Purpose): Body {
  const chosen = chosenBody(model, values);
  if (!chosen) return {};
  if (chosen.file) return fileBody(model, chosen, values, purpose);
  const { mediaType } = chosen;
  if (/^multipart\//i.test(mediaType)) {
    const parts = fieldsOf(model, chosen, values, purpose).flatMap(partsOf);
    if (parts.length === 0 && !model.bodyRequired) return {};
    const type = multipartType(chosen);
    return { body: { kind: "multipart", ...(type && { mediaType: type }), parts } };
  }
  const text = isFormType(mediaType)
    ? fieldsOf(model, chosen, values, purpose).flatMap(pairsOf).join("&")
    : wellFormed(values.text ?? exampleText(chosen));
  if (text === "") return {};
  return { body: { kind: "text", text }, type: concrete(mediaType, "application/json") };
}

const MEDIA_TYPE =
  /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+(?:[ \t]*;[ \t]*[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"[^"\\\p{Cc}]*"))*$/u;

/**
 * Returns the media type of a part. An invalid type is replaced with `fallback`, because the type isn't escaped in the
 * header.
 */
const partType = (mediaType: string, fallback: string): string => {
  const type = concrete(mediaType, fallback);
  return MEDIA_TYPE.test(type) ? type : fallback;
};

/**
 * Returns the media type of a multipart body without the boundary, which the sender chooses. For a standard form,
 * returns `undefined`.
 */
function multipartType({ mediaType, fields }: BodyModel): string | undefined {
  const ordered = fields?.some(({ place }) => place !== undefined);
  const pieces = partType(mediaType, ordered ? "multipart/mixed" : "").split(";");
  const type = pieces.filter((piece) => !/^[ \t]*boundary=/i.test(piece)).join(";");
  return /^(?:multipart\/form-data[ \t]*(?:;.*)?)?$/i.test(type) ? undefined : type.trim();
}

/** Returns the first media type in a list. If this media type is a range, returns `text/plain` or `fallback`. */
function concrete(mediaType: string, fallback: string): string {
  const [first = ""] = mediaType.split(",");
  if (!first.includes("*")) return headerText(first);
  return first.trim().toLowerCase().startsWith("text/") ? "text/plain" : fallback;
}

const OCTETS = "application/octet-stream";

/** The file of a sample, until the reader chooses one. */
const SAMPLE: FileValue = { name: "file", type: "" };

/** Returns the file in the form. `null` means that the reader removed the file. */
export const bodyFile = ({ file }: RequestValues): FileValue | null => (file === undefined ? SAMPLE : file);

function fileBody(model: RequestModel, chosen: BodyModel, values: RequestValues, purpose: Purpose): Body {
  const shown = bodyFile(values) ?? (model.bodyRequired ? SAMPLE : null);
  const file = purpose === "sample" || shown?.blob ? shown : null;
  if (!file) return {};
  return { body: { kind: "file", file: named(file) }, type: concrete(chosen.mediaType, file.type || OCTETS) };
}

const named = (file: FileValue): FileValue => ({ ...file, name: wellFormed(file.name), type: headerText(file.type) });

type FieldValue = readonly [field: FieldModel, value: Json | readonly FileValue[]];

/**
 * Returns the model of a field that the document doesn't describe. Objects are encoded as JSON, which is OpenAPI's
 * default.
 */
const unknownField = (name: string, object: boolean): FieldModel => ({
  name,
  required: false,
  style: object ? "json" : "form",
  explode: true,
  input: { type: "any" },
});

const isFile = (input: InputModel): boolean =>
  input.type === "file" || (input.type === "array" && input.items?.type === "file");

type FieldInput = JsonText | readonly FileValue[];

/** The content of a form's fields, by name. Empty content means that the field isn't sent. */
export type FormContent = ReadonlyMap<string, FieldInput>;

const exampleText = (body: BodyModel): string => body.examples[0]?.text ?? "";

/** Returns the content of the form for an example. A file of an example has only a name. */
export function exampleContent(fields: readonly FieldModel[], example: string): FormContent {
  const members = new Map(membersOf(example, fields));
  const found = new Map<string, FieldInput>();
  for (const [name, value] of members) {
    if (value.kind !== "null") found.set(name, value.kind === "scalar" ? value.text : value.source);
  }
  for (const field of fields) {
    if (!isFile(field.input)) continue;
    const given = members.get(field.name);
    if (given || field.required) found.set(field.name, [sampleFile(field, given)]);
  }
  return found;
}

/** Returns the content of the form: the reader's input or, until the reader changes a field, the example. */
export const formContent = (body: BodyModel, { fields }: RequestValues): FormContent =>
  fields ? new Map(Object.entries(fields)) : exampleContent(body.fields ?? [], exampleText(body));

/** Whether the form is sent. An optional body can be left empty. */
export const isFormSent = ({ bodyRequired }: RequestModel, content: FormContent): boolean =>
  bodyRequired || [...content.values()].some((value) => value.length > 0);

/** Returns the fields of a form: first the model's fields in order, and then the other fields that the form contains. */
export function formFields(body: BodyModel, content: FormContent): readonly FieldModel[] {
  const known = body.fields ?? [];
  const examples = new Map(membersOf(exampleText(body), known));
  const others = [...content.keys()].filter((name) => !known.some((field) => field.name === name));
  return [...known, ...others.map((name) => unknownField(name, examples.get(name)?.kind === "object"))];
}

type Value = FieldValue[1];

/** Returns the value that the reader entered in a field. */
function entered({ input }: FieldModel, content: FieldInput = "", purpose: Purpose): Value | undefined {
  if (content.length === 0) return undefined;
  if (typeof content === "string") return typedValue(content, input);
  const files = purpose === "sample" ? content : content.filter(({ blob }) => blob);
  return files.length > 0 ? files : undefined;
}

/**
 * Returns the fields with their values. In a sample, required fields that the reader left empty have the example's
 * values.
 */
function fieldsOf(model: RequestModel, body: BodyModel, values: RequestValues, purpose: Purpose): FieldValue[] {
  const content = formContent(body, values);
  const examples = new Map(membersOf(exampleText(body), body.fields ?? []));
  const isFilled = purpose === "sample" && isFormSent(model, content);
  return formFields(body, content).flatMap((field): FieldValue[] => {
    const given = examples.get(field.name);
    const example: Value | undefined = isFile(field.input) ? [sampleFile(field, given)] : given;
    const isUnchanged = values.fields === undefined && !isFile(field.input);
    const own = isUnchanged ? given : entered(field, content.get(field.name), purpose);
    const value = own ?? (isFilled && field.required ? example : undefined);
    return value ? [[field, value]] : [];
  });
}

/**
 * Returns the values in an example, by field name. If the example is a list, its items are the values for the parts, in
 * order.
 */
export function membersOf(example: string, fields: readonly FieldModel[]): readonly (readonly [string, Json])[] {
  const json = readJson(example);
  if (json?.kind === "object") return json.entries;
  if (json?.kind !== "array") return [];
  const ones = fields.filter(({ place }) => place === "one").length;
  return fields.flatMap(({ name, place }, at): [string, Json][] => {
    const items = place === "rest" ? json.items.slice(ones) : json.items.slice(at, at + 1);
    const [first] = items;
    if (!place || !first) return [];
    const source = `[${items.map((item) => item.source).join(",")}]`;
    return [[name, place === "rest" ? { kind: "array", items, source } : first]];
  });
}

/**
 * Returns the file that a sample reads. If the example is a filename, the file has this name. Otherwise, the file has
 * the field's name.
 */
function sampleFile(field: FieldModel, example: Json | undefined): FileValue {
  const name = example?.kind === "scalar" && /^[A-Za-z0-9_-]{1,80}\.[A-Za-z0-9]{1,8}$/.test(example.text);
  const own = field.place ? ["part", field.name].filter(Boolean).join("-") : field.name;
  const plain = own.replace(/[^A-Za-z0-9_-]+/g, "");
  return { name: name ? example.text : plain.replace(/^-+/, "") || "file", type: "" };
}

function pairsOf([field, value]: FieldValue): string[] {
  const encode = field.allowReserved ? reservedInQuery : percentEncode;
  if (!("kind" in value)) return value.map((file) => `${percentEncode(field.name)}=${percentEncode(file.name)}`);
  return pairs(field.name, value, field.style, field.explode, encode, percentEncode);
}

/** Creates a text part. According to RFC 7578, `text/plain` is the default. */
function textPart(name: string, text: string, contentType: string | undefined): DescriptorPart {
  const type = contentType && partType(contentType, "");
  return {
    name: wellFormed(name),
    ...(type && type !== "text/plain" && { contentType: type }),
    text: wellFormed(text),
  };
}

const JSON_TYPE = "application/json";

/**
 * Creates a part from a value. Lists and objects are written as JSON. Their default media type is the media type for
 * JSON.
 */
const valuePart = (name: string, value: Json, contentType: string | undefined): DescriptorPart =>
  value.kind === "scalar"
    ? textPart(name, value.text, contentType)
    : textPart(name, value.source, contentType ?? JSON_TYPE);

const DELIMITERS: { readonly [Style in FieldModel["style"]]?: string } = {
  spaceDelimited: " ",
  pipeDelimited: "|",
  tabDelimited: "\t",
};

/** Returns the parts of a field, with the document's headers. */
function partsOf(given: FieldValue): DescriptorPart[] {
  const [{ headers = [] }] = given;
  const sent = headers
    .map(([name, value]) => [name, headerText(value)] as const)
    .filter(([name, value]) => isToken(name) && value !== "");
  return sent.length === 0 ? bareParts(given) : bareParts(given).map((part) => ({ ...part, headers: sent }));
}

function bareParts([field, value]: FieldValue): DescriptorPart[] {
  const { style, explode, contentType } = field;
  const name = field.place ? "" : field.name;
  if (!("kind" in value)) {
    return value.map((file) => ({
      name: wellFormed(name),
      contentType: partType(contentType || file.type, partType(file.type, OCTETS)),
      file: named(file),
    }));
  }
  if (value.kind === "null") return [];
  if (value.kind === "scalar" || style === "json") return [valuePart(name, value, contentType)];
  if (style === "deepObject") return deep(name, value).map(([key, text]) => textPart(key, text, contentType));
  if (explode) {
    const items = value.kind === "array" ? value.items.map((item) => [name, item] as const) : value.entries;
    return items.filter(([, item]) => item.kind !== "null").map(([key, item]) => valuePart(key, item, contentType));
  }
  const texts = members(value);
  return texts.length > 0 ? [textPart(name, texts.join(DELIMITERS[style] ?? ","), contentType)] : [];
}
