/**
 * Node.js: `fetch`. Its strings reach the wire as they are, but in parts, where the web's rules turn line breaks into
 * CR LF. A text part with a media type is a `Blob`, which has a file's name. A text without `Content-Type` is sent as bytes,
 * for which `fetch` adds none. GET and HEAD with a body, and TRACE, are forbidden to `fetch` and go through `node:http`.
 */

import type { DescriptorBody, RequestDescriptor } from "../model.ts";
import { blank, type Code, lines } from "./code.ts";
import { js, jsBody, jsHeaders, jsName, jsString } from "./ecmascript.ts";
import { combined, headerOf } from "./request.ts";

export function generate(request: RequestDescriptor): Code {
  const { method, body } = request;
  const unfetchable = method === "TRACE" || method === "CONNECT" || (body && (method === "GET" || method === "HEAD"));
  return unfetchable && body?.kind !== "multipart" ? withHttp(request) : withFetch(request);
}

const readFile = js`import { readFile } from "node:fs/promises";`;

function withFetch({ method, url, headers, body }: RequestDescriptor): Code {
  const multipart = body?.kind === "multipart";
  const files = body?.kind === "file" || (multipart && body.parts.some((part) => "file" in part));
  const options = [
    method !== "GET" && js`  method: ${jsString(method)},`,
    headers.length > 0 && jsHeaders(headers),
    body && js`  body: ${multipart ? js`form` : content(body, headerOf(headers, "content-type") === undefined)},`,
  ].filter((option) => option !== false && option !== undefined);
  return lines(
    files && [readFile, blank],
    multipart && js`const form = new FormData();`,
    multipart &&
      body.parts.map((part) => {
        const name = jsString(part.name);
        if ("text" in part) {
          if (part.contentType === undefined) return js`form.append(${name}, ${jsString(part.text)});`;
          return js`form.append(${name}, new Blob([${jsString(part.text)}], { type: ${jsString(part.contentType)} }));`;
        }
        const file = jsString(part.file.name);
        const type = part.contentType === undefined ? [] : js`, { type: ${jsString(part.contentType)} }`;
        return js`form.append(${name}, new Blob([await readFile(${file})]${type}), ${file});`;
      }),
    multipart && blank,
    options.length === 0
      ? js`const response = await fetch(${jsString(url)});`
      : lines(js`const response = await fetch(${jsString(url)}, {`, options, js`});`),
    js`console.log(response.status, await response.text());`,
  );
}

function content(body: Exclude<DescriptorBody, { kind: "multipart" }>, bytes: boolean): Code {
  if (body.kind === "file") return js`await readFile(${jsString(body.file.name)})`;
  return bytes ? js`new TextEncoder().encode(${jsBody(body.text)})` : jsBody(body.text);
}

function withHttp({ method, url, headers, body }: RequestDescriptor): Code {
  const module = url.startsWith("https:") ? js`https` : js`http`;
  const from = jsString(url.startsWith("https:") ? "node:https" : "node:http");
  const text = body?.kind === "text" ? jsBody(body.text) : undefined;
  const file = body?.kind === "file" ? js`await readFile(${jsString(body.file.name)})` : undefined;
  const length = js`    "Content-Length": Buffer.byteLength(body),`;
  return lines(
    file && readFile,
    js`import ${module} from ${from};`,
    blank,
    body && js`const body = ${text ?? file ?? []};`,
    lines(
      js`const request = ${module}.request(${jsString(url)}, {`,
      js`  method: ${jsString(method)},`,
      js`  headers: {`,
      combined(headers).map(([name, value]) => js`    ${jsName(name)}: ${jsString(value)},`),
      body && length,
      js`  },`,
      js`});`,
      js`request.on("response", (response) => {`,
      js`  console.log(response.statusCode);`,
      js`  response.pipe(process.stdout);`,
      js`});`,
      body ? js`request.end(body);` : js`request.end();`,
    ),
  );
}
