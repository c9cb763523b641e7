/**
 * The data about one operation that docgen sends to the browser. The browser uses the data to write samples and to send
 * the request. Mirrors `src/render/api/request.rs`. All strings are plain text, never HTML.
 */

import type { PartPath } from "../../hooks/linked.ts";

/** A JSON value with exact numbers. Numbers that `JSON.parse` would round keep their original text. */
export type JsonText = string;

export interface RequestModel {
  /** The document's ID. A reader's credentials are stored under this ID and the server's origin. */
  document: string;
  /** The method, in uppercase. */
  method: string;
  /** The path, with `{name}` in place of each path parameter. */
  path: string;
  /** The servers. There's at least one. */
  servers: readonly ServerModel[];
  parameters: readonly ParameterModel[];
  /** The body for each media type. Empty for a request without a body. */
  bodies: readonly BodyModel[];
  bodyRequired: boolean;
  /** The alternatives, in order of preference. An empty alternative means that the request needs no credentials. */
  security: readonly (readonly SecurityUse[])[];
  schemes: Readonly<Record<string, SchemeModel>>;
  /** The media types of the operation's responses, without duplicates, in the same order as in the document. */
  accepts: readonly string[];
  /** The document's own samples. */
  samples: readonly OwnSample[];
  /**
   * The IDs of the samples' languages, some with their own labels, in the order of the tabs. Absent if there are samples
   * in all languages.
   */
  languages?: readonly (string | { language: string; label: string })[];
  /**
   * The URL of the schemas that the values of parameters and bodies are checked against. Absent if there's nothing to
   * check.
   */
  schemas?: string;
  /** The URL of a proxy for requests, which is shown to the reader. Absent if requests go directly to the server. */
  proxy?: string;
  /** Whether to show a form that sends the request, in addition to the samples. */
  console: boolean;
  /** Whether the request has optional parts that readers can add to the sample or remove from it. */
  optional?: boolean;
  /** The ID of the operation's part of a page with all operations. */
  part?: string;
}

export interface ServerModel {
  /**
   * The URL, with `{name}` in place of each variable, and `{baseUrl}` in place of a host that isn't in the document.
   */
  url: string;
  description?: string;
  /** The variables in the URL. If a variable has no default, the reader must enter a value. */
  variables: readonly { name: string; default?: string; values?: readonly string[]; description?: string }[];
}

export type ParameterPlace = "path" | "query" | "header" | "cookie" | "querystring";
export type ParameterStyle =
  | "simple"
  | "label"
  | "matrix"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "tabDelimited"
  | "deepObject"
  | "cookie";

export interface ParameterModel {
  name: string;
  in: ParameterPlace;
  required: boolean;
  /** Whether the parameter can be sent without a value. If the parameter is required, empty text counts as a value. */
  allowEmpty?: boolean;
  deprecated?: boolean;
  style: ParameterStyle;
  explode: boolean;
  /** Whether reserved characters (RFC 3986) stay unencoded. */
  allowReserved?: boolean;
  /** The media type of the value (OpenAPI's `content`). Absent if the value is written in a style. */
  content?: string;
  /** The kind of the parameter's control. */
  input: InputModel;
  /** The value of the parameter's first example, or a generated value. */
  example?: JsonText;
  /** Whether `example` is from the document. If the example is generated, a path shows `:name` instead. */
  given?: boolean;
  /** The site's default value, which applies until the reader changes it. */
  preset?: string;
  description?: string;
}

/** The parts of a value's structure that a form needs. */
export interface InputModel {
  type: "string" | "integer" | "number" | "boolean" | "array" | "object" | "any" | "file";
  format?: string;
  enum?: readonly JsonText[];
  default?: JsonText;
  /** The structure of an array's items. */
  items?: InputModel;
}

/** The changes that a reader can make to the first example. */
export interface BodyChanges {
  /**
   * The paths of the optional fields, in order. A field comes before its own fields. The text is empty, unless the
   * example doesn't contain the field.
   */
  optional?: readonly (readonly [path: PartPath, text: JsonText])[];
  /** The fields with variants, and the text of each variant. The text of the example's variant is empty. */
  choices?: readonly (readonly [path: PartPath, texts: readonly JsonText[]])[];
}

export interface BodyModel extends BodyChanges {
  mediaType: string;
  /**
   * All examples for this media type. Samples show the first one. If a body is possible, there's at least one example.
   */
  examples: readonly BodyExample[];
  /** The parts of a form or multipart body, in order. Absent for other media types. */
  fields?: readonly FieldModel[];
  /** Whether the body is a single file. */
  file?: boolean;
  /** The variants, if any. The `examples` and `fields` of the first variant are in the body. */
  variants?: readonly VariantModel[];
}

