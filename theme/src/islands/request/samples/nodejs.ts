/**
 * Node.js: `fetch`. `fetch` sends strings unchanged, except in parts. In parts, `fetch` converts line breaks to CR LF,
 * as web standards require. Text without a `Content-Type` is sent as bytes, because `fetch` doesn't add a type for
 * bytes. `fetch` supports neither TRACE requests nor GET and HEAD requests with a body, so these requests use
 * `node:http`.
 */

import type { DescriptorBody, RequestDescriptor } from "../model.ts";
import { blank, type Code, lines } from "./code.ts";
import { js, jsBody, jsFetch, jsHeaders, jsName, jsPieces, jsString, unlikeForm } from "./ecmascript.ts";
import { combined, headerOf } from "./request.ts";

export function generate(request: RequestDescriptor): Code {
  const { method, body } = request;
  const unfetchable = method === "TRACE" || method === "CONNECT" || (body && (method === "GET" || method === "HEAD"));
  return unfetchable && body?.kind !== "multipart" ? withHttp(request) : withFetch(request);
}

const readFile = js`import { readFile } from "node:fs/promises";`;

function withFetch({ method, url, headers, body }: RequestDescriptor): Code {
  const whole = unlikeForm(body);
  const multipart = body?.kind === "multipart";
  const form = multipart && !whole;
  const sent = whole ? [...headers, ["Content-Type", whole.type] as const] : headers;
  const files = body?.kind === "file" || (multipart && body.parts.some((part) => "file" in part));
  const options = [
    method !== "GET" && js`  method: ${jsString(method)},`,
    sent.length > 0 && jsHeaders(sent),
    whole && jsPieces(whole.pieces, ({ name }) => js`await readFile(${jsString(name)})`),
    form && js`  body: form,`,
    body && !multipart && js`  body: ${content(body, headerOf(headers, "content-type") === undefined)},`,
  ].filter((option) => option !== false && option !== undefined);
  return lines(
    files && [readFile, blank],
    form && js`const form = new FormData();`,
    form &&
      body.parts.map((part) => {
        const name = jsString(part.name);
        if ("text" in part) return js`form.append(${name}, ${jsString(part.text)});`;
        const file = jsString(part.file.name);
        const type = part.contentType === undefined ? [] : js`, { type: ${jsString(part.contentType)} }`;
        return js`form.append(${name}, new Blob([await readFile(${file})]${type}), ${file});`;
      }),
    form && blank,
    options.length === 0
      ? jsFetch(jsString(url))
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
