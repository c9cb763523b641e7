/**
 * OCaml: ocurl, the libcurl binding. ocurl can't prevent libcurl from resolving `.` and `..` in a path. Multipart
 * bodies that aren't standard forms are written in full.
 */

import type { DescriptorPart, RequestDescriptor } from "../model.ts";
import { type Code, lines, literal, template } from "./code.ts";
import { filePath, headerLines, type Piece, writtenIf } from "./request.ts";
import { BREAKS, braced, escaper, isBetterRaw } from "./text.ts";

const ml = template({ keywords: "let in true false", comment: "\\(\\*" });

const escaped = escaper({ '"': '\\"', "\\": "\\\\", ...BREAKS }, (point) =>
  point < 0x80 ? `\\${String(point).padStart(3, "0")}` : braced(point),
);

const string = (text: string): Code => literal(`"${escaped(text)}"`);

/** Writes lines in a quoted string, where nothing needs escaping. */
const long = (text: string): Code =>
  isBetterRaw(text) && !text.includes("|body}") ? literal(`{body|${text}|body}`) : string(text);

export function generate(request: RequestDescriptor): Code {
  const { method, url, body } = request;
  const whole = writtenIf(false, body);
  const headers = whole
    ? [...headerLines({ method, url, headers: request.headers }), `Content-Type: ${whole.type}`]
    : headerLines(request);
  return lines(
    ml`let () =`,
    body?.kind === "text" && ml`  let body = ${long(body.text)} in`,
    whole && written(whole.pieces),
    body?.kind === "file" && [
      ml`  let file = open_in_bin ${string(body.file.name)} in`,
      ml`  let body = really_input_string file (in_channel_length file) in`,
    ],
    ml`  Curl.global_init Curl.CURLINIT_GLOBALALL;`,
    ml`  let curl = Curl.init () in`,
    ml`  Curl.set_url curl ${string(url)};`,
    method === "HEAD" && !body
      ? ml`  Curl.set_nobody curl true;`
      : (method !== "GET" || body) && ml`  Curl.set_customrequest curl ${string(method)};`,
    headers.length > 0 && [
      ml`  Curl.set_httpheader curl [`,
      ...headers.map((header) => ml`    ${string(header)};`),
      ml`  ];`,
    ],
    body &&
      (body.kind !== "multipart" || whole) && [
        ml`  Curl.set_postfields curl body;`,
        ml`  Curl.set_postfieldsize curl (String.length body);`,
      ],
    body?.kind === "multipart" && !whole && [ml`  Curl.set_httppost curl [`, ...body.parts.map(part), ml`  ];`],
    ml`  Curl.perform curl;`,
    ml`  Curl.cleanup curl`,
  );
}

/** Joins the pieces of the body into one string. */
const written = (pieces: readonly Piece[]): Code =>
  lines(
    pieces.some((piece) => "file" in piece) && [
      ml`  let read name =`,
      ml`    let file = open_in_bin name in`,
      ml`    really_input_string file (in_channel_length file) in`,
    ],
    ml`  let body = String.concat "" [`,
    pieces.flatMap((piece) =>
      "file" in piece
        ? [ml`    read ${string(piece.file.name)};`]
        : piece.lines.map((line) => ml`    ${string(line)};`),
    ),
    ml`  ] in`,
  );

function part(part: DescriptorPart): Code {
  const type = part.contentType === undefined ? ml`Curl.DEFAULT` : ml`Curl.CONTENTTYPE ${string(part.contentType)}`;
  if ("text" in part) return ml`    Curl.CURLFORM_CONTENT (${string(part.name)}, ${string(part.text)}, ${type});`;
  return ml`    Curl.CURLFORM_FILE (${string(part.name)}, ${string(filePath(part.file.name))}, ${type});`;
}
