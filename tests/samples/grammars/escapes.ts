/** Decodes the escapes in literals. */

/** Decodes each escape inside a literal. Unknown escapes are errors. */
export function decodeEscapes(
  inside: string,
  pattern: RegExp,
  decode: (written: string) => string | undefined,
): string {
  return inside.replace(pattern, (written) => {
    const text = decode(written);
    if (text === undefined) throw new Error(`no escape of the language: ${written}`);
    return text;
  });
}

export const SIMPLE: Readonly<Record<string, string>> = {
  "\\n": "\n",
  "\\r": "\r",
  "\\t": "\t",
  "\\\\": "\\",
  '\\"': '"',
  "\\'": "'",
};

/** Decodes `\u{X}`. Returns `undefined` if the text isn't a literal of this kind. */
export function braced(written: string): string | undefined {
  const point = /^\\u\{([0-9A-Fa-f]{1,8})\}$/.exec(written)?.[1];
  return point === undefined ? undefined : String.fromCodePoint(Number.parseInt(point, 16));
}
