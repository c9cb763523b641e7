/** What generators ask of a request, and the body of parts for languages whose library cannot write one. */

import type { DescriptorPart, FileValue, RequestDescriptor } from "../model.ts";

type Headers = RequestDescriptor["headers"];

const is = (wanted: string) => {
  const lower = wanted.toLowerCase();
  return ([name]: Headers[number]) => name.toLowerCase() === lower;
};

export const headerOf = (headers: Headers, name: string): string | undefined => headers.find(is(name))?.[1];

export const without = (headers: Headers, name: string): Headers => headers.filter((header) => !is(name)(header));

/**
 * Headers for a library that takes one of a name: repeated ones in one, their values in a list, which RFC 9110 says is the
 * same. Cookies are a list of their own kind.
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

/** A piece of a written body: texts that end in a line break, or a file. */
export type Piece = { lines: readonly string[] } | { file: FileValue };

/** The name of a part or file between its quotes, as browsers write it: nothing in it may end it. */
export const inQuotes = (text: string): string =>
  text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll("\0", "%00");

const BOUNDARY = "FormBoundary";

/** A body of parts as it is written. The boundary is in none of the texts; that it is in no file is as good as certain. */
export function written(parts: readonly DescriptorPart[]): { type: string; pieces: readonly Piece[] } {
  const texts = parts.map((part) => ("text" in part ? part.text : "")).join("\n");
  let boundary = `${BOUNDARY}7MA4YWxk`;
  for (let number = 1; texts.includes(boundary); number += 1) boundary = `${BOUNDARY}${number}`;
  const pieces: Piece[] = [];
  let open: string[] = [];
  for (const part of parts) {
    const file = "file" in part ? `; filename="${inQuotes(part.file.name)}"` : "";
    const type = part.contentType === undefined ? [] : [`Content-Type: ${part.contentType}`];
    const head = [`Content-Disposition: form-data; name="${inQuotes(part.name)}"${file}`, ...type];
    open.push(`--${boundary}\r\n`, `${head.join("\r\n")}\r\n\r\n`);
    if ("text" in part) open.push(`${part.text}\r\n`);
    else {
      pieces.push({ lines: open }, { file: part.file });
      open = ["\r\n"];
    }
  }
  pieces.push({ lines: [...open, `--${boundary}--\r\n`] });
  return { type: `multipart/form-data; boundary=${boundary}`, pieces };
}

/** Whether the path has a segment that is `.` or `..`, encoded or not: libcurl would resolve it unless it is told not to. */
export const hasDots = (url: string): boolean => /\/(?:\.|%2e){1,2}(?:[/?]|$)/i.test(url);

/** The headers as lines for libcurl. Of a body without `Content-Type`, a line that keeps it from adding its own. */
export function headerLines({ headers, body }: RequestDescriptor): string[] {
  const all = headers.map(([name, value]) => (value === "" ? `${name};` : `${name}: ${value}`));
  const own = body && body.kind !== "multipart" && headerOf(headers, "content-type") === undefined;
  return own ? [...all, "Content-Type:"] : all;
}

/** A file's path for libcurl's programs, to which `-` is the standard input. */
export const filePath = (name: string): string => (name === "-" ? "./-" : name);
