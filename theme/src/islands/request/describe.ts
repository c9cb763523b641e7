/**
 * Converts a reader's input to a fully resolved request. Every sample shows this request, and the console sends it.
 * docgen writes the same request in the curl samples on its pages. `tests/golden/samples` checks both implementations.
 *
 * - A sample shows required parameters with their examples, and parameters that the reader has entered values for.
 * - A missing value is `:name` in a URL and `<name>` elsewhere. Missing credentials are `<token>` or `<api-key>`.
 * - Headers are in this order: `Accept`, credentials, parameters, `Cookie`, `Content-Type`.
 * - Headers whose names HTTP doesn't allow are omitted. Headers that the client sets, such as `Content-Length`, are
 *   also omitted. OpenAPI ignores parameters named `Accept`, `Authorization`, or `Content-Type`. Here, parameters named
 *   `Accept` or `Authorization` are used if nothing else sets the header. `headerText` determines what the value of a
 *   header can contain.
 */

import { inQuery, pathOf, placeholder, serverAddress, wholeQuery } from "./address.ts";
import { bodyOf } from "./body.ts";
import { base64, headerText, isToken, percentEncode, wellFormed } from "./encode.ts";
import type { Json } from "./json.ts";
import type { ParameterModel, RequestDescriptor, RequestModel, RequestValues, SchemeModel } from "./model.ts";
import { inHeader, pairs } from "./styles.ts";
import { UNTYPED_BASIC } from "./untyped.ts";
import { type Purpose, parameterValue } from "./values.ts";

/** Returns the request for the reader's input. */
export function describe(model: RequestModel, values: RequestValues, purpose: Purpose = "sample"): RequestDescriptor {
  const parts = new Parts();
  const { body, type } = bodyOf(model, values, purpose);
  parts.header("Accept", values.accept || model.accepts[0] || "");
  authorise(model, values, purpose, parts);
  const given = (parameter: ParameterModel) => parameterValue(parameter, values, purpose);
  for (const parameter of model.parameters) place(parameter, given(parameter), parts);
  parts.header("Cookie", parts.cookies.join("; "));
  parts.header("Content-Type", type ?? "");
  const path = pathOf(model, given);
  const query = [...parts.query, ...parts.keys].join("&");
  const mark = query && (path.includes("?") ? "&" : "?");
  return {
    method: model.method,
    url: `${serverAddress(model, values)}${path}${mark}${query}`,
    headers: parts.headers,
    ...(body && { body }),
  };
}

/** A request under construction. */
class Parts {
  readonly headers: (readonly [name: string, value: string])[] = [];
  readonly query: string[] = [];
  /** The credentials in the query, which come after all parameters. */
  readonly keys: string[] = [];
  readonly cookies: string[] = [];

  /** Adds a header if the header has a value and can be sent. */
  header(name: string, value: string): void {
    const text = headerText(value);
    if (text && isToken(name)) this.headers.push([name, text]);
  }

  has(name: string): boolean {
    return this.headers.some(([known]) => known.toLowerCase() === name);
  }
}

/** The headers that the client sets, which describe the connection and the length of the body. */
const CLIENT_HEADERS = [
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/** Adds one parameter, except a path parameter. */
function place(parameter: ParameterModel, value: Json | undefined, parts: Parts): void {
  const { name, style, explode } = parameter;
  const content = parameter.content !== undefined;
  if (!value) return;
  switch (parameter.in) {
    case "query":
      parts.query.push(...inQuery(parameter, value));
      return;
    case "querystring":
      parts.query.push(...wholeQuery(parameter, value));
      return;
    case "cookie": {
      const raw = style === "cookie" && !content;
      const encode = raw ? wellFormed : percentEncode;
      parts.cookies.push(...pairs(name, value, content ? "json" : style, explode, encode, encode));
      return;
    }
    case "header": {
      const lower = name.toLowerCase();
      const text = content && value.kind !== "scalar" ? value.source : inHeader(value, explode);
      if (lower === "cookie") parts.cookies.push(headerText(text));
      else if (lower === "content-type" || CLIENT_HEADERS.includes(lower)) return;
      else if ((lower === "accept" || lower === "authorization") && parts.has(lower)) return;
      else parts.header(name, text);
    }
  }
}

/** Whether the request to send contains the reader's credentials. */
export const hasCredentials = (model: RequestModel, values: RequestValues): boolean =>
  (model.security[values.security ?? 0] ?? []).some(({ scheme }) => Boolean(values.credentials?.[scheme]));

/** In place of a credential, this value means that the request shows a placeholder, as a sample does. */
const HIDDEN = "\0";

/** Returns placeholders for all credentials that the reader has entered. */
export const hidden = (secrets: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(secrets).map(([scheme, secret]) => [scheme, secret && HIDDEN]));

/** Adds the credentials of the selected security requirement. */
function authorise(model: RequestModel, values: RequestValues, purpose: Purpose, parts: Parts): void {
  for (const { scheme: name } of model.security[values.security ?? 0] ?? []) {
    const scheme = model.schemes[name];
    const typed = values.credentials?.[name];
    if (scheme && (typed || purpose === "sample")) identify(scheme, typed === HIDDEN ? undefined : typed, parts);
  }
}

/**
 * Adds the credentials of one scheme. A request has only one `Authorization` header. The first scheme that needs the
 * header sets it.
 */
function identify(scheme: SchemeModel, typed: string | undefined, parts: Parts): void {
  if (scheme.type === "apiKey") {
    const key = wellFormed(typed || "<api-key>");
    if (scheme.in === "header") parts.header(scheme.name, key);
    else if (scheme.in === "cookie") parts.cookies.push(`${wellFormed(scheme.name)}=${key}`);
    else parts.keys.push(`${percentEncode(scheme.name)}=${typed ? percentEncode(typed) : placeholder(scheme.name)}`);
  } else if (scheme.type !== "mutualTLS" && !parts.has("authorization")) {
    parts.header("Authorization", authorization(scheme.type === "http" ? scheme.scheme : "bearer", typed));
  }
}

function authorization(scheme: string, typed: string | undefined): string {
  switch (scheme.toLowerCase()) {
    case "basic":
      return typed ? `Basic ${base64(typed)}` : UNTYPED_BASIC;
    case "bearer":
      return `Bearer ${typed || "<token>"}`;
    default:
      return `${scheme.slice(0, 1).toUpperCase()}${scheme.slice(1)} ${typed || "<credentials>"}`;
  }
}
