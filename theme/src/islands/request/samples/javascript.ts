/**
 * JavaScript in a browser: `fetch`. Browsers set some headers themselves and don't send a body with GET or HEAD. In the
 * sample, a comment explains what can't be sent. Files come from a file input on the page. For parts, see the sample
 * for Node.js.
 */

import type { DescriptorBody, DescriptorPart, RequestDescriptor } from "../model.ts";
import { blank, type Code, lines, run } from "./code.ts";
import { js, jsBody, jsFetch, jsHeaders, jsPieces, jsString, unlikeForm } from "./ecmascript.ts";
import { headerOf } from "./request.ts";

/** Headers that browsers reserve, in lowercase. */
const FORBIDDEN =
  /^(?:accept-(?:charset|encoding)|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;

const comment = (text: string): Code => run(`// ${text}`, "c");

export function generate({ method, url, headers, body: described }: RequestDescriptor): Code {
  const forbidden = headers.filter(([name]) => FORBIDDEN.test(name));
  const cookies = forbidden.some(([name]) => name.toLowerCase() === "cookie");
  const bodyless = method === "GET" || method === "HEAD";
  const body = bodyless ? undefined : described;
  const whole = unlikeForm(body);
  const kept = headers.filter(([name]) => !FORBIDDEN.test(name));
  const allowed = whole ? [...kept, ["Content-Type", whole.type] as const] : kept;
  const parts = body?.kind === "multipart" ? body.parts : [];
  const files = body?.kind === "file" ? 1 : parts.filter((part) => "file" in part).length;
  let file = 0;
  const chosen = () => (files === 1 ? js`file` : js`files[${run(String(file++), "n")}]`);
  const options = [
    method !== "GET" && js`  method: ${jsString(method)},`,
    cookies && js`  credentials: "include",`,
    allowed.length > 0 && jsHeaders(allowed),
    body && (whole ? jsPieces(whole.pieces, chosen) : js`  body: ${content(body, headers)},`),
  ].filter((option) => option !== false && option !== undefined);
  return lines(
    described && bodyless && comment("A browser sends no body with this method, so the body is left out here."),
    notes(cookies, forbidden.length),
    files > 0 &&
      js`const ${files === 1 ? js`[file]` : js`files`} = document.querySelector('input[type="file"]').files;`,
    body?.kind === "multipart" && !whole && form(parts, chosen),
    (files > 0 || (parts.length > 0 && !whole)) && blank,
    options.length === 0
      ? jsFetch(jsString(url))
      : lines(js`const response = await fetch(${jsString(url)}, {`, options, js`});`),
    js`console.log(response.status, await response.text());`,
  );
}

/** Describes how browsers handle reserved headers. */
const notes = (cookies: boolean, forbidden: number): Code =>
  lines(
    cookies && comment("A browser sends the cookies that it has for this URL; a script can't set others."),
    forbidden > (cookies ? 1 : 0) && comment("A browser sets some of the headers itself. They're left out here."),
  );

/** Returns the expression for a body that isn't written in full. */
function content(body: DescriptorBody, headers: RequestDescriptor["headers"]): Code {
  if (body.kind !== "text") return body.kind === "file" ? js`file` : js`form`;
  return headerOf(headers, "content-type") === undefined
    ? js`new TextEncoder().encode(${jsBody(body.text)})`
    : jsBody(body.text);
}

/** Writes a form with parts. `chosen` returns the next file that the reader has selected. */
const form = (parts: readonly DescriptorPart[], chosen: () => Code): Code =>
  lines(
    js`const form = new FormData();`,
    parts.map((part) => {
      const name = jsString(part.name);
      if ("text" in part) return js`form.append(${name}, ${jsString(part.text)});`;
      const type = part.contentType === undefined ? [] : js`, { type: ${jsString(part.contentType)} }`;
      return js`form.append(${name}, new Blob([${chosen()}]${type}), ${jsString(part.file.name)});`;
    }),
  );
