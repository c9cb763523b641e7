/**
 * What docgen tells the browser of one operation: enough to write samples of it and to send it. The mirror of
 * `src/render/api/request.rs`. Texts in here are plain text, never HTML.
 */

/** A JSON value whose numbers keep their digits: what `JSON.parse` would round is in here as the text it was written as. */
export type JsonText = string;

export interface RequestModel {
  /** The document's id: what a reader's credentials are kept under, together with the origin they are for. */
  document: string;
  /** In upper case. */
  method: string;
  /** With `{name}` in place of each path parameter. */
  path: string;
  /** At least one. */
  servers: readonly ServerModel[];
  parameters: readonly ParameterModel[];
  /** One per media type; empty for a request without a body. */
  bodies: readonly BodyModel[];
  bodyRequired: boolean;
  /** Any one of these suffices, in order of preference; an empty one: no credentials are needed. */
  security: readonly (readonly SecurityUse[])[];
  schemes: Readonly<Record<string, SchemeModel>>;
  /** The media types its responses come in, without duplicates, in the order of the document. */
  accepts: readonly string[];
  /** The document's own samples. */
  samples: readonly OwnSample[];
  /** Where the bounded schemas of parameters and bodies are, to check the input with; absent where there is nothing to check. */
  schemas?: string;
  /** An address that requests go through, named to the reader; absent: they go to the server itself. */
  proxy?: string;
  /** Whether a form to send the request is wanted, besides the samples. */
  console: boolean;
}

export interface ServerModel {
  /** With `{name}` in place of each variable, and `{baseUrl}` in that of a host that the document doesn't name. */
  url: string;
  description?: string;
  /** A reader has to give a value where there is no default. */
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
  | "deepObject"
  | "cookie";

export interface ParameterModel {
  name: string;
  in: ParameterPlace;
  required: boolean;
  /** Whether it may be sent without a value: where it is required, an empty text is one. */
  allowEmpty?: boolean;
  deprecated?: boolean;
  style: ParameterStyle;
  explode: boolean;
  /** Whether reserved characters of RFC 3986 go through unencoded. */
  allowReserved?: boolean;
  /** The value is written in this media type (OpenAPI's `content`), not by a style. */
  content?: string;
  /** What kind of control the parameter gets. */
  input: InputModel;
  /** The value of its first example, or one made from its schema. */
  example?: JsonText;
  /** Whether `example` was given by the document: a path shows `:name` for a parameter without one. */
  given?: boolean;
  description?: string;
}

/** The shape of a value, as far as a form needs it. */
export interface InputModel {
  type: "string" | "integer" | "number" | "boolean" | "array" | "object" | "any" | "file";
  format?: string;
  enum?: readonly JsonText[];
  default?: JsonText;
  /** Of an array's items. */
  items?: InputModel;
}

export interface BodyModel {
  mediaType: string;
  /** All examples of this media type; the first is what samples show. At least one where a body is possible. */
  examples: readonly BodyExample[];
  /** The parts of a form or multipart body, in order; absent for other media types. */
  fields?: readonly FieldModel[];
  /** A whole file is the body. */
  file?: boolean;
  /** What can be chosen between, if anything. Of the first, `examples` and `fields` are the body's own. */
  variants?: readonly VariantModel[];
}

export interface VariantModel {
  label: string;
  examples?: readonly BodyExample[];
  fields?: readonly FieldModel[];
}

export interface BodyExample {
  /** As in the document, or `generated`. */
  name: string;
  title: string;
  /** The text that is sent, pretty-printed for JSON; for forms and multipart a JSON object of the fields. */
  text: string;
}

export interface FieldModel {
  /** Of a part without a name, its number; empty for `rest`. */
  name: string;
  /** Its parts have no names and go by their order, as in `multipart/mixed`: one part, or all that come after, an item each. */
  place?: "one" | "rest";
  required: boolean;
  /** How an array or an object is written in a form (OpenAPI's encoding); `json` as JSON text. */
  style: "form" | "spaceDelimited" | "pipeDelimited" | "deepObject" | "json";
  explode: boolean;
  allowReserved?: boolean;
  /** Of the part, in a multipart body. */
  contentType?: string;
  /** Of the part as well, with the values that the document gives. */
  headers?: readonly (readonly [name: string, value: string])[];
  input: InputModel;
  description?: string;
}

/** A scheme's name and the scopes needed of it. */
export interface SecurityUse {
  scheme: string;
  scopes: readonly string[];
}

export type SchemeModel = { description?: string } & (
  | { type: "apiKey"; in: "query" | "header" | "cookie"; name: string }
  | { type: "http"; scheme: string; bearerFormat?: string }
  | { type: "oauth2"; flows: readonly FlowModel[] }
  | { type: "openIdConnect"; url: string }
  | { type: "mutualTLS" }
);

export interface FlowModel {
  kind: "authorizationCode" | "implicit" | "password" | "clientCredentials" | "deviceAuthorization";
  authorizationUrl?: string;
  tokenUrl?: string;
  refreshUrl?: string;
  scopes: Readonly<Record<string, string>>;
}

export interface OwnSample {
  /** As the document names the language. */
  lang: string;
  label?: string;
  source: string;
}

/** What a reader has typed or chosen; whatever is absent is as the model has it. */
export interface RequestValues {
  server?: number;
  /** An address of the reader's own, instead of a server of the document. */
  baseUrl?: string;
  variables?: Readonly<Record<string, string>>;
  /**
   * By `in` and name, as `query:limit`; an empty text or an absent key is no value. Arrays and objects are JSON, all else is
   * the text as it was typed: a string has no quotes.
   */
  parameters?: Readonly<Record<string, JsonText>>;
  /** Which of `bodies`. */
  body?: number;
  /** Which variant of each body, by its place among `bodies`. */
  variants?: Readonly<Record<number, number>>;
  /** The body's text, for media types without fields. */
  text?: string;
  fields?: Readonly<Record<string, JsonText | readonly FileValue[]>>;
  file?: FileValue;
  accept?: string;
  /** Which of `security`. */
  security?: number;
  /** By scheme: the token, the key, or `user:password`. */
  credentials?: Readonly<Record<string, string>>;
}

export interface FileValue {
  name: string;
  type: string;
  /** What is sent; absent in a sample, which reads the file by its name. */
  blob?: Blob;
}

/** A request with nothing left to decide: what every sample states and what the console sends. */
export interface RequestDescriptor {
  method: string;
  /** Absolute and percent-encoded. */
  url: string;
  /** In order; a name may repeat. No `Content-Type` where the body is multipart: whoever sends it chooses the boundary. */
  headers: readonly (readonly [name: string, value: string])[];
  body?: DescriptorBody;
}

export type DescriptorBody =
  /** The bytes of this text in UTF-8: JSON, an encoded form, or any other text. */
  { kind: "text"; text: string } | { kind: "file"; file: FileValue } | MultipartBody;

/** Parts, in order. The media type is there where it is another one than `multipart/form-data`, and has no boundary. */
export type MultipartBody = { kind: "multipart"; mediaType?: string; parts: readonly DescriptorPart[] };

/** A part; outside of forms, one whose name is empty has none. */
export type DescriptorPart = {
  name: string;
  contentType?: string;
  /** Further headers. A `Content-Disposition` among them stands instead of the usual one. */
  headers?: readonly (readonly [name: string, value: string])[];
} & ({ text: string } | { file: FileValue });
