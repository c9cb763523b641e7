/**
 * Ruby: `Net::HTTP`. `set_form` treats a text part with a media type as a file and doesn't escape control characters in
 * names. Therefore, bodies with such parts or names are written in full. If a request has no `Content-Type`, the sample
 * prevents Ruby from adding this header.
 */

import type { DescriptorPart, RequestDescriptor } from "../model.ts";
import { blank, type Code, join, lines, literal, run, template } from "./code.ts";
import { headerOf, writtenIf } from "./request.ts";
import { BREAKS, braced, escaper, isLegible } from "./text.ts";

const rb = template({ keywords: "require def end do true false nil", comment: "# " });

const escaped = escaper({ '"': '\\"', "\\": "\\\\", "#": "\\#", ...BREAKS }, braced);

/**
 * Writes a string in single quotes, where only quotes and backslashes are special. If other characters must be escaped,
 * uses double quotes.
 */
const string = (text: string): Code => {
  const double = escaped(text);
  const simple = text.replace(/['\\]/g, "\\$&");
  return literal(double === text.replace(/["\\#]/g, "\\$&") ? `'${simple}'` : `"${double}"`);
};

const CLASSES = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"];

export function generate({ method, url, headers, body }: RequestDescriptor): Code {
  const parts = body?.kind === "multipart" ? body.parts : [];
  const odd = (part: DescriptorPart) =>
    /\p{Cc}/u.test(part.name) || ("file" in part ? /\p{Cc}/u.test(part.file.name) : part.contentType !== undefined);
  const whole = writtenIf(parts.some(odd), body);
  const known = CLASSES.includes(method) && !(body && /^(?:GET|HEAD|DELETE|OPTIONS|TRACE)$/.test(method));
  const request = known
    ? rb`Net::HTTP::${run(method.slice(0, 1) + method.slice(1).toLowerCase(), "t")}.new(uri)`
    : rb`Net::HTTPGenericRequest.new(${string(method)}, ${body ? rb`true` : rb`false`}, ${method === "HEAD" ? rb`false` : rb`true`}, uri)`;
  const added: string[] = [];
  return lines(
    rb`require 'net/http'`,
    blank,
    rb`uri = URI(${string(url)})`,
    rb`request = ${request}`,
    headers.map(([name, value]) => {
      const again = added.includes(name.toLowerCase());
      added.push(name.toLowerCase());
      if (again) return rb`request.add_field(${string(name)}, ${string(value)})`;
      return rb`request[${string(name)}] = ${string(value)}`;
    }),
    whole && rb`request['Content-Type'] = ${string(whole.type)}`,
    body &&
      body.kind !== "multipart" &&
      headerOf(headers, "content-type") === undefined &&
      rb`def request.supply_default_content_type; end`,
    body?.kind === "text" && long(body.text),
    body?.kind === "file" && rb`request.body = File.binread(${string(body.file.name)})`,
    whole && [
      rb`request.body = [`,
      ...whole.pieces.flatMap((piece) =>
        "file" in piece
          ? [rb`  File.binread(${string(piece.file.name)}),`]
          : piece.lines.map((line) => rb`  ${string(line)}.b,`),
      ),
      rb`].join`,
    ],
    body?.kind === "multipart" && !whole && form(body.parts),
    blank,
    rb`response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == 'https') do |http|`,
    rb`  http.request(request)`,
    rb`end`,
    rb`puts response.code, response.body`,
  );
}

/**
 * Writes lines in a heredoc with a quoted delimiter, where no characters have a special meaning. Heredocs always end in
 * a line break.
 */
function long(text: string): Code {
  if (!isLegible(text) || /^\s*BODY$/m.test(text)) return rb`request.body = ${string(text)}`;
  const ended = text.endsWith("\n");
  const start = ended ? rb`request.body = ${literal("<<'BODY'")}` : rb`request.body = ${literal("<<'BODY'")}.chomp`;
  return join([start, run("\n"), literal(`${ended ? text : `${text}\n`}BODY`)]);
}

function form(parts: readonly DescriptorPart[]): Code {
  return lines(
    rb`request.set_form([`,
    parts.map((part) => {
      if ("text" in part) return rb`  [${string(part.name)}, ${string(part.text)}],`;
      const type = part.contentType === undefined ? [] : rb`, content_type: ${string(part.contentType)}`;
      const name = string(part.file.name);
      return rb`  [${string(part.name)}, File.open(${name}, 'rb'), { filename: ${name}${type} }],`;
    }),
    rb`], 'multipart/form-data')`,
  );
}
