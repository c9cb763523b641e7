/** Parses a multipart body as a server would. */

export interface Part {
  name: string;
  fileName: string | undefined;
  type: string | undefined;
  /** The part's other headers. If the part's disposition is unusual, the headers include the disposition. */
  headers: [name: string, value: string][];
  /** The part's bytes, with one character for each byte. */
  content: string;
}

/** Headers that clients add, or that are checked separately. */
const OWN = /^content-(?:type|length|transfer-encoding)$/;

export function parseParts(contentType: string, body: Buffer): Part[] {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (!/^multipart\//.test(contentType) || !boundary) throw new Error(`no parts: ${contentType}`);
  const text = `\r\n${body.toString("latin1")}`;
  const pieces = text.split(`\r\n--${boundary}`);
  if (pieces.length === 1 && body.length === 0) return [];
  const end = pieces.pop();
  if (!end?.startsWith("--")) throw new Error("the last part has no end");
  return pieces.slice(1).map((piece) => {
    const start = piece.indexOf("\r\n\r\n");
    const lines = piece.slice(2, Math.max(2, start)).split("\r\n").filter(Boolean);
    const head = lines.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    });
    const headers = new Map(head);
    const disposition = headers.get("content-disposition") ?? "";
    const type = headers.get("content-type");
    const usual = /^form-data\b|^attachment; filename=/.test(disposition);
    return {
      name: parameter(disposition, "name") ?? "",
      fileName: parameter(disposition, "filename"),
      // Clients can send defaults explicitly.
      headers: head.filter(([name]) => !(usual && name === "content-disposition") && !OWN.test(name)).toSorted(),
      type: type && /^text\/plain\b/.test(type) ? undefined : type,
      content: piece.slice(start + 4),
    };
  });
}

/**
 * Returns a parameter of a part's disposition. The parameter is in UTF-8. It's escaped either as in browsers or with
 * backslashes, as in older clients.
 */
function parameter(disposition: string, name: string): string | undefined {
  const value = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]+))`, "s").exec(disposition);
  if (!value) return undefined;
  const text = Buffer.from(value[1] ?? value[2] ?? "", "latin1").toString();
  return text.replace(/\\(["\\])/g, "$1").replace(/%(?:22|[01][0-9A-F]|7F)/g, (found) => decodeURIComponent(found));
}
