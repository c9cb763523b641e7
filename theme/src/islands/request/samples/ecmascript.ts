/** Code that the samples for Node.js and browsers share: literals, headers, and multipart bodies. */

import type { DescriptorBody, FileValue, RequestDescriptor } from "../model.ts";
import { type Code, lines, literal, plain, run, template } from "./code.ts";
import { hasRepeated, type Piece, type written, writtenIf } from "./request.ts";
import { BREAKS, escaper, isLegible, units } from "./text.ts";

export const js = template({
  keywords: "import from const await new async function return document",
  comment: "//",
});

const escaped = escaper({ "\\": "\\\\", ...BREAKS }, units);

/**
 * Writes a string in the quotes that need fewer escapes. Also escapes `</script`. If the sample is pasted into a page,
 * `</script` would end the script.
 */
export function jsString(text: string): Code {
  const quote = text.includes('"') && !text.includes("'") ? "'" : '"';
  return literal(quote + escaped(text).replaceAll(quote, `\\${quote}`).replaceAll("</", "<\\/") + quote);
}

/** Writes a body as lines in a template literal if none of the body's characters are special there. */
export const jsBody = (text: string): Code =>
  isLegible(text) && !/[`\\]|\$\{|<\//.test(text) ? literal(`\`${text}\``) : jsString(text);

/**
 * Writes, in full, a multipart body that `FormData` can't represent. `FormData` converts each text with a media type to
 * a file, doesn't support other headers, and always represents a form.
 */
export const unlikeForm = (body: DescriptorBody | undefined): ReturnType<typeof written> | undefined =>
  writtenIf(body?.kind === "multipart" && body.parts.some((part) => "text" in part && part.contentType), body);

/** Returns the `body` option for a body that's written in full. */
export const jsPieces = (pieces: readonly Piece[], file: (file: FileValue) => Code): Code =>
  lines(
    js`  body: new Blob([`,
    pieces.flatMap((piece) =>
      "file" in piece ? [js`    ${file(piece.file)},`] : piece.lines.map((line) => js`    ${jsString(line)},`),
    ),
    js`  ]),`,
  );

/** Writes the name of a property. */
export const jsName = (name: string): Code => (/^[A-Za-z]+$/.test(name) ? run(name, "a") : jsString(name));

/** Returns the `headers` option. The value is an object or, if a name repeats, a list of pairs. */
export function jsHeaders(headers: RequestDescriptor["headers"]): Code {
  if (hasRepeated(headers)) {
    const pair = ([name, value]: readonly [string, string]) => js`    [${jsString(name)}, ${jsString(value)}],`;
    return lines(js`  headers: [`, headers.map(pair), js`  ],`);
  }
  const property = ([name, value]: readonly [string, string]) => js`    ${jsName(name)}: ${jsString(value)},`;
  return lines(js`  headers: {`, headers.map(property), js`  },`);
}

/** The maximum length of a line, as in Prettier. */
const WIDTH = 80;

/** Writes a request without options. A long URL has its own line. */
export function jsFetch(url: Code): Code {
  const line = js`const response = await fetch(${url});`;
  return plain(line).length <= WIDTH ? line : lines(js`const response = await fetch(`, js`  ${url},`, js`);`);
}
