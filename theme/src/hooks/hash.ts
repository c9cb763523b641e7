/**
 * Returns the element that a URL's fragment refers to. If there's no such element, returns `null`. A fragment can be
 * any text.
 */
export function elementOfHash(hash: string): HTMLElement | null {
  if (hash.length < 2) return null;
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}
