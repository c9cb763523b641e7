/** Helpers for generators, and multipart bodies for languages whose libraries can't build multipart bodies. */

import type { DescriptorBody, DescriptorPart, FileValue, MultipartBody, RequestDescriptor } from "../model.ts";
import { beginning, headOf, isForm, typeOf } from "../parts.ts";

type Headers = RequestDescriptor["headers"];

const is = (wanted: string) => {
  const lower = wanted.toLowerCase();
  return ([name]: Headers[number]) => name.toLowerCase() === lower;
};

export const headerOf = (headers: Headers, name: string): string | undefined => headers.find(is(name))?.[1];

export const without = (headers: Headers, name: string): Headers => headers.filter((header) => !is(name)(header));

/**
 * Returns headers for a library that accepts each name only once. Repeated headers are joined into a list. According to
 * RFC 9110, repeated headers and a list are equivalent. Cookies have their own list format.
 */
export function combined(headers: Headers): Headers {
  const all: [string, string][] = [];
  for (const [name, value] of headers) {
    const same = all.find(is(name));
    if (same) same[1] += (name.toLowerCase() === "cookie" ? "; " : ", ") + value;
    else all.push([name, value]);
  }
  return all;
}

export const hasRepeated = (headers: Headers): boolean => combined(headers).length < headers.length;

/** A piece of a body that's written in full: text that ends in a line break, or a file. */
export type Piece = { lines: readonly string[] } | { file: FileValue };

const BOUNDARY = "FormBoundary";

/**
 * Returns the exact content of a multipart body. The boundary doesn't occur in any text and almost certainly doesn't
 * occur in a file.
 */
export function written(body: MultipartBody): { type: string; pieces: readonly Piece[] } {
  const texts = body.parts.map((part) => ("text" in part ? part.text : "")).join("\n");
  let boundary = `${BOUNDARY}7MA4YWxk`;
  for (let number = 1; texts.includes(boundary); number += 1) boundary = `${BOUNDARY}${number}`;
  const pieces: Piece[] = [];
  let open: string[] = [];
  for (const part of body.parts) {
    open.push(...beginning(part, body, boundary));
    if ("text" in part) open.push(`${part.text}\r\n`);
    else {
      pieces.push({ lines: open }, { file: part.file });
      open = ["\r\n"];
    }
  }
  pieces.push({ lines: [...open, `--${boundary}--\r\n`] });
  return { type: typeOf(body, boundary), pieces };
}

/**
 * Returns the exact content of a multipart body for a library that can't build such a body. If the body isn't
 * multipart, or if it's a standard form and `wanted` is false, returns `undefined`.
 */
export const writtenIf = (wanted: boolean, body: DescriptorBody | undefined): ReturnType<typeof written> | undefined =>
  body?.kind === "multipart" && (wanted || !isForm(body)) ? written(body) : undefined;

/**
 * Returns a part for libcurl: the part's name (empty if the part has no name) and the part's other headers. Outside
 * forms, libcurl would turn a named part into an attachment, so the name is in a header instead.
 */
export function libcurlPart(part: DescriptorPart, body: MultipartBody): { name: string; headers: string[] } {
  const form = body.mediaType === undefined;
  const own = part.headers?.some(([name]) => name.toLowerCase() === "content-disposition") ?? false;
  const left = own || (!form && part.name !== "") ? ["content-type"] : ["content-type", "content-disposition"];
  const headers = headOf(part, body).filter(([name]) => !left.includes(name.toLowerCase()));
  return { name: form ? part.name : "", headers: headers.map(([name, value]) => `${name}: ${value}`) };
}

/** Whether the path has a `.` or `..` segment, encoded or not, which libcurl resolves by default. */
export const hasDots = (url: string): boolean => /\/(?:\.|%2e){1,2}(?:[/?]|$)/i.test(url);

/**
 * Returns the headers as lines for libcurl. For a body without a `Content-Type`, a line prevents libcurl from adding a
 * `Content-Type`. For a multipart body, libcurl adds the boundary.
 */
export function headerLines({ headers, body }: RequestDescriptor): string[] {
  const all = headers.map(([name, value]) => (value === "" ? `${name};` : `${name}: ${value}`));
  if (body?.kind === "multipart") return body.mediaType ? [...all, `Content-Type: ${body.mediaType}`] : all;
  return body && headerOf(headers, "content-type") === undefined ? [...all, "Content-Type:"] : all;
}

/** Returns a file's path for curl and libcurl, which interpret `-` as standard input. */
export const filePath = (name: string): string => (name === "-" ? "./-" : name);
