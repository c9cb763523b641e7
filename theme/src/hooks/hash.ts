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
 * Opens everything that contains an element: tab panels and `details`. The URL doesn't change, because its fragment
 * leads to the element. Returns whether anything was closed.
 */
export function openAround(element: Element): boolean {
  const url = location.href;
  let changed = false;
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (around instanceof HTMLDetailsElement && !around.open) {
      around.open = true;
      changed = true;
    }
    if (around.matches("[role=tabpanel][hidden]")) {
      document.getElementById(around.getAttribute("aria-labelledby") ?? "")?.click();
      changed = true;
    }
  }
  if (location.href !== url) history.replaceState(history.state, "", url);
  return changed;
}

/**
 * Returns the URL of an element on a page. The URL of a part of a page already has a fragment, which is a prefix of the
 * IDs in the part.
 */
export const hrefTo = (page: string, id: string): string => `${page}${page.includes("#") ? "/" : "#"}${id}`;
