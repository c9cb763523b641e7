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

/**
 * Returns the URL of an element on a page. The URL of a part of a page already has a fragment, which is a prefix of the
 * IDs in the part.
 */
export const hrefTo = (page: string, id: string): string => `${page}${page.includes("#") ? "/" : "#"}${id}`;
