/** Texts as URLs and headers carry them. Takes any text, gives ASCII; knows nothing of parameters. */

const utf8 = new TextEncoder();

/** The text with U+FFFD for each half of a surrogate pair that stands alone: UTF-8 cannot carry one. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "\uFFFD");

/** Each of its UTF-8 bytes as `%XX`. */
function triplets(text: string): string {
  return [...utf8.encode(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}

/** A value in a URL: all but RFC 3986's unreserved characters is encoded, as RFC 6570 expands `{value}`. */
export const percentEncode = (text: string): string => text.replace(/[^A-Za-z0-9\-._~]/gu, triplets);

/** `%XX`, or one character. */
const PIECES = /%[0-9A-Fa-f]{2}|./gsu;

const keeping = (kept: RegExp) => (text: string) =>
  text.replace(PIECES, (piece) => (piece.length === 3 || kept.test(piece) ? piece : triplets(piece)));

/**
 * A value in a query under `allowReserved`, after RFC 6570's `{+value}`. Encoded nevertheless is what is not allowed in a
 * query (`#`, `[`, `]`), what would end the value or change it there (`&`, `+`), and `'`, which browsers encode anyway.
 */
export const reservedInQuery = keeping(/^[A-Za-z0-9\-._~:/?@!$()*,;=]$/u);

/** The same in a path, whose parts a value never leaves: `/`, `?`, `#` and brackets are encoded. */
export const reservedInPath = keeping(/^[A-Za-z0-9\-._~:@!$&'()*+,;=]$/u);

/** The document's own text in a path: what is not allowed there is encoded, all else is as it was written. */
export const pathText = keeping(/^[A-Za-z0-9\-._~:@!$&'()*+,;=/]$/u);

/** The document's own text in a query. */
export const queryText = keeping(/^[A-Za-z0-9\-._~:@!$&()*+,;=/?]$/u);

/** An address: what no URL may hold is encoded. */
export const addressText = keeping(/^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]$/u);

/**
 * A text as a header's value. OpenAPI wants it unchanged, and HTTP carries ASCII that can be printed, spaces and tabs:
 * those stay as they are. Each other character is written as `%XX` of its UTF-8. That keeps a line break from beginning
 * another header, loses nothing, and is the one form in which every client sends the same bytes: most refuse the
 * characters themselves, or disagree on their encoding. White space around a value is not part of it.
 */
export const headerText = (text: string): string =>
  wellFormed(text)
    .replace(/[^\x20-\x7e\t]/gu, triplets)
    .replace(/^[ \t]+|[ \t]+$/g, "");

/** Whether HTTP allows a header or a method of this name. */
export const isToken = (name: string): boolean => /^[A-Za-z0-9!#$%&'*+\-.^_`|~]+$/.test(name);

/** Base64 of a text's UTF-8. */
export const base64 = (text: string): string => btoa(String.fromCharCode(...utf8.encode(text)));
