/** How a part of a multipart body is written: what the console sends, and what samples write out. */

import type { DescriptorPart, MultipartBody } from "./model.ts";

/** The name of a part or file between its quotes, as browsers write it: nothing in it may end it. */
export const inQuotes = (text: string): string =>
  text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll("\0", "%00");

/** Whether a body is what libraries call a form: parts with names and types, and nothing else to them. */
export const isForm = ({ mediaType, parts }: MultipartBody): boolean =>
  mediaType === undefined && parts.every(({ headers }) => headers === undefined);

/** What a part's `Content-Disposition` is; none for a text without a name. */
export function dispositionOf(part: DescriptorPart, { mediaType }: MultipartBody): string | undefined {
  const own = part.headers?.find(([name]) => name.toLowerCase() === "content-disposition");
  if (own) return own[1];
  const file = "file" in part ? `; filename="${inQuotes(part.file.name)}"` : "";
  if (mediaType === undefined || part.name !== "") return `form-data; name="${inQuotes(part.name)}"${file}`;
  return file && `attachment${file}`;
}

/** The headers of a part. */
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

/** The beginning of a part: the boundary and its headers. */
export const beginning = (part: DescriptorPart, body: MultipartBody, boundary: string): [string, string] => [
  `--${boundary}\r\n`,
  `${headOf(part, body)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`,
];

/** The media type with its boundary. */
export const typeOf = ({ mediaType }: MultipartBody, boundary: string): string =>
  `${mediaType ?? "multipart/form-data"}; boundary=${boundary}`;
