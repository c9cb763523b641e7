/** The files that samples read. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RequestDescriptor } from "../../theme/src/islands/request/model.ts";

/** Returns the content of a file: bytes that can't occur in text, and line breaks of every kind. */
export const contentOf = (name: string): Buffer =>
  Buffer.concat([Buffer.from(`the file ${name}\r\n\n\r`), Buffer.from([0x00, 0xff, 0x1a, 0x80])]);

export function filesOf({ body }: RequestDescriptor): string[] {
  if (body?.kind === "file") return [body.file.name];
  if (body?.kind === "multipart") return body.parts.flatMap((part) => ("file" in part ? [part.file.name] : []));
  return [];
}

/** Writes the files that a request sends. */
export function writeFiles(folder: string, request: RequestDescriptor): void {
  for (const name of filesOf(request)) writeFileSync(join(folder, name), contentOf(name));
}
