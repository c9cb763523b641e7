/** The values of a request that must be literals in a sample. */

import type { RequestDescriptor } from "../../../theme/src/islands/request/model.ts";
import { isForm } from "../../../theme/src/islands/request/parts.ts";
import { combined, written } from "../../../theme/src/islands/request/samples/request.ts";

type Headers = RequestDescriptor["headers"];

const pairs = (headers: Headers): string[] => headers.flat();

/** Returns all values except the ones in headers and parts. */
function common({ method, url, body }: RequestDescriptor): string[] {
  if (body?.kind === "text") return [method, url, body.text];
  return body?.kind === "file" ? [method, url, body.file.name] : [method, url];
}

/** Returns the values for a language that adds headers one by one and writes multipart bodies in full. */
export function writtenOut(described: RequestDescriptor): string[] {
  const { headers, body } = described;
  if (body?.kind !== "multipart") return [...common(described), ...pairs(headers)];
  const { type, pieces } = written(body);
  const parts = pieces.flatMap((piece) => ("file" in piece ? [piece.file.name] : piece.lines));
  return [...common(described), ...pairs(headers), type, ...parts];
}

/**
 * Returns the values for a language with a table of headers and a writer for standard forms. Omits the names of the
 * headers in `without`.
 */
export function named(described: RequestDescriptor, without: readonly string[] = []): string[] {
  const { headers, body } = described;
  const kept = combined(headers).flatMap(([name, value]) =>
    without.includes(name.toLowerCase()) ? [value] : [name, value],
  );
  if (body?.kind !== "multipart") return [...common(described), ...kept];
  if (!isForm(body)) return [...writtenOut({ ...described, headers: [] }), ...kept];
  const parts = body.parts.flatMap((part) => [
    part.name,
    ...("text" in part ? [part.text] : [part.file.name]),
    ...(part.contentType === undefined ? [] : [part.contentType]),
  ]);
  return [...common(described), ...kept, ...parts];
}
