/**
 * C#: `HttpClient`, in a program that also works with older compilers, including Mono's. Bodies are bytes, because
 * `StringContent` adds a character set to the type. Content headers are set on the content, and other headers are set
 * on the request. Headers aren't validated. A multipart body is written in full if it isn't a standard form, or if
 * names contain special characters. Different versions of .NET quote such names differently.
 */

import type { DescriptorPart, RequestDescriptor } from "../model.ts";
import { blank, type Code, lines, literal, run, template } from "./code.ts";
import { type written, writtenIf } from "./request.ts";
import { BREAKS, escaper, isLegible, longUnits } from "./text.ts";

const cs = template({ keywords: "using class static async await void new var return", comment: "//" });

const escaped = escaper({ '"': '\\"', "\\": "\\\\", ...BREAKS }, longUnits);

const string = (text: string): Code => literal(`"${escaped(text)}"`);

/** Writes lines in a verbatim string, where only quotes need escaping. */
const long = (text: string): Code => (isLegible(text) ? literal(`@"${text.replaceAll('"', '""')}"`) : string(text));

/** The headers that `HttpClient` accepts only on content. */
const OF_CONTENT = /^(?:allow|content-.+|expires|last-modified)$/i;

const bytes = (text: Code) => cs`new ByteArrayContent(Encoding.UTF8.GetBytes(${text}))`;
const file = (name: Code) => cs`new ByteArrayContent(File.ReadAllBytes(${name}))`;

export function generate({ method, url, headers, body }: RequestDescriptor): Code {
  const parts = body?.kind === "multipart" ? body.parts : [];
  const ofContent = headers.filter(([name]) => OF_CONTENT.test(name));
  const files = body?.kind === "file" || parts.some((part) => "file" in part);
  const whole = writtenIf(!parts.every(isPlain), body);
  const texts =
    body?.kind === "text" ||
    whole !== undefined ||
    parts.some((part) => "text" in part) ||
    (!body && ofContent.length > 0);
  const add =
    (to: Code, indent = "            ") =>
    ([name, value]: readonly [string, string]) =>
      cs`${run(indent)}${to}.Headers.TryAddWithoutValidation(${string(name)}, ${string(value)});`;
  return lines(
    cs`using System;`,
    files && cs`using System.IO;`,
    whole && cs`using System.Linq;`,
    cs`using System.Net.Http;`,
    texts && cs`using System.Text;`,
    cs`using System.Threading.Tasks;`,
    blank,
    cs`class Program`,
    cs`{`,
    cs`    static void Main()`,
    cs`    {`,
    cs`        SendAsync().GetAwaiter().GetResult();`,
    cs`    }`,
    blank,
    cs`    static async Task SendAsync()`,
    cs`    {`,
    cs`        using (var client = new HttpClient())`,
    cs`        using (var request = new HttpRequestMessage(${httpMethod(method)}, ${string(url)}))`,
    cs`        {`,
    headers.filter(([name]) => !OF_CONTENT.test(name)).map(add(cs`request`)),
    body?.kind === "text" && cs`            request.Content = ${bytes(long(body.text))};`,
    body?.kind === "file" && cs`            request.Content = ${file(string(body.file.name))};`,
    !body && ofContent.length > 0 && cs`            request.Content = ${bytes(string(""))};`,
    whole && [
      cs`            request.Content = new ByteArrayContent(new[]`,
      cs`            {`,
      ...whole.pieces.flatMap(piece),
      cs`            }.SelectMany(piece => piece).ToArray());`,
      add(cs`request.Content`)(["Content-Type", whole.type]),
    ],
    body?.kind === "multipart" &&
      !whole && [
        cs`            var form = new MultipartFormDataContent();`,
        ...parts.map(part),
        cs`            request.Content = form;`,
      ],
    ofContent.map(add(cs`request.Content`)),
    cs`            var response = await client.SendAsync(request);`,
    cs`            Console.WriteLine(await response.Content.ReadAsStringAsync());`,
    cs`        }`,
    cs`    }`,
    cs`}`,
  );
}

function httpMethod(method: string): Code {
  const known = ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE"].includes(method);
  if (!known) return cs`new HttpMethod(${string(method)})`;
  return cs`HttpMethod.${run(method.slice(0, 1) + method.slice(1).toLowerCase())}`;
}

const isPlain = (part: DescriptorPart): boolean =>
  [part.name, "file" in part ? part.file.name : ""].every((name) => /^[\w.[\]-]*$/.test(name));

const piece = (piece: ReturnType<typeof written>["pieces"][number]): Code[] =>
  "file" in piece
    ? [cs`                File.ReadAllBytes(${string(piece.file.name)}),`]
    : piece.lines.map((line) => cs`                Encoding.UTF8.GetBytes(${string(line)}),`);

function part(part: DescriptorPart, index: number): Code {
  const number = run(String(index + 1));
  const content = "text" in part ? bytes(string(part.text)) : file(string(part.file.name));
  const type = part.contentType === undefined ? undefined : string(part.contentType);
  const name = "file" in part ? cs`, ${string(part.file.name)}` : [];
  return lines(
    cs`            var part${number} = ${content};`,
    type && cs`            part${number}.Headers.TryAddWithoutValidation("Content-Type", ${type});`,
    cs`            form.Add(part${number}, ${string(part.name)}${name});`,
  );
}
