/** PowerShell: `Invoke-RestMethod`. Bodies are bytes, because different versions encode strings differently. */

import type { DescriptorPart, RequestDescriptor } from "../model.ts";
import { type Code, join, lines, literal, run, template } from "./code.ts";
import { combined, headerOf, type Piece, without, writtenIf } from "./request.ts";
import { isLegible } from "./text.ts";

const ps = template({ keywords: "", comment: "#" });

/** The characters that PowerShell interprets as single quotes. They must be doubled. */
const QUOTES = /['\u2018-\u201B]/g;

const quoted = (text: string): string => `'${text.replace(QUOTES, "$&$&")}'`;

/**
 * Writes a string in single quotes, where only quotes are special. Invisible characters are written between strings, as
 * the values of their UTF-16 code units.
 */
function string(text: string): Code {
  const pieces = text.split(/((?! )[\p{Cc}\p{Cf}\p{Z}\p{Co}\p{Cn}\p{Cs}])/u);
  if (pieces.length === 1) return literal(quoted(text));
  const shown = pieces.flatMap((piece, index) => {
    if (index % 2 === 0) return piece === "" ? [] : [literal(quoted(piece))];
    const units = piece.replace(/\p{Surrogate}/gu, "\uFFFD").split("");
    return units.map((unit) => ps`[char]${run(`0x${unit.charCodeAt(0).toString(16).toUpperCase()}`, "n")}`);
  });
  return ps`(-join (${join(shown, ps`, `)}))`;
}

/** Writes lines between `@'` and `'@`, where only a quote at the start of a line is special. */
const long = (text: string): Code =>
  isLegible(text) && !/^\s*['\u2018-\u201B]/m.test(text) ? literal(`@'\n${text}\n'@`) : string(text);

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "TRACE", "OPTIONS", "MERGE", "PATCH"];

const bytes = (text: Code): Code => ps`[System.Text.Encoding]::UTF8.GetBytes(${text})`;
const read = (name: string): Code => ps`[System.IO.File]::ReadAllBytes((Join-Path $PWD ${string(name)}))`;

export function generate({ method, url, headers, body }: RequestDescriptor): Code {
  const whole = writtenIf(false, body);
  const type = whole?.type ?? (body && headerOf(headers, "content-type"));
  const rest = combined(type === undefined ? headers : without(headers, "content-type"));
  return lines(
    whole && [ps`$body = [System.IO.MemoryStream]::new()`, ...whole.pieces.flatMap(piece)],
    body?.kind === "multipart" &&
      !whole && [ps`$form = [System.Net.Http.MultipartFormDataContent]::new()`, ...body.parts.map(part)],
    ps`$request = @{`,
    METHODS.includes(method) ? ps`    Method = ${string(method)}` : ps`    CustomMethod = ${string(method)}`,
    ps`    Uri = ${string(url)}`,
    rest.length > 0 && [
      ps`    Headers = @{`,
      ...rest.map(([name, value]) => ps`        ${string(name)} = ${string(value)}`),
      ps`    }`,
    ],
    type !== undefined && ps`    ContentType = ${string(type)}`,
    body?.kind === "text" && ps`    Body = ${bytes(long(body.text))}`,
    body?.kind === "file" && ps`    InFile = ${string(body.file.name)}`,
    whole && ps`    Body = $body.ToArray()`,
    body?.kind === "multipart" && !whole && ps`    Body = $form`,
    ps`}`,
    ps`Invoke-RestMethod @request`,
  );
}

const piece = (piece: Piece): Code[] =>
  ("file" in piece ? [read(piece.file.name)] : piece.lines.map((line) => bytes(string(line)))).map((content) =>
    lines(ps`$bytes = ${content}`, ps`$body.Write($bytes, 0, $bytes.Length)`),
  );

function part(part: DescriptorPart): Code {
  const content = "text" in part ? bytes(string(part.text)) : read(part.file.name);
  const name = "file" in part ? ps`, ${string(part.file.name)}` : [];
  return lines(
    ps`$part = [System.Net.Http.ByteArrayContent]::new(${content})`,
    part.contentType !== undefined && ps`$part.Headers.Add('Content-Type', ${string(part.contentType)})`,
    ps`$form.Add($part, ${string(part.name)}${name})`,
  );
}
