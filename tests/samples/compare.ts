/** Whether the request that arrived is the one described. */

import { expect } from "vitest";
import type { DescriptorPart, RequestDescriptor } from "../../theme/src/islands/request/model.ts";
import { combined } from "../../theme/src/islands/request/samples/request.ts";
import type { Arrived } from "./echo.ts";
import { contentOf } from "./files.ts";
import { parseParts } from "./parts.ts";

/** What a client cannot do otherwise, whatever its sample says. */
export interface Limits {
  /** It resolves `.` and `..` in paths, encoded ones too. */
  resolvesDots?: true;
  /** It turns the line breaks of text parts into CR LF, as the web's rules for forms say. */
  breaksLines?: true;
  /** It gives text parts with a media type a file's name. */
  namesParts?: true;
  /** Headers that it keeps to itself, in lower case. */
  keeps?: readonly string[];
  /** It sends no body with GET and HEAD. */
  bodyless?: true;
  /** It refuses these methods. */
  refuses?: readonly string[];
}

export function compare(arrived: Arrived, described: RequestDescriptor, limits: Limits): void {
  expect(arrived.method).toBe(described.method);
  const path = limits.resolvesDots ? resolved : (target: string) => target;
  expect(path(arrived.target)).toBe(path(described.url.replace(/^http:\/\/[^/]+/, "")));
  for (const [name, value] of combined(described.headers)) {
    if (limits.keeps?.includes(name.toLowerCase())) continue;
    expect(headerOf(arrived, name), name).toBe(value);
  }
  const { body } = described;
  const bodyless = limits.bodyless && /^(?:GET|HEAD)$/.test(described.method);
  if (!body || bodyless) expect(arrived.body.toString("latin1")).toBe("");
  else if (body.kind === "multipart") compareParts(arrived, body.parts, limits);
  else {
    const wanted = body.kind === "text" ? Buffer.from(body.text) : contentOf(body.file.name);
    expect(arrived.body.toString("latin1")).toBe(wanted.toString("latin1"));
    if (!described.headers.some(([name]) => name.toLowerCase() === "content-type")) {
      expect(headerOf(arrived, "content-type") || undefined, "no type was described").toBeUndefined();
    }
  }
}

/** All values of a header; a list, as a client may send it in one or several. */
function headerOf(arrived: Arrived, name: string): string | undefined {
  const values = arrived.headers.filter(([known]) => known.toLowerCase() === name.toLowerCase());
  return values.length > 0
    ? values.map(([, value]) => value).join(name.toLowerCase() === "cookie" ? "; " : ", ")
    : undefined;
}

const resolved = (target: string): string => new URL(target, "http://127.0.0.1").href;

function compareParts(arrived: Arrived, described: readonly DescriptorPart[], limits: Limits): void {
  const parts = parseParts(headerOf(arrived, "content-type") ?? "", arrived.body);
  const breaks = limits.breaksLines ? (text: string) => text.replace(/\r\n|\r|\n/g, "\r\n") : (text: string) => text;
  const order = (one: { name: string }, two: { name: string }) => one.name.localeCompare(two.name, "en");
  const shown = parts.map(({ name, fileName, type, content }) => ({ name, fileName, type: type ?? "", content }));
  const wanted = described.map((part) => {
    const file = "file" in part;
    const content = file ? contentOf(part.file.name).toString("latin1") : latin1(part.text);
    const named = limits.namesParts && part.contentType !== undefined;
    return {
      name: breaks(part.name),
      fileName: file ? part.file.name : named ? "blob" : undefined,
      type: part.contentType ?? "",
      content: file || named ? content : breaks(content),
    };
  });
  // Some clients send texts before files; which comes first among different names says nothing.
  expect(shown.toSorted(order)).toEqual(wanted.toSorted(order));
}

const latin1 = (text: string): string => Buffer.from(text).toString("latin1");
