/**
 * Java: `java.net.http`, with Java 15's text blocks. Multipart bodies are written in full, because the library can't
 * build them. The library sets `Connection`, `Content-Length`, `Expect`, `Host`, and `Upgrade` itself.
 */

import type { RequestDescriptor } from "../model.ts";
import { blank, type Code, join, lines, literal, run, template } from "./code.ts";
import { type written, writtenIf } from "./request.ts";
import { BREAKS, escaper, isLegible, units } from "./text.ts";

const java = template({ keywords: "import public class static void throws var new", comment: "//" });

/**
 * Escapes control characters in octal. Java replaces Unicode escapes before it parses the code, so the code would
 * contain the control character itself.
 */
const escaped = escaper({ '"': '\\"', "\\": "\\\\", ...BREAKS }, (point) =>
  point < 0x80 ? `\\${point.toString(8).padStart(3, "0")}` : units(point),
);

const string = (text: string): Code => literal(`"${escaped(text)}"`);

/** Writes lines in a text block if none of the characters are special there. The indentation isn't part of the text. */
function long(text: string, indent: string): Code {
  const indented = text.split("\n").every((line) => line === "" || line.startsWith(" "));
  if (!isLegible(text) || indented || text.includes("\\") || text.includes('"""') || text.endsWith('"')) {
    return string(text);
  }
  const shown = text.replace(/^(?=.)/gm, indent);
  return literal(`"""\n${shown}${text.endsWith("\n") ? indent : ""}"""`);
}

export function generate({ method, url, headers, body }: RequestDescriptor): Code {
  const whole = writtenIf(true, body);
  const files = body?.kind === "file" || whole?.pieces.some((piece) => "file" in piece);
  const sent = whole ? [...headers, ["Content-Type", whole.type] as const] : headers;
  return lines(
    java`import java.net.URI;`,
    java`import java.net.http.HttpClient;`,
    java`import java.net.http.HttpRequest;`,
    body && java`import java.net.http.HttpRequest.BodyPublishers;`,
    java`import java.net.http.HttpResponse.BodyHandlers;`,
    files && java`import java.nio.file.Path;`,
    blank,
    java`public class Main {`,
    java`    public static void main(String[] args) throws Exception {`,
    java`        var request = HttpRequest.newBuilder(URI.create(${string(url)}))`,
    sent.map(([name, value]) => java`            .header(${string(name)}, ${string(value)})`),
    call(method, body, whole),
    java`            .build();`,
    java`        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());`,
    java`        System.out.println(response.statusCode() + " " + response.body());`,
    java`    }`,
    java`}`,
  );
}

function call(method: string, body: RequestDescriptor["body"], whole: ReturnType<typeof written> | undefined): Code {
  const publisher = whole
    ? java`BodyPublishers.concat(\n${join(whole.pieces.map(piece), java`,\n`)})`
    : body?.kind === "text"
      ? java`BodyPublishers.ofString(${long(body.text, "                ")})`
      : body?.kind === "file"
        ? java`BodyPublishers.ofFile(Path.of(${string(body.file.name)}))`
        : undefined;
  if (publisher) {
    if (method === "POST" || method === "PUT") return java`            .${run(method, "f")}(${publisher})`;
    return java`            .method(${string(method)}, ${publisher})`;
  }
  if (method === "GET" || method === "DELETE") return java`            .${run(method, "f")}()`;
  return java`            .method(${string(method)}, HttpRequest.BodyPublishers.noBody())`;
}

function piece(piece: ReturnType<typeof written>["pieces"][number]): Code {
  const indent = "                ";
  if ("file" in piece) return java`${run(indent)}BodyPublishers.ofFile(Path.of(${string(piece.file.name)}))`;
  const text = join(piece.lines.map(string), java`\n${run(indent)}    + `);
  return java`${run(indent)}BodyPublishers.ofString(${text})`;
}
