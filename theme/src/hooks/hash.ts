/** The element that a hash names, `null` where it names none; a hash may be any text. */
export function elementOfHash(hash: string): HTMLElement | null {
  if (hash.length < 2) return null;
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}
