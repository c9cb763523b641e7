/** Go: `net/http`. A file is read whole, so that its length is sent; a body of parts is written by `mime/multipart`. */

import type { DescriptorPart, RequestDescriptor } from "../model.ts";
import { blank, type Code, lines, literal, run, template } from "./code.ts";
import { inQuotes } from "./request.ts";
import { BREAKS, escaper, hex, isBetterRaw, longUnits } from "./text.ts";

const go = template({ keywords: "package import func if nil return defer var", comment: "//" });

const escaped = escaper({ '"': '\\"', "\\": "\\\\", ...BREAKS }, (point) =>
  point < 0x80 ? `\\x${hex(point, 2)}` : longUnits(point),
);

const string = (text: string): Code => literal(`"${escaped(text)}"`);

/** Over its lines in a raw string, in which nothing is escaped. */
const long = (text: string): Code => (isBetterRaw(text) && !text.includes("`") ? literal(`\`${text}\``) : string(text));

const check = [go`	if err != nil {`, go`		log.Fatal(err)`, go`	}`];

export function generate({ method, url, headers, body }: RequestDescriptor): Code {
  const parts = body?.kind === "multipart" ? body.parts : [];
  const files = body?.kind === "file" || parts.some((part) => "file" in part);
  const typed = parts.some((part) => "file" in part || part.contentType !== undefined);
  const imports = [
    (body?.kind === "file" || body?.kind === "multipart") && "bytes",
    "fmt",
    "io",
    "log",
    body?.kind === "multipart" && "mime/multipart",
    "net/http",
    typed && "net/textproto",
    files && "os",
    body?.kind === "text" && "strings",
  ].filter((name) => name !== false);
  const source = body ? (body.kind === "multipart" ? go`&body` : go`body`) : go`nil`;
  return lines(
    go`package main`,
    blank,
    go`import (`,
    imports.map((name) => go`	${literal(`"${name}"`)}`),
    go`)`,
    blank,
    go`func main() {`,
    body?.kind === "text" && go`	body := strings.NewReader(${long(body.text)})`,
    body?.kind === "file" && [
      go`	file, err := os.ReadFile(${string(body.file.name)})`,
      ...check,
      go`	body := bytes.NewReader(file)`,
    ],
    body?.kind === "multipart" && form(parts),
    go`	request, err := http.NewRequest(${string(method)}, ${string(url)}, ${source})`,
    check,
    headers.map(([name, value]) => go`	request.Header.Add(${string(name)}, ${string(value)})`),
    body?.kind === "multipart" && go`	request.Header.Set("Content-Type", form.FormDataContentType())`,
    blank,
    go`	response, err := http.DefaultClient.Do(request)`,
    check,
    go`	defer response.Body.Close()`,
    go`	text, err := io.ReadAll(response.Body)`,
    check,
    go`	fmt.Println(response.Status, string(text))`,
    go`}`,
  );
}

function form(parts: readonly DescriptorPart[]): Code {
  return lines(
    go`	var body bytes.Buffer`,
    go`	form := multipart.NewWriter(&body)`,
    parts.flatMap((part, index): Code[] => {
      if ("text" in part && part.contentType === undefined) {
        return [go`	form.WriteField(${string(part.name)}, ${string(part.text)})`];
      }
      const number = run(String(index + 1));
      const file = "file" in part ? `; filename="${inQuotes(part.file.name)}"` : "";
      const disposition = `form-data; name="${inQuotes(part.name)}"${file}`;
      return [
        go`	part${number}, _ := form.CreatePart(textproto.MIMEHeader{`,
        go`		"Content-Disposition": {${string(disposition)}},`,
        ...(part.contentType === undefined ? [] : [go`		"Content-Type":        {${string(part.contentType)}},`]),
        go`	})`,
        ...("text" in part
          ? [go`	io.WriteString(part${number}, ${string(part.text)})`]
          : [
              go`	file${number}, err := os.ReadFile(${string(part.file.name)})`,
              ...check,
              go`	part${number}.Write(file${number})`,
            ]),
      ];
    }),
    go`	form.Close()`,
    blank,
  );
}
