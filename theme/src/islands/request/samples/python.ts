/**
 * Python: Requests. Bodies are bytes, because Requests would encode strings as Latin-1. Headers are a dictionary, so
 * repeated headers are joined. Multipart bodies that aren't standard forms are written in full.
 */

import type { DescriptorPart, RequestDescriptor } from "../model.ts";
import { blank, type Code, lines, literal, plain, run, template } from "./code.ts";
import { combined, type Piece, writtenIf } from "./request.ts";
import { BREAKS, escaper, hex, isLegible, longUnits } from "./text.ts";

const py = template({ keywords: "import with as open None", comment: "#" });

const escaped = escaper({ "\\": "\\\\", ...BREAKS }, (point) =>
  point < 0x100 ? `\\x${hex(point, 2)}` : longUnits(point),
);

/** Writes a string in the quotes that need fewer escapes. */
function string(text: string): Code {
  const quote = text.includes('"') && !text.includes("'") ? "'" : '"';
  return literal(quote + escaped(text).replaceAll(quote, `\\${quote}`) + quote);
}

/** Writes lines in a raw string, where nothing needs escaping. */
const long = (text: string): Code =>
  isLegible(text) && !text.includes('"""') && !/["\\]$/.test(text)
    ? literal(`${text.includes("\\") ? "r" : ""}"""${text}"""`)
    : string(text);

/** The maximum length of a call on one line, after `response = ` and before the last parenthesis: Black's 88 columns. */
const WIDTH = 88 - "response = )".length;

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

export function generate({ method, url, headers, body }: RequestDescriptor): Code {
  const whole = writtenIf(false, body);
  const sent = whole ? [...headers, ["Content-Type", whole.type] as const] : headers;
  const known = METHODS.includes(method);
  const call = known ? py`requests.${run(method.toLowerCase(), "f")}(` : py`requests.request(`;
  const options = [
    sent.length > 0 &&
      lines(
        py`    headers={`,
        combined(sent).map(([name, value]) => py`        ${string(name)}: ${string(value)},`),
        py`    },`,
      ),
    body?.kind === "text" && py`    data=${long(body.text)}.encode(),`,
    body?.kind === "file" && py`    data=open(${string(body.file.name)}, "rb"),`,
    whole && lines(py`    data=b"".join(`, py`        [`, whole.pieces.flatMap(piece), py`        ]`, py`    ),`),
    body?.kind === "multipart" && !whole && lines(py`    files=[`, body.parts.map(part), py`    ],`),
  ].filter((option) => option !== false && option !== undefined);
  return lines(
    py`import requests`,
    blank,
    options.length === 0 && known && plain(call).length + plain(string(url)).length <= WIDTH
      ? py`response = ${call}${string(url)})`
      : options.length === 0 && known
        ? lines(py`response = ${call}`, py`    ${string(url)}`, py`)`)
        : lines(py`response = ${call}`, !known && py`    ${string(method)},`, py`    ${string(url)},`, options, py`)`),
    py`print(response.status_code, response.text)`,
  );
}

const piece = (piece: Piece): Code[] =>
  "file" in piece
    ? [py`            open(${string(piece.file.name)}, "rb").read(),`]
    : piece.lines.map((line) => py`            ${string(line)}.encode(),`);

function part(part: DescriptorPart): Code {
  const type = part.contentType === undefined ? [] : py`, ${string(part.contentType)}`;
  if ("text" in part) return py`        (${string(part.name)}, (None, ${string(part.text)}${type})),`;
  const name = string(part.file.name);
  return py`        (${string(part.name)}, (${name}, open(${name}, "rb")${type})),`;
}
