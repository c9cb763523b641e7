/** Encodes text for URLs and headers. The functions return ASCII for any text and don't depend on parameters. */

const utf8 = new TextEncoder();

/** Replaces lone surrogates with U+FFFD, because UTF-8 can't encode them. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "\uFFFD");

/** Encodes each UTF-8 byte as `%XX`. */
function triplets(text: string): string {
  return [...utf8.encode(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}

/** Encodes a value in a URL, like `{value}` in RFC 6570: everything except the unreserved characters in RFC 3986. */
export const percentEncode = (text: string): string => text.replace(/[^A-Za-z0-9\-._~]/gu, triplets);

/** Matches `%XX` or one character. */
const PIECES = /%[0-9A-Fa-f]{2}|./gsu;

const keeping = (kept: RegExp) => (text: string) =>
  text.replace(PIECES, (piece) => (piece.length === 3 || kept.test(piece) ? piece : triplets(piece)));

/**
 * Encodes a value in a query with `allowReserved`, like `{+value}` in RFC 6570. Encodes only characters that aren't
 * allowed in a query (such as `#`, `[`, and `]`), characters that would end or change the value (`&` and `+`), and `'`,
 * which browsers encode anyway.
 */
export const reservedInQuery = keeping(/^[A-Za-z0-9\-._~:/?@!$()*,;=]$/u);

/** Encodes a value in a path, including `/`, `?`, `#`, and brackets, so that the value stays within its segment. */
export const reservedInPath = keeping(/^[A-Za-z0-9\-._~:@!$&'()*+,;=]$/u);

/** Encodes the document's own path: only characters that aren't allowed in a path. */
export const pathText = keeping(/^[A-Za-z0-9\-._~:@!$&'()*+,;=/]$/u);

/** Encodes the document's own query: only characters that aren't allowed in a query. */
export const queryText = keeping(/^[A-Za-z0-9\-._~:@!$&()*+,;=/?]$/u);

/** Encodes only characters that aren't allowed in a URL. */
export const addressText = keeping(/^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]$/u);

/**
 * Encodes a header's value. OpenAPI requires that the value stay unchanged, and HTTP allows printable ASCII, spaces,
 * and tabs, so these characters stay. Every UTF-8 byte of other characters becomes `%XX`. This encoding is lossless,
 * prevents a line break from starting another header, and is the only encoding for which every client sends the same
 * bytes. Most clients reject other characters or encode them in different ways. Whitespace around the value is
 * removed.
 */
export const headerText = (text: string): string =>
  wellFormed(text)
    .replace(/[^\x20-\x7e\t]/gu, triplets)
    .replace(/^[ \t]+|[ \t]+$/g, "");

/** Whether HTTP allows this name for a header or method. */
export const isToken = (name: string): boolean => /^[A-Za-z0-9!#$%&'*+\-.^_`|~]+$/.test(name);

/** Encodes text as UTF-8 and then as Base64. */
export const base64 = (text: string): string => btoa(String.fromCharCode(...utf8.encode(text)));
