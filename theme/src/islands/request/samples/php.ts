/**
 * PHP: the cURL extension. Parts are written as an array, in which names can't repeat and text can't have a media type.
 * Bodies with repeated names or with text that has a media type are written in full. The `Content-Type:` header
 * prevents cURL from adding a header of its own.
 */

import type { DescriptorPart, RequestDescriptor } from "../model.ts";
import { blank, type Code, join, lines, literal, run, template } from "./code.ts";
import { headerOf, type written, writtenIf } from "./request.ts";
import { BREAKS, braced, escaper, isLegible } from "./text.ts";

const php = template({ keywords: "if throw new true false echo", comment: "//" });

const escaped = escaper({ '"': '\\"', "\\": "\\\\", $: "\\$", ...BREAKS }, braced);

/**
 * Writes a string in single quotes, where only quotes and backslashes are special. If other characters must be escaped,
 * uses double quotes.
 */
const string = (text: string): Code => {
  const double = escaped(text);
  const simple = text.replace(/['\\]/g, "\\$&");
  return literal(double === text.replace(/["\\$]/g, "\\$&") ? `'${simple}'` : `"${double}"`);
};

/** Writes lines in a nowdoc, where no characters have a special meaning. */
const long = (text: string): Code =>
  isLegible(text) && !/^\s*BODY/m.test(text) ? literal(`<<<'BODY'\n${text}\nBODY`) : string(text);

export function generate({ method, url, headers, body }: RequestDescriptor): Code {
  const parts = body?.kind === "multipart" ? body.parts : [];
  const names = new Set(parts.map((part) => part.name));
  const typed = parts.some((part) => "text" in part && (part.contentType !== undefined || part.text.includes("\0")));
  const nul = parts.some((part) => part.name.includes("\0"));
  const whole = writtenIf(typed || nul || names.size < parts.length, body);
  const sent = headers.map(([name, value]) => (value === "" ? `${name};` : `${name}: ${value}`));
  if (whole) sent.push(`Content-Type: ${whole.type}`);
  else if (body && body.kind !== "multipart" && headerOf(headers, "content-type") === undefined) {
    sent.push("Content-Type:");
  }
  return lines(
    run("<?php", "d"),
    blank,
    php`$curl = curl_init(${string(url)});`,
    php`curl_setopt_array($curl, [`,
    method === "HEAD" && !body && php`    CURLOPT_NOBODY => true,`,
    method !== "GET" && (method !== "HEAD" || body) && php`    CURLOPT_CUSTOMREQUEST => ${string(method)},`,
    method === "GET" && body && php`    CURLOPT_CUSTOMREQUEST => ${string(method)},`,
    php`    CURLOPT_RETURNTRANSFER => true,`,
    sent.length > 0 && [
      php`    CURLOPT_HTTPHEADER => [`,
      ...sent.map((header) => php`        ${string(header)},`),
      php`    ],`,
    ],
    body?.kind === "text" && php`    CURLOPT_POSTFIELDS => ${long(body.text)},`,
    body?.kind === "file" && php`    CURLOPT_POSTFIELDS => file_get_contents(${string(body.file.name)}),`,
    whole && php`    CURLOPT_POSTFIELDS => ${join(whole.pieces.flatMap(piece), php`\n        . `)},`,
    body?.kind === "multipart" && !whole && [php`    CURLOPT_POSTFIELDS => [`, ...parts.map(part), php`    ],`],
    php`]);`,
    php`$response = curl_exec($curl);`,
    php`if ($response === false) {`,
    php`    throw new RuntimeException(curl_error($curl));`,
    php`}`,
    php`echo $response;`,
  );
}

const piece = (piece: ReturnType<typeof written>["pieces"][number]): Code[] =>
  "file" in piece ? [php`file_get_contents(${string(piece.file.name)})`] : piece.lines.map(string);

function part(part: DescriptorPart): Code {
  if ("text" in part) return php`        ${string(part.name)} => ${string(part.text)},`;
  const name = string(part.file.name);
  const type = part.contentType === undefined ? php`''` : string(part.contentType);
  return php`        ${string(part.name)} => new CURLFile(${name}, ${type}, ${name}),`;
}
