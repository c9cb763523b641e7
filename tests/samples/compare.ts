/** Compares the request that arrived with the request that the descriptor describes. */

import { expect } from "vitest";
import type { MultipartBody, RequestDescriptor } from "../../theme/src/islands/request/model.ts";
import { dispositionOf, isForm } from "../../theme/src/islands/request/parts.ts";
import { combined } from "../../theme/src/islands/request/samples/request.ts";
import type { Arrived } from "./echo.ts";
import { contentOf } from "./files.ts";
import { parseParts } from "./parts.ts";

/** The limits of a client that a sample can't work around. */
export interface Limits {
  /** The client resolves `.` and `..` in paths, even if they're encoded. */
  resolvesDots?: true;
  /** The client converts the line breaks of text parts to CR LF, as web standards for forms require. */
  breaksLines?: true;
  /** The lowercase names of the headers that the client doesn't send. */
  keeps?: readonly string[];
  /** The client passes values as arguments, which can't contain NUL. The name of a part can't contain `=`. */
  arguments?: true;
  /** The client doesn't encode some characters in URLs, and omits characters that change the text direction. */
  decodesMarks?: true;
  /** The client doesn't send a body with GET and HEAD. */
  bodyless?: true;
  /** The methods that the client rejects. */
  refuses?: readonly string[];
}

export function compare(arrived: Arrived, described: RequestDescriptor, limits: Limits): void {
  expect(arrived.method).toBe(described.method);
  const path = (target: string) => normalised(target, limits);
  expect(path(arrived.target)).toBe(path(described.url.replace(/^http:\/\/[^/]+/, "")));
  for (const [name, value] of combined(described.headers)) {
    if (limits.keeps?.includes(name.toLowerCase())) continue;
    expect(headerOf(arrived, name), name).toBe(value);
  }
  const { body } = described;
  const bodyless = limits.bodyless && /^(?:GET|HEAD)$/.test(described.method);
  if (!body || bodyless) expect(arrived.body.toString("latin1")).toBe("");
  else if (body.kind === "multipart") compareParts(arrived, body, limits);
  else {
    const wanted = body.kind === "text" ? Buffer.from(body.text) : contentOf(body.file.name);
    expect(arrived.body.toString("latin1")).toBe(wanted.toString("latin1"));
    if (!described.headers.some(([name]) => name.toLowerCase() === "content-type")) {
      expect(headerOf(arrived, "content-type") || undefined, "no type was described").toBeUndefined();
    }
  }
}

/** Returns all values of a header as a list, because a client can send a list in one header or in several headers. */
function headerOf(arrived: Arrived, name: string): string | undefined {
  const values = arrived.headers.filter(([known]) => known.toLowerCase() === name.toLowerCase());
  return values.length > 0
    ? values.map(([, value]) => value).join(name.toLowerCase() === "cookie" ? "; " : ", ")
    : undefined;
}

/** Normalizes a target to the extent that the client's limits require. */
function normalised(target: string, limits: Limits): string {
  const [path = "", ...query] = target.split("?");
  const segments: string[] = [];
  const all = path.split("/");
  for (const [index, segment] of all.entries()) {
    const dots = limits.resolvesDots ? /^(?:\.|%2E){1,2}$/i.exec(segment)?.[0].replace(/%2E/gi, ".") : undefined;
    if (dots === "..") segments.pop();
    if (!dots) segments.push(segment);
    else if (index === all.length - 1) segments.push("");
  }
  const whole = [segments.join("/"), ...query].join("?");
  if (!limits.decodesMarks) return whole;
  return whole.replaceAll("%E2%80%AE", "").replace(/%(?:21|27|28|29|2A)/g, decodeURIComponent);
}

function compareParts(arrived: Arrived, body: MultipartBody, limits: Limits): void {
  const contentType = headerOf(arrived, "content-type") ?? "";
  const parts = parseParts(contentType, arrived.body);
  const boundary = /; ?boundary=(?:"[^"]*"|[^;]*)/;
  const spaced = (type: string) => type.replace(/ *; */g, "; ");
  expect(spaced(contentType.replace(boundary, ""))).toBe(spaced(body.mediaType ?? "multipart/form-data"));
  // If the client's forms can't represent a body, the sample contains the entire body, and the line breaks don't
  // change.
  const typed = body.parts.some((part) => "text" in part && part.contentType !== undefined);
  const breaks = (text: string) =>
    limits.breaksLines && isForm(body) && !typed ? text.replace(/\r\n|\r|\n/g, "\r\n") : text;
  const argument = (text: string) => (limits.arguments ? text.replaceAll("\0", latin1("\uFFFD")) : text);
  const order = (one: { name: string }, two: { name: string }) => one.name.localeCompare(two.name, "en");
  const shown = parts.map(({ name, fileName, type, headers, content }) => ({
    name,
    fileName,
    type: type?.toLowerCase() ?? "",
    headers,
    content,
  }));
  const wanted = body.parts.map((part) => {
    const file = "file" in part;
    const content = file ? contentOf(part.file.name).toString("latin1") : latin1(part.text);
    const own = part.headers?.some(([name]) => name.toLowerCase() === "content-disposition");
    return {
      name: own
        ? (/name="(.*)"/.exec(dispositionOf(part, body) ?? "")?.[1] ?? "")
        : breaks(argument(part.name).replaceAll("=", limits.arguments && body.mediaType === undefined ? "%3D" : "=")),
      fileName: file ? part.file.name : undefined,
      type: part.contentType?.toLowerCase() ?? "",
      headers: (part.headers ?? [])
        .map(([name, value]): [string, string] => [name.toLowerCase(), latin1(value)])
        .toSorted(),
      content: file ? content : breaks(argument(content)),
    };
  });
  // Some clients send the text parts of a form before its files. The order of parts with different names is irrelevant.
  if (body.mediaType === undefined) expect(shown.toSorted(order)).toEqual(wanted.toSorted(order));
  else expect(shown).toEqual(wanted);
}

const latin1 = (text: string): string => Buffer.from(text).toString("latin1");
