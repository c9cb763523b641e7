/**
 * Kotlin on the JVM: `java.net.http`, which needs no other library. Multipart bodies are written in full, because
 * `java.net.http` can't build them. See the sample for Java.
 */

import type { RequestDescriptor } from "../model.ts";
import { blank, type Code, join, lines, literal, run, template } from "./code.ts";
import { type written, writtenIf } from "./request.ts";
import { BREAKS, escaper, isBetterRaw, units } from "./text.ts";

const kt = template({ keywords: "import fun val", comment: "//" });

const escaped = escaper({ '"': '\\"', "\\": "\\\\", $: "\\$", ...BREAKS }, units);

const string = (text: string): Code => literal(`"${escaped(text)}"`);

/** Writes lines in a raw string, where only `$` is special. */
const long = (text: string): Code =>
  isBetterRaw(text) && !text.includes("$") && !text.includes('"""') && !/^"|"$/.test(text)
    ? literal(`"""${text}"""`)
    : string(text);

export function generate({ method, url, headers, body }: RequestDescriptor): Code {
  const whole = writtenIf(true, body);
  const files = body?.kind === "file" || whole?.pieces.some((piece) => "file" in piece);
  const sent = whole ? [...headers, ["Content-Type", whole.type] as const] : headers;
  return lines(
    kt`import java.net.URI`,
    kt`import java.net.http.HttpClient`,
    kt`import java.net.http.HttpRequest`,
    (body || method !== "GET") && kt`import java.net.http.HttpRequest.BodyPublishers`,
    kt`import java.net.http.HttpResponse.BodyHandlers`,
    files && kt`import java.nio.file.Path`,
    blank,
    kt`fun main() {`,
    kt`    val request = HttpRequest.newBuilder(URI.create(${string(url)}))`,
    sent.map(([name, value]) => kt`        .header(${string(name)}, ${string(value)})`),
    method === "GET" && !body ? kt`        .GET()` : kt`        .method(${string(method)}, ${publisher(body, whole)})`,
    kt`        .build()`,
    kt`    val response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString())`,
    kt`    println(response.body())`,
    kt`}`,
  );
}

function publisher(body: RequestDescriptor["body"], whole: ReturnType<typeof written> | undefined): Code {
  if (whole) return kt`BodyPublishers.concat(\n${join(whole.pieces.map(piece), kt`,\n`)})`;
  if (body?.kind === "text") return kt`BodyPublishers.ofString(${long(body.text)})`;
  if (body?.kind === "file") return kt`BodyPublishers.ofFile(Path.of(${string(body.file.name)}))`;
  return kt`BodyPublishers.noBody()`;
}

function piece(piece: ReturnType<typeof written>["pieces"][number]): Code {
  const indent = "            ";
  if ("file" in piece) return kt`${run(indent)}BodyPublishers.ofFile(Path.of(${string(piece.file.name)}))`;
  const text = join(piece.lines.map(string), kt` +\n${run(indent)}    `);
  return kt`${run(indent)}BodyPublishers.ofString(${text})`;
}
