/** The format of a multipart body's parts, for the console and for samples. */

import type { DescriptorPart, MultipartBody } from "./model.ts";

/** Like browsers, escapes the name of a part or file so that no character ends the name early. */
export const inQuotes = (text: string): string =>
  text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll("\0", "%00");

/** Whether a body is a standard form, which consists only of parts with names and types. */
export const isForm = ({ mediaType, parts }: MultipartBody): boolean =>
  mediaType === undefined && parts.every(({ headers }) => headers === undefined);

/** Returns a part's `Content-Disposition`. Outside forms, returns an empty string if a text part has no name. */
export function dispositionOf(part: DescriptorPart, { mediaType }: MultipartBody): string | undefined {
  const own = part.headers?.find(([name]) => name.toLowerCase() === "content-disposition");
  if (own) return own[1];
  const file = "file" in part ? `; filename="${inQuotes(part.file.name)}"` : "";
  if (mediaType === undefined || part.name !== "") return `form-data; name="${inQuotes(part.name)}"${file}`;
  return file && `attachment${file}`;
}

/** Returns the headers of a part. */
export function headOf(part: DescriptorPart, body: MultipartBody): [name: string, value: string][] {
  const head: [string, string][] = [];
  const disposition = dispositionOf(part, body);
  if (disposition) head.push(["Content-Disposition", disposition]);
  if (part.contentType !== undefined) head.push(["Content-Type", part.contentType]);
  for (const [name, value] of part.headers ?? []) {
    if (name.toLowerCase() !== "content-disposition") head.push([name, value]);
  }
  return head;
}

/** Returns the start of a part: the boundary and its headers. */
export const beginning = (part: DescriptorPart, body: MultipartBody, boundary: string): [string, string] => [
  `--${boundary}\r\n`,
  `${headOf(part, body)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`,
];

/** Returns the media type with its boundary. */
export const typeOf = ({ mediaType }: MultipartBody, boundary: string): string =>
  `${mediaType ?? "multipart/form-data"}; boundary=${boundary}`;
