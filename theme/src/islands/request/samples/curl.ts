/**
 * curl, for a POSIX shell. docgen writes exactly the same sample into its pages, with the same runs.
 *
 * - Each option is on a separate line and uses its long name: `curl --request POST \`. Each other option follows a line
 *   break and two spaces. Every line except the last line ends in ` \`. The last line has no line break at its end.
 * - The order is `--request` or `--head`, `--globoff`, `--path-as-is`, `--url`, each `--header`, and the body.
 * - For GET without a body, `--request` is omitted. For HEAD without a body, `--head` is used, because curl would
 *   otherwise wait for a body.
 * - If the URL contains a bracket or brace, `--globoff` is added, because curl would interpret the character as a
 *   pattern. If a path segment is `.` or `..`, encoded or not, `--path-as-is` is added, because curl would resolve the
 *   segment.
 * - Each argument is in single quotes, except a method in uppercase letters. A single quote in an argument is written
 *   as `'\''`. Nothing else needs escaping, because no shell interprets `$`, backslash, backtick, or `!` between single
 *   quotes. `$'...'` isn't used, because POSIX shells aren't required to support it.
 * - Until the reader types a name and password, the option for basic authentication is `--user`, because curl encodes
 *   the name and password.
 * - A header is `Name: value`. A header without a value would be `Name;`. If the request has a body but no
 *   `Content-Type`, `Content-Type:` prevents curl from adding its own.
 * - The option for text is `--data-raw`. Unlike `--data`, this option doesn't read files after `@`. Each field of a form
 *   has its own option, because curl joins them with `&`.
 * - An argument can't contain NUL, and a terminal would interpret other control characters when the sample is pasted.
 *   Therefore, text with a control character (U+0000 to U+001F, or U+007F) other than tab and line feed is piped in:
 *   `printf '%b' '...' | curl ... --data-binary @-`. In this text, each backslash is doubled, and each such control
 *   character is written as `\0` followed by three octal digits.
 * - A file is `--data-binary '@name'`. The name `-` is written as `./-`, because `-` would mean standard input.
 * - A text part is `--form-string 'name=text'`, which doesn't interpret the text. A text part with a media type is
 *   `--form 'name="text";type=...'`. A file part is `--form 'name=@"file";type=...'`. Inside double quotes, `\` and `"`
 *   are escaped with `\`. A filename that consists only of letters, digits, `.`, `_`, `-`, and `/` isn't quoted. An
 *   `=` in a name is written as `%3D`, because `=` would end the name. A NUL is written as U+FFFD, because arguments
 *   can't contain NUL. A media type other than `multipart/form-data` is written as a header, and curl adds the boundary
 *   to the header. The other headers of a part are written as `;headers="..."`. Outside forms, these include the header
 *   with the part's name.
 *
 * The classes are `f` for `curl` and `printf`, `a` for options, `s` for quoted arguments and `@-`, `p` for the `\` at
 * the end of a line, and `o` for `|`. A method without quotes has no class, and neither does the whitespace between
 * these items.
 */

import type { DescriptorBody, DescriptorPart, MultipartBody, RequestDescriptor } from "../model.ts";
import { UNTYPED_BASIC } from "../untyped.ts";
import { type Code, join, literal, run } from "./code.ts";
import { filePath, hasDots, libcurlPart } from "./request.ts";

const quoted = (text: string): string => `'${text.replaceAll("\0", "\uFFFD").replaceAll("'", "'\\''")}'`;

const CONTROLS = /(?![\t\n\x80-\x9f])\p{Cc}/gu;

const isPiped = (text: string): boolean => text.search(CONTROLS) >= 0;

interface Option {
  name: string;
  /** The argument, which is quoted for the shell where necessary. */
  argument?: Code;
}

const option = (name: string, text: string): Option => ({ name, argument: literal(quoted(text)) });

export function generate(request: RequestDescriptor): Code {
  const { method, url, headers, body } = request;
  const options: Option[] = [];
  if (body || (method !== "GET" && method !== "HEAD")) {
    options.push({ name: "--request", argument: /^[A-Z]+$/.test(method) ? run(method) : literal(quoted(method)) });
  } else if (method === "HEAD") options.push({ name: "--head" });
  if (/[[\]{}]/.test(url)) options.push({ name: "--globoff" });
  if (hasDots(url)) options.push({ name: "--path-as-is" });
  options.push(option("--url", url));
  for (const [name, value] of headers) {
    if (name.toLowerCase() === "authorization" && value === UNTYPED_BASIC)
      options.push(option("--user", "<username>:<password>"));
    else options.push(option("--header", value === "" ? `${name};` : `${name}: ${value}`));
  }
  if (body) options.push(...bodyOptions(body, headers));
  const lines = options.map(({ name, argument }) => join([run(name, "a"), argument ? join([run(" "), argument]) : []]));
  const command = join([run("curl", "f"), run(" "), join(lines, [...run(" "), ...run("\\", "p"), ...run("\n  ")])]);
  if (body?.kind !== "text" || !isPiped(body.text)) return command;
  const octal = (control: string) => `\\0${control.charCodeAt(0).toString(8).padStart(3, "0")}`;
  const escaped = body.text.replaceAll("\\", "\\\\").replace(CONTROLS, octal);
  const source = [run("printf", "f"), run(" "), literal(quoted("%b")), run(" "), literal(quoted(escaped))];
  return join([...source, run(" "), run("|", "o"), run(" "), command]);
}

function bodyOptions(body: DescriptorBody, headers: RequestDescriptor["headers"]): Option[] {
  if (body.kind === "multipart") {
    const type = body.mediaType === undefined ? [] : [option("--header", `Content-Type: ${body.mediaType}`)];
    return [...type, ...body.parts.map((part) => form(part, body))];
  }
  const options: Option[] = [];
  const kind = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
  if (kind === undefined) options.push(option("--header", "Content-Type:"));
  if (body.kind === "file") options.push(option("--data-binary", `@${filePath(body.file.name)}`));
  else if (isPiped(body.text)) options.push({ name: "--data-binary", argument: literal("@-") });
  else options.push(...fields(body.text, kind).map((text) => option("--data-raw", text)));
  return options;
}

/** The fields of a form, or the whole text. */
function fields(text: string, kind?: string): string[] {
  const parts = /^application\/x-www-form-urlencoded/i.test(kind ?? "") ? text.split("&") : [text];
  return parts.includes("") ? [text] : parts;
}

const inDouble = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

function form(part: DescriptorPart, body: MultipartBody): Option {
  const told = libcurlPart(part, body);
  const name = told.name.replaceAll("=", "%3D");
  const type = part.contentType === undefined ? "" : `;type=${part.contentType}`;
  const more = type + told.headers.map((header) => `;headers=${inDouble(header)}`).join("");
  if ("file" in part) {
    const file = filePath(part.file.name);
    return option("--form", `${name}=@${/^[\w./-]+$/.test(file) ? file : inDouble(file)}${more}`);
  }
  if (!more && name !== "") return option("--form-string", `${name}=${part.text}`);
  return option("--form", `${name}=${inDouble(part.text)}${more}`);
}