export interface VariantModel extends BodyChanges {
  label: string;
  examples?: readonly BodyExample[];
  fields?: readonly FieldModel[];
}

export interface BodyExample {
  /** The name in the document, or `generated`. */
  name: string;
  title: string;
  /**
   * The text to send. JSON is pretty-printed. For forms and multipart bodies, the text is a JSON object that contains
   * the fields.
   */
  text: string;
}

export interface FieldModel {
  /** The field's name or, for a part without a name, its number. Empty for `rest`. */
  name: string;
  /**
   * Present if parts are ordered and have no names, as in `multipart/mixed`. `one` means a single part, and `rest`
   * means a list of all later parts.
   */
  place?: "one" | "rest";
  required: boolean;
  /** How an array or object is encoded in a form (OpenAPI's encoding). `json` means JSON text. */
  style: "form" | "spaceDelimited" | "pipeDelimited" | "tabDelimited" | "deepObject" | "json";
  explode: boolean;
  allowReserved?: boolean;
  /** The part's media type, in a multipart body. */
  contentType?: string;
  /** The part's other headers, with the values in the document. */
  headers?: readonly (readonly [name: string, value: string])[];
  input: InputModel;
  description?: string;
}

/** The name of a scheme and the scopes that the request needs. */
export interface SecurityUse {
  scheme: string;
  scopes: readonly string[];
}

export type SchemeModel = { description?: string } & (
  | { type: "apiKey"; in: "query" | "header" | "cookie"; name: string }
  | { type: "http"; scheme: string; bearerFormat?: string }
  /** `metadataUrl` is the URL of the authorization server's metadata (RFC 8414). */
  | { type: "oauth2"; flows: readonly FlowModel[]; metadataUrl?: string }
  | { type: "openIdConnect"; url: string }
  | { type: "mutualTLS" }
);

export interface FlowModel {
  kind: "authorizationCode" | "implicit" | "password" | "clientCredentials" | "deviceAuthorization";
  authorizationUrl?: string;
  deviceAuthorizationUrl?: string;
  tokenUrl?: string;
  refreshUrl?: string;
  scopes: Readonly<Record<string, string>>;
}

export interface OwnSample {
  /** The name of the language in the document. */
  lang: string;
  label?: string;
  source: string;
}

/** The reader's input and selections. If a value is absent, the value in the model applies. */
export interface RequestValues {
  server?: number;
  /** The reader's own URL, which replaces the document's servers. */
  baseUrl?: string;
  variables?: Readonly<Record<string, string>>;
  /**
   * The values of parameters. The key consists of `in` and the name, such as `query:limit`. Empty text or an absent key
   * means no value. Arrays and objects are JSON. Everything else is text as typed, without quotes around strings.
   */
  parameters?: Readonly<Record<string, JsonText>>;
  /** The index in `bodies`. */
  body?: number;
  /** The selected variant of each body, by the body's index in `bodies`. */
  variants?: Readonly<Record<number, number>>;
  /** The body's text, for media types without fields. */
  text?: string;
  /**
   * The content of the form's fields. If absent, the form contains the example. An empty object means that the reader
   * removed all fields.
   */
  fields?: Readonly<Record<string, JsonText | readonly FileValue[]>>;
  /** The body's file. If absent, samples show a file with an invented name. `null` means no file. */
  file?: FileValue | null;
  accept?: string;
  /** The index in `security`. */
  security?: number;
  /** The token, key, or `user:password` for each scheme. */
  credentials?: Readonly<Record<string, string>>;
}

export interface FileValue {
  name: string;
  type: string;
  /** The file to send. Absent in a sample, which reads the file by its name. */
  blob?: Blob;
}

/** A fully resolved request, which every sample shows and which the console sends. */
export interface RequestDescriptor {
  method: string;
  /** The absolute, percent-encoded URL. */
  url: string;
  /**
   * The headers, in order. Names can repeat. If the body is multipart, the headers don't include `Content-Type`,
   * because the sender chooses the boundary.
   */
  headers: readonly (readonly [name: string, value: string])[];
  body?: DescriptorBody;
}

export type DescriptorBody =
  /** Text that is sent in UTF-8: JSON, an encoded form, or any other text. */
  { kind: "text"; text: string } | { kind: "file"; file: FileValue } | MultipartBody;

/** A multipart body. The parts are in order. `mediaType` has no boundary, and is absent for `multipart/form-data`. */
export type MultipartBody = { kind: "multipart"; mediaType?: string; parts: readonly DescriptorPart[] };

/** A part of a multipart body. Outside forms, an empty name means that the part has no name. */
export type DescriptorPart = {
  name: string;
  contentType?: string;
  /** Additional headers. If the headers include `Content-Disposition`, this header replaces the generated header. */
  headers?: readonly (readonly [name: string, value: string])[];
} & ({ text: string } | { file: FileValue });
