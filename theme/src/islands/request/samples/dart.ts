/** Dart: `package:http`. Bodies are bytes, because the library would add a `Content-Type` for strings. */

import type { DescriptorPart, RequestDescriptor } from "../model.ts";
import { blank, type Code, lines, literal, template } from "./code.ts";
import { combined, type Piece, writtenIf } from "./request.ts";
import { BREAKS, braced, escaper, isLegible } from "./text.ts";

const dart = template({ keywords: "import as void async await final", comment: "//" });

const escaped = escaper({ "'": "\\'", "\\": "\\\\", $: "\\$", ...BREAKS }, braced);

const string = (text: string): Code => literal(`'${escaped(text)}'`);

/** Writes lines in a raw string, where nothing needs escaping. */
const long = (text: string): Code =>
  isLegible(text) && !text.includes("'''") && !text.endsWith("'") ? literal(`r'''${text}'''`) : string(text);

export function generate({ method, url, headers, body }: RequestDescriptor): Code {
  const whole = writtenIf(false, body);
  const parts = body?.kind === "multipart" && !whole ? body.parts : [];
  const files = body?.kind === "file" || whole?.pieces.some((piece) => "file" in piece);
  const texts = body?.kind === "text" || whole !== undefined;
  const sent = whole ? [...headers, ["Content-Type", whole.type] as const] : headers;
  const typed = parts.some((part) => part.contentType !== undefined);
  const type = body?.kind === "multipart" && !whole ? dart`MultipartRequest` : dart`Request`;
  return lines(
    texts && dart`import 'dart:convert';`,
    files && dart`import 'dart:io';`,
    texts || files ? blank : undefined,
    dart`import 'package:http/http.dart' as http;`,
    typed && dart`import 'package:http_parser/http_parser.dart';`,
    blank,
    dart`Future<void> main() async {`,
    dart`  final request = http.${type}(${string(method)}, Uri.parse(${string(url)}));`,
    combined(sent).map(([name, value]) => dart`  request.headers[${string(name)}] = ${string(value)};`),
    body?.kind === "text" && dart`  request.bodyBytes = utf8.encode(${long(body.text)});`,
    body?.kind === "file" && dart`  request.bodyBytes = await File(${string(body.file.name)}).readAsBytes();`,
    whole && [dart`  request.bodyBytes = [`, ...whole.pieces.flatMap(piece), dart`  ];`],
    parts.map((part) => field(part, parts)),
    dart`  final response = await http.Response.fromStream(await request.send());`,
    dart`  print(response.body);`,
    dart`}`,
  );
}

const piece = (piece: Piece): Code[] =>
  "file" in piece
    ? [dart`    ...await File(${string(piece.file.name)}).readAsBytes(),`]
    : piece.lines.map((line) => dart`    ...utf8.encode(${string(line)}),`);

function field(part: DescriptorPart, parts: readonly DescriptorPart[]): Code {
  const name = string(part.name);
  const type = part.contentType === undefined ? [] : dart`, contentType: MediaType.parse(${string(part.contentType)})`;
  if ("file" in part) {
    return dart`  request.files.add(await http.MultipartFile.fromPath(${name}, ${string(part.file.name)}${type}));`;
  }
  const alone = parts.filter((other) => other.name === part.name).length === 1;
  if (alone && part.contentType === undefined) return dart`  request.fields[${name}] = ${string(part.text)};`;
  return dart`  request.files.add(http.MultipartFile.fromString(${name}, ${string(part.text)}${type}));`;
}
