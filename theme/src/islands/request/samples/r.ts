/**
 * R: httr2. Strings in R can't contain NUL. Text with NUL is written as the bytes of several strings, with NUL bytes
 * between them. Parts are named, so names can't repeat. Bodies with repeated names are written in full.
 */

import type { DescriptorPart, RequestDescriptor } from "../model.ts";
import { blank, type Code, join, lines, literal, template } from "./code.ts";
import { combined, hasDots, type written, writtenIf } from "./request.ts";
import { BREAKS, escaper, isBetterRaw, longUnits } from "./text.ts";

const r = template({ keywords: "library TRUE FALSE NULL", comment: "#" });

const escaped = escaper({ '"': '\\"', "\\": "\\\\", ...BREAKS }, longUnits);

const string = (text: string): Code => literal(`"${escaped(text.replaceAll("\0", "\uFFFD"))}"`);

/** Writes lines in a raw string, where nothing needs escaping. */
const long = (text: string): Code =>
  isBetterRaw(text) && !text.includes(')---"') ? literal(`r"---(${text})---"`) : value(text);

/** Writes a string. If a string can't contain the text, writes bytes. */
function value(text: string): Code {
  if (!text.includes("\0")) return string(text);
  const bytes = text.split("\0").map((piece) => r`charToRaw(${string(piece)})`);
  return r`c(${join(bytes, r`, as.raw(0), `)})`;
}

export function generate({ method, url, headers, body }: RequestDescriptor): Code {
  const parts = body?.kind === "multipart" ? body.parts : [];
  const whole = writtenIf(new Set(parts.map((part) => part.name)).size < parts.length, body);
  const sent = whole ? [...headers, ["Content-Type", whole.type] as const] : headers;
  const calls = [
    r`req_method(${string(method)})`,
    hasDots(url) && r`req_options(path_as_is = TRUE)`,
    sent.length > 0 &&
      lines(
        r`req_headers(`,
        join(
          combined(sent).map(([name, text]) => r`    ${string(name)} = ${string(text)}`),
          r`,\n`,
        ),
        r`  )`,
      ),
    body?.kind === "text" && r`req_body_raw(${long(body.text)})`,
    body?.kind === "file" && r`req_body_file(${string(body.file.name)})`,
    whole && lines(r`req_body_raw(c(`, join(whole.pieces.flatMap(piece), r`,\n`), r`  ))`),
    body?.kind === "multipart" && !whole && lines(r`req_body_multipart(`, join(parts.map(part), r`,\n`), r`  )`),
    r`req_perform()`,
  ].filter((call) => call !== false && call !== undefined);
  return lines(
    r`library(httr2)`,
    blank,
    r`response <- request(${string(url)}) |>`,
    join(
      calls.map((call) => r`  ${call}`),
      r` |>\n`,
    ),
    method !== "HEAD" && r`cat(resp_body_string(response))`,
  );
}

function part(part: DescriptorPart): Code {
  const type = part.contentType === undefined ? [] : r`, type = ${string(part.contentType)}`;
  const name = string(part.name);
  if ("file" in part) return r`    ${name} = curl::form_file(${string(part.file.name)}${type})`;
  if (type.length > 0 || part.text.includes("\0")) return r`    ${name} = curl::form_data(${value(part.text)}${type})`;
  return r`    ${name} = ${string(part.text)}`;
}

function piece(piece: ReturnType<typeof written>["pieces"][number]): Code[] {
  if ("lines" in piece) {
    return piece.lines.map((line) => (line.includes("\0") ? r`    ${value(line)}` : r`    charToRaw(${string(line)})`));
  }
  const name = string(piece.file.name);
  return [r`    readBin(${name}, "raw", file.size(${name}))`];
}
