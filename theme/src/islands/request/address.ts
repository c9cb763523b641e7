/**
 * A request's URL: server, path, and query. The URL depends on the model and the reader's input, but not on headers or
 * bodies.
 */

import {
  addressText,
  pathText,
  percentEncode,
  queryText,
  reservedInPath,
  reservedInQuery,
  wellFormed,
} from "./encode.ts";
import type { Json } from "./json.ts";
import type { ParameterModel, RequestModel, RequestValues, ServerModel } from "./model.ts";
import { inPath, pairs } from "./styles.ts";
import { isFormType } from "./values.ts";

/** Matches the scheme, authority, and path of a URL (RFC 3986, appendix B). A server's URL has no query or fragment. */
const ADDRESS = /^([A-Za-z][A-Za-z0-9+.-]*:)?(\/\/[^/?#]*)?([^?#]*)/;

function parse(address: string): { scheme: string; authority: string; path: string } {
  const [, scheme = "", authority = "", path = ""] = ADDRESS.exec(address) ?? [];
  return { scheme, authority, path };
}

/** Whether a request can be sent to a URL. */
export const isAddress = (text: string): boolean => {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  return url !== null && /^https?:$/.test(url.protocol);
};

/** The placeholder for an API's URL until the reader enters the URL. */
const UNKNOWN = "{baseUrl}";

/** Returns the selected server. */
export const serverOf = (model: RequestModel, { server }: RequestValues): ServerModel =>
  model.servers[server ?? 0] ?? model.servers[0] ?? { url: UNKNOWN, variables: [] };

/** If a server's URL starts with a variable that represents the host's URL, returns the name of the variable. */
export const baseOf = ({ url }: ServerModel): string | undefined => /^\{([^{}]*)\}(?![^/{])/.exec(url)?.[1];

const trimmed = (address: string): string =>
  address
    .trim()
    .replace(/[?#].*$/s, "")
    .replace(/\/+$/, "");

/** Returns the value of a server's variable. If the variable has no valid value, returns `undefined`. */
export function variableValue(server: ServerModel, name: string, values: RequestValues): string | undefined {
  const typed = values.variables?.[name];
  const standard = server.variables.find((variable) => variable.name === name)?.default;
  if (name !== baseOf(server) || standard !== undefined) return typed || standard;
  return typed !== undefined && isAddress(typed) ? trimmed(typed) : undefined;
}

/** Returns the server's URL without a trailing slash. Missing values stay `{name}`. */
export function serverAddress(model: RequestModel, values: RequestValues): string {
  const own = values.baseUrl;
  if (own !== undefined && !isAddress(own)) return UNKNOWN;
  const server = serverOf(model, values);
  const filled = server.url.split(/\{([^{}]*)\}/).map((part, at) => {
    const value = at % 2 === 0 ? part : variableValue(server, part, values);
    return value === undefined ? `{${percentEncode(part)}}` : addressText(wellFormed(value));
  });
  const { scheme, authority, path } = parse(own === undefined ? filled.join("") : addressText(wellFormed(own.trim())));
  return (scheme + authority + path).replace(/\/+$/, "");
}

/** Returns the placeholder for a missing value in a URL. */
export const placeholder = (name: string): string => `:${percentEncode(name)}`;

/**
 * Returns the path with its parameters filled in. A missing value is shown as `:name`. A `.` or `..` segment is encoded
 * so that it doesn't change the path. Nevertheless, browsers and some clients resolve the encoded segment.
 */
export function pathOf(model: RequestModel, value: (parameter: ParameterModel) => Json | undefined): string {
  const [whole = ""] = model.path.split("#");
  const [path = "", ...rest] = whole.split("?");
  const fill = (template: string, text: (literal: string) => string) =>
    template
      .split(/\{([^{}]*)\}/)
      .map((part, index) => (index % 2 === 0 ? text(part) : expand(model, part, value)))
      .join("");
  const filled = fill(path.startsWith("/") ? path : `/${path}`, pathText)
    .split("/")
    .map((segment) => (segment === "." || segment === ".." ? segment.replaceAll(".", "%2E") : segment))
    .join("/");
  return rest.length > 0 ? `${filled}?${fill(rest.join("?"), queryText)}` : filled;
}

/**
 * Returns the names of the parameters that turn a path segment into `.` or `..`. Browsers resolve such a segment even
 * if it's encoded, so the request would go to a different URL than the one shown.
 */
export function climbing(model: RequestModel, value: (parameter: ParameterModel) => Json | undefined): string[] {
  const [path = ""] = model.path.split(/[?#]/);
  return path.split(/\/(?![^{}]*\})/).flatMap((segment) => {
    const pieces = segment.split(/\{([^{}]*)\}/);
    const filled = pieces.map((piece, at) => (at % 2 === 0 ? pathText(piece) : expand(model, piece, value))).join("");
    return isDots(filled) ? pieces.filter((_, at) => at % 2 === 1) : [];
  });
}

/** Whether a path segment is `.` or `..`, encoded or not. */
export const isDots = (segment: string): boolean => /^(?:\.|%2e){1,2}$/i.test(segment);

function expand(model: RequestModel, name: string, value: (parameter: ParameterModel) => Json | undefined): string {
  const parameter = model.parameters.find((known) => known.in === "path" && known.name === name);
  const given = parameter && value(parameter);
  if (!given) return placeholder(name);
  if (parameter.content !== undefined) return percentEncode(given.kind === "scalar" ? given.text : given.source);
  const encode = parameter.allowReserved ? reservedInPath : percentEncode;
  return inPath(name, given, parameter.style, parameter.explode, encode);
}

/** Returns the `name=value` pairs of one query parameter. */
export function inQuery(parameter: ParameterModel, value: Json): string[] {
  const encode = parameter.allowReserved ? reservedInQuery : percentEncode;
  const style = parameter.content === undefined ? parameter.style : "json";
  return pairs(parameter.name, value, style, parameter.explode, encode, percentEncode);
}

/** Returns the query for a parameter that contains the entire query: an encoded form, or a single encoded string. */
export function wholeQuery(parameter: ParameterModel, value: Json): string[] {
  if (value.kind === "null") return [];
  const isForm = parameter.content === undefined || isFormType(parameter.content);
  if (isForm && value.kind === "object") {
    // As in a body, a list has a pair for each item, and an object is JSON.
    return value.entries.flatMap(([name, item]) =>
      pairs(name, item, item.kind === "object" ? "json" : "form", true, percentEncode, percentEncode),
    );
  }
  return [percentEncode(value.kind === "scalar" ? value.text : value.source)];
}
