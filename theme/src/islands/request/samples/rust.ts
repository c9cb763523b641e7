/**
 * Rust: `reqwest`, with its `blocking` feature and, for parts, its `multipart` feature. By default, `reqwest` encodes
 * names with special characters in a way that few servers support. Multipart bodies that aren't standard forms are
 * written in full.
 */

import type { DescriptorPart, RequestDescriptor } from "../model.ts";
import { inQuotes } from "../parts.ts";
import { blank, type Code, lines, literal, plain, run, template } from "./code.ts";
import { type Piece, writtenIf } from "./request.ts";
import { BREAKS, braced, escaper, isBetterRaw } from "./text.ts";

const rust = template({ keywords: "use fn let dyn", comment: "//" });

const escaped = escaper({ '"': '\\"', "\\": "\\\\", ...BREAKS }, braced);

const string = (text: string): Code => literal(`"${escaped(text)}"`);

/** Writes lines in a raw string, where nothing needs escaping. The string has as many `#` characters as necessary. */
function long(text: string): Code {
  if (!isBetterRaw(text)) return string(text);
  let marks = "#";
  while (text.includes(`"${marks}`)) marks += "#";
  return literal(`r${marks}"${text}"${marks}`);
}

/** The maximum length of a chain of calls, or of the arguments of a call, on one line, as in rustfmt. */
const WIDTH = 60;

/** Writes a call in a chain. Long arguments have their own lines. */
function chained(name: string, args: readonly Code[]): Code {
  const all = args.flatMap((arg, at) => (at === 0 ? arg : [...rust`, `, ...arg]));
  return plain(all).length <= WIDTH
    ? rust`        .${run(name, "f")}(${all})`
    : lines(
        rust`        .${run(name, "f")}(`,
        args.map((arg) => rust`            ${arg},`),
        rust`        )`,
      );
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"];

export function generate({ method, url, headers, body }: RequestDescriptor): Code {
  const whole = writtenIf(false, body);
  const form = body?.kind === "multipart" && !whole;
  const parts = form ? body.parts : [];
  const call = METHODS.includes(method)
    ? rust`.${run(method.toLowerCase(), "f")}(${string(url)})`
    : rust`.request(${string(method)}.parse()?, ${string(url)})`;
  const text = body?.kind === "text" ? long(body.text) : [];
  const isLong = plain(text).includes("\n");
  const short = rust`Client::new()${call}.send()?`;
  const isShort = headers.length === 0 && !body && plain(short).length <= WIDTH;
  const chain = isShort
    ? [rust`    let response = ${short};`]
    : [rust`    let response = Client::new()`, rust`        ${call}`];
  const typed = parts.some((part) => "file" in part || part.contentType !== undefined);
  return lines(
    form && rust`use reqwest::blocking::multipart::${typed ? rust`{Form, Part}` : rust`Form`};`,
    rust`use reqwest::blocking::Client;`,
    blank,
    rust`fn main() -> Result<(), Box<dyn std::error::Error>> {`,
    form &&
      rust`${lines(rust`    let form = Form::new()${parts.every(isPlain) ? [] : rust`.percent_encode_noop()`}`, parts.map(part))};`,
    ...chain,
    headers.map(([name, value]) => chained("header", [string(name), string(value)])),
    body?.kind === "text" && isLong && [rust`        .body(`, rust`            ${text},`, rust`        )`],
    body?.kind === "text" && !isLong && rust`        .body(${text})`,
    body?.kind === "file" && rust`        .body(std::fs::read(${string(body.file.name)})?)`,
    whole && [
      chained("header", [string("Content-Type"), string(whole.type)]),
      rust`        .body(`,
      rust`            [`,
      ...whole.pieces.flatMap(piece),
      rust`            ]`,
      rust`            .concat(),`,
      rust`        )`,
    ],
    form && rust`        .multipart(form)`,
    !isShort && rust`        .send()?;`,
    rust`    println!("{}", response.text()?);`,
    rust`    Ok(())`,
    rust`}`,
  );
}

const isPlain = (part: DescriptorPart): boolean =>
  [part.name, "file" in part ? part.file.name : ""].every((name) => /^[\w.[\]-]*$/.test(name));

const piece = (piece: Piece): Code[] =>
  "file" in piece
    ? [rust`                &std::fs::read(${string(piece.file.name)})?,`]
    : piece.lines.map((line) => rust`                ${string(line)}.as_bytes(),`);

function part(part: DescriptorPart): Code {
  const name = string(inQuotes(part.name));
  if ("text" in part && part.contentType === undefined) return chained("text", [name, string(part.text)]);
  const type = part.contentType === undefined ? [] : rust`.mime_str(${string(part.contentType)})?`;
  if ("text" in part) return rust`        .part(${name}, Part::text(${string(part.text)})${type})`;
  const file = string(part.file.name);
  return rust`        .part(${name}, Part::bytes(std::fs::read(${file})?).file_name(${string(inQuotes(part.file.name))})${type})`;
}
