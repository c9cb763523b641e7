/**
 * JavaScript in a browser: `fetch`. A browser sets some headers itself and sends no body with GET or HEAD: a comment says
 * what cannot be sent. Files come from a file input of the page. For parts see the sample for Node.js.
 */

import type { RequestDescriptor } from "../model.ts";
import { blank, type Code, lines, run } from "./code.ts";
import { js, jsBody, jsHeaders, jsString } from "./ecmascript.ts";
import { headerOf } from "./request.ts";

/** Headers that a browser keeps to itself, in lower case. */
const FORBIDDEN =
  /^(?:accept-(?:charset|encoding)|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;

const comment = (text: string): Code => run(`// ${text}`, "c");

export function generate({ method, url, headers, body: described }: RequestDescriptor): Code {
  const forbidden = headers.filter(([name]) => FORBIDDEN.test(name));
  const allowed = headers.filter(([name]) => !FORBIDDEN.test(name));
  const cookies = forbidden.some(([name]) => name.toLowerCase() === "cookie");
  const bodyless = method === "GET" || method === "HEAD";
  const body = bodyless ? undefined : described;
  const parts = body?.kind === "multipart" ? body.parts : [];
  const files = body?.kind === "file" ? 1 : parts.filter((part) => "file" in part).length;
  let file = 0;
  const options = [
    method !== "GET" && js`  method: ${jsString(method)},`,
    cookies && js`  credentials: "include",`,
    allowed.length > 0 && jsHeaders(allowed),
    body?.kind === "text" &&
      (headerOf(headers, "content-type") === undefined
        ? js`  body: new TextEncoder().encode(${jsBody(body.text)}),`
        : js`  body: ${jsBody(body.text)},`),
    body?.kind === "file" && js`  body: file,`,
    body?.kind === "multipart" && js`  body: form,`,
  ].filter((option) => option !== false && option !== undefined);
  return lines(
    described && bodyless && comment("A browser sends no body with this method, so it is left out here."),
    cookies && comment("A browser sends the cookies that it has for this address; a script cannot set others."),
    forbidden.length > (cookies ? 1 : 0) &&
      comment("A browser sets some of the headers itself; they are left out here."),
    files === 1 && js`const [file] = document.querySelector('input[type="file"]').files;`,
    files > 1 && js`const files = document.querySelector('input[type="file"]').files;`,
    body?.kind === "multipart" && js`const form = new FormData();`,
    parts.map((part) => {
      const name = jsString(part.name);
      const type = part.contentType === undefined ? [] : js`, { type: ${jsString(part.contentType)} }`;
      if ("text" in part) {
        const text = jsString(part.text);
        return type.length > 0
          ? js`form.append(${name}, new Blob([${text}]${type}));`
          : js`form.append(${name}, ${text});`;
      }
      const chosen = files === 1 ? js`file` : js`files[${run(String(file++), "n")}]`;
      return js`form.append(${name}, new Blob([${chosen}]${type}), ${jsString(part.file.name)});`;
    }),
    files + parts.length > 0 && blank,
    options.length === 0
      ? js`const response = await fetch(${jsString(url)});`
      : lines(js`const response = await fetch(${jsString(url)}, {`, options, js`});`),
    js`console.log(response.status, await response.text());`,
  );
}
