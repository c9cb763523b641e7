/** The tab's own storage, which ends with it. Where it is denied, nothing is kept and nobody is bothered. */

function area(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}

export function readKept(key: string): string | null {
  try {
    return area()?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Keeps a text, `null` to forget it. */
export function writeKept(key: string, text: string | null): void {
  try {
    if (text === null) area()?.removeItem(key);
    else area()?.setItem(key, text);
  } catch {
    // Full or denied: it lasts as long as the page.
  }
}
