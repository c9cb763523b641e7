/** Classifies a response by its media type, which determines how the response is read and shown. */

export type AnswerKind =
  | "empty"
  | "json"
  | "html"
  | "text"
  | "xml"
  /** Comma-separated or tab-separated values. */
  | "table"
  | "pdf"
  | "image"
  | "audio"
  | "video"
  /** A stream of server-sent events (`text/event-stream`). */
  | "events"
  /** A response with one JSON value per line or record. */
  | "lines"
  | "binary";

const TEXT =
  /^(?:application\/(?:javascript|ecmascript|graphql|sql|yaml|x-yaml|toml|x-www-form-urlencoded|x-sh|jwt)|.*\+yaml|message\/.*|multipart\/.*)$/;
const XML = /^(?:(?:application|text)\/xml|.*\+xml)$/;
const TABLE = /^(?:text\/(?:csv|tab-separated-values)|application\/csv)$/;
const IMAGE = /^image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml|x-icon|vnd\.microsoft\.icon)$/;
const LINES =
  /^application\/(?:(?:x-)?ndjson|(?:x-)?jsonl(?:ines)?|json-seq|(?:x-)?json-stream|stream\+json|.*\+json-seq)$/;

/** Returns the media type without parameters. */
export const essence = (mediaType: string): string => (mediaType.split(";")[0] ?? "").trim().toLowerCase();

/** Returns the character set of a media type. If the character set is missing or unknown, returns UTF-8. */
export function charset(mediaType: string): string {
  const [, name = "utf-8"] = /;\s*charset="?([^";\s]+)/i.exec(mediaType) ?? [];
  try {
    new TextDecoder(name);
    return name;
  } catch {
    return "utf-8";
  }
}

/**
 * Returns the kind of response for a media type. If the media type is empty, returns `null`, because the bytes
 * determine the kind.
 */
export function classify(mediaType: string): AnswerKind | null {
  const type = essence(mediaType);
  if (type === "") return null;
  if (type === "text/event-stream") return "events";
  if (LINES.test(type)) return "lines";
  if (type === "application/json" || type === "text/json" || type.endsWith("+json")) return "json";
  if (type === "text/html" || type === "application/xhtml+xml") return "html";
  if (IMAGE.test(type)) return "image";
  if (type.startsWith("audio/")) return "audio";
  if (type.startsWith("video/")) return "video";
  if (type === "application/pdf") return "pdf";
  if (TABLE.test(type)) return "table";
  if (XML.test(type)) return "xml";
  if (type.startsWith("text/") || TEXT.test(type)) return "text";
  return "binary";
}

/** Classifies bytes without a media type: JSON, text, or neither. */
export function sniff(bytes: Uint8Array): AnswerKind {
  if (bytes.length === 0) return "empty";
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    if (text.includes("\0")) return "binary";
    return /^\s*[{[]/.test(text) ? "json" : "text";
  } catch {
    return "binary";
  }
}

const EXTENSIONS: { readonly [type: string]: string } = {
  "application/json": "json",
  "application/pdf": "pdf",
  "application/zip": "zip",
  "application/gzip": "gz",
  "application/xml": "xml",
  "text/html": "html",
  "text/csv": "csv",
  "text/tab-separated-values": "tsv",
  "text/xml": "xml",
  "text/event-stream": "txt",
  "image/svg+xml": "svg",
  "image/jpeg": "jpg",
};

/**
 * Returns a filename for saving a response: either the name that the server sent, or a name based on the URL and media
 * type.
 */
export function fileName(disposition: string, url: string, mediaType: string): string {
  const [, encoded] = /filename\*\s*=\s*(?:utf-8|iso-8859-1)'[^']*'([^;\s]+)/i.exec(disposition) ?? [];
  const [, quoted, plain] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  let name = quoted?.replace(/\\(.)/g, "$1") ?? plain ?? "";
  try {
    if (encoded) name = decodeURIComponent(encoded);
  } catch {
    // Use the unencoded form of the name if the header contains it.
  }
  name = name || (URL.canParse(url) ? (new URL(url).pathname.split("/").pop() ?? "") : "");
  // Prevent folders, reserved names, and names with misleading characters.
  name =
    name
      .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, "_")
      .replace(/^\.+/, "")
      .slice(-100) || "response";
  if (/\.[A-Za-z0-9]{1,8}$/.test(name)) return name;
  const type = essence(mediaType);
  const extension = EXTENSIONS[type] ?? (/^(?:image|audio|video)\/([a-z0-9]+)$/.exec(type)?.[1] || "bin");
  return `${name}.${type.endsWith("+json") ? "json" : type.startsWith("text/") && !EXTENSIONS[type] ? "txt" : extension}`;
}
