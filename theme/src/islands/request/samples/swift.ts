/** Swift: `URLSession`. Multipart bodies are written in full, because `URLSession` can't build them. */

import type { RequestDescriptor } from "../model.ts";
import { blank, type Code, lines, literal, template } from "./code.ts";
import { writtenIf } from "./request.ts";
import { BREAKS, braced, escaper, isLegible } from "./text.ts";

const swift = template({ keywords: "import var let try await as self", comment: "//" });

/** Doubles backslashes so that no `\(` interpolation remains. */
const escaped = escaper({ '"': '\\"', "\\": "\\\\", ...BREAKS }, braced);

const string = (text: string): Code => literal(`"${escaped(text)}"`);

/** Writes lines in a multiline literal if none of the characters are special there. */
const long = (text: string): Code =>
  isLegible(text) && !text.includes('"""') && !text.includes("\\") ? literal(`"""\n${text}\n"""`) : string(text);

export function generate({ method, url, headers, body }: RequestDescriptor): Code {
  const whole = writtenIf(true, body);
  const sent = whole ? [...headers, ["Content-Type", whole.type] as const] : headers;
  const contents = (name: string) => swift`try Data(contentsOf: URL(fileURLWithPath: ${string(name)}))`;
  return lines(
    swift`import Foundation`,
    blank,
    swift`var request = URLRequest(url: URL(string: ${string(url)})!)`,
    swift`request.httpMethod = ${string(method)}`,
    sent.map(([name, value]) => swift`request.addValue(${string(value)}, forHTTPHeaderField: ${string(name)})`),
    body?.kind === "text" && swift`request.httpBody = Data(${long(body.text)}.utf8)`,
    body?.kind === "file" && swift`request.httpBody = ${contents(body.file.name)}`,
    whole && [
      swift`var body = Data()`,
      ...whole.pieces.map((piece) =>
        "file" in piece
          ? swift`body.append(${contents(piece.file.name)})`
          : lines(piece.lines.map((line) => swift`body.append(Data(${string(line)}.utf8))`)),
      ),
      swift`request.httpBody = body`,
    ],
    blank,
    swift`let (data, _) = try await URLSession.shared.data(for: request)`,
    swift`print(String(decoding: data, as: UTF8.self))`,
  );
}
