/** The tab's session storage. If access is denied, nothing is stored or reported. */

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

/** Stores text. `null` removes the stored text. */
export function writeKept(key: string, text: string | null): void {
  try {
    if (text === null) area()?.removeItem(key);
    else area()?.setItem(key, text);
  } catch {
    // The storage is full, or access to it is denied, so the value lasts only until the page closes.
  }
}
