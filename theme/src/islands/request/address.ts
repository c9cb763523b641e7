/** A request's URL: server, path and query. Takes the model and what the reader chose; knows nothing of headers and bodies. */

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
import type { ParameterModel, RequestModel, RequestValues } from "./model.ts";
import { inPath, pairs } from "./styles.ts";

/** RFC 3986, appendix B: scheme with authority, and path. What follows a path is no part of a server's address. */
const ADDRESS = /^([A-Za-z][A-Za-z0-9+.-]*:)?(\/\/[^/?#]*)?([^?#]*)/;

function parse(address: string): { scheme: string; authority: string; path: string } {
  const [, scheme = "", authority = "", path = ""] = ADDRESS.exec(address) ?? [];
  return { scheme, authority, path };
}

/** The path without its `.` and `..`. */
function normalised(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== ".") segments.push(segment);
  }
  return segments.join("/");
}

/** The address of the server, absolute where `base` is, without a slash at its end. */
export function serverAddress(model: RequestModel, values: RequestValues, base: string): string {
  const server = model.servers[values.server ?? 0] ?? model.servers[0] ?? { url: "/", variables: [] };
  const filled = server.url.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const variable = server.variables.find((known) => known.name === name);
    return variable ? values.variables?.[name] || variable.default : whole;
  });
  const target = parse(addressText(wellFormed(values.baseUrl?.trim() || filled)));
  const origin = parse(addressText(base));
  let address: string;
  if (target.authority) address = (target.scheme || origin.scheme) + target.authority + target.path;
  else {
    const folder = origin.path.slice(0, origin.path.lastIndexOf("/") + 1) || "/";
    const path = target.path.startsWith("/") ? target.path : folder + target.path;
    address = origin.scheme + origin.authority + normalised(path);
  }
  return address.replace(/\/+$/, "");
}

/** The place of a value that nobody has given, in a URL. */
export const placeholder = (name: string): string => `:${percentEncode(name)}`;

/**
 * The path with its parameters. One without a value shows as `:name`. A segment of dots only is encoded, since it would
 * otherwise be taken for a way up; browsers, and some clients, go up all the same.
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
 * The parameters that make a segment of the path `.` or `..`: it would be resolved, encoded or not, so that another address
 * were called than is shown.
 */
export function climbing(model: RequestModel, value: (parameter: ParameterModel) => Json | undefined): string[] {
  const [path = ""] = model.path.split(/[?#]/);
  return path.split(/\/(?![^{}]*\})/).flatMap((segment) => {
    const pieces = segment.split(/\{([^{}]*)\}/);
    const filled = pieces.map((piece, at) => (at % 2 === 0 ? pathText(piece) : expand(model, piece, value))).join("");
    return isDots(filled) ? pieces.filter((_, at) => at % 2 === 1) : [];
  });
}

/** Whether a segment of a path is `.` or `..`, encoded or not. */
export const isDots = (segment: string): boolean => /^(?:\.|%2e){1,2}$/i.test(segment);

function expand(model: RequestModel, name: string, value: (parameter: ParameterModel) => Json | undefined): string {
  const parameter = model.parameters.find((known) => known.in === "path" && known.name === name);
  const given = parameter && value(parameter);
  if (!given) return placeholder(name);
  if (parameter.content !== undefined) return percentEncode(given.kind === "scalar" ? given.text : given.source);
  const encode = parameter.allowReserved ? reservedInPath : percentEncode;
  return inPath(name, given, parameter.style, parameter.explode, encode);
}

/** The pairs of one query parameter. */
export function inQuery(parameter: ParameterModel, value: Json): string[] {
  const encode = parameter.allowReserved ? reservedInQuery : percentEncode;
  const style = parameter.content === undefined ? parameter.style : "json";
  return pairs(parameter.name, value, style, parameter.explode, encode, percentEncode);
}

/** A parameter that is the query as a whole: an encoded form, or one encoded text. */
export function wholeQuery(parameter: ParameterModel, value: Json): string[] {
  if (value.kind === "null") return [];
  const form = parameter.content?.startsWith("application/x-www-form-urlencoded") ?? true;
  if (form && value.kind === "object") return pairs("", value, "form", true, percentEncode, percentEncode);
  return [percentEncode(value.kind === "scalar" ? value.text : value.source)];
}
