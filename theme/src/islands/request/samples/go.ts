/** Go: `net/http`. A file is read into memory so that its length is sent. `mime/multipart` writes multipart bodies. */

import type { DescriptorPart, MultipartBody, RequestDescriptor } from "../model.ts";
import { headOf } from "../parts.ts";
import { blank, type Code, lines, literal, plain, run, template } from "./code.ts";
import { BREAKS, escaper, hex, isBetterRaw, longUnits } from "./text.ts";

const go = template({ keywords: "package import func if nil return defer var", comment: "//" });

const escaped = escaper({ '"': '\\"', "\\": "\\\\", ...BREAKS }, (point) =>
  point < 0x80 ? `\\x${hex(point, 2)}` : longUnits(point),
);

const string = (text: string): Code => literal(`"${escaped(text)}"`);

/** Writes lines in a raw string, where nothing needs escaping. */
const long = (text: string): Code => (isBetterRaw(text) && !text.includes("`") ? literal(`\`${text}\``) : string(text));

const check = [go`	if err != nil {`, go`		log.Fatal(err)`, go`	}`];

export function generate({ method, url, headers, body }: RequestDescriptor): Code {
  const parts = body?.kind === "multipart" ? body.parts : [];
  const files = body?.kind === "file" || parts.some((part) => "file" in part);
  const multipart = body?.kind === "multipart" ? body : undefined;
  const typed = multipart && parts.some((part) => !isField(part, multipart));
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
  ].filter((name) => name !== false && name !== undefined);
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
    multipart && form(multipart),
    go`	request, err := http.NewRequest(${string(method)}, ${string(url)}, ${source})`,
    check,
    headers.map(([name, value]) => go`	request.Header.Add(${string(name)}, ${string(value)})`),
    multipart && go`	request.Header.Set("Content-Type", ${type(multipart)})`,
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

const type = ({ mediaType }: MultipartBody): Code =>
  mediaType === undefined ? go`form.FormDataContentType()` : go`${string(`${mediaType}; boundary=`)}+form.Boundary()`;

/** Whether a part has only a name and text. `mime/multipart` has a function for such parts. */
const isField = (part: DescriptorPart, { mediaType }: MultipartBody): boolean =>
  "text" in part && mediaType === undefined && part.contentType === undefined && part.headers === undefined;

function form(multipart: MultipartBody): Code {
  return lines(
    go`	var body bytes.Buffer`,
    go`	form := multipart.NewWriter(&body)`,
    multipart.parts.flatMap((part, index): Code[] => {
      if ("text" in part && isField(part, multipart)) {
        return [go`	form.WriteField(${string(part.name)}, ${string(part.text)})`];
      }
      const number = run(String(index + 1));
      const head = headOf(part, multipart).map(([name, value]) => [string(name), string(value)] as const);
      const widest = Math.max(...head.map(([name]) => plain(name).length));
      return [
        ...(head.length === 0
          ? [go`	part${number}, _ := form.CreatePart(textproto.MIMEHeader{})`]
          : [
              go`	part${number}, _ := form.CreatePart(textproto.MIMEHeader{`,
              ...head.map(
                ([name, value]) => go`		${name}:${run(" ".repeat(widest - plain(name).length + 1))}{${value}},`,
              ),
              go`	})`,
            ]),
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
