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

/** Removes everything whose key starts with a prefix. */
export function forgetKept(prefix: string): void {
  try {
    for (const key of Object.keys(area() ?? {})) if (key.startsWith(prefix)) area()?.removeItem(key);
  } catch {
    // Nothing could be stored either.
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

/** Returns the entries of a stored value, which might be anything. */
export const entries = (value: unknown) => Object.entries(Object(value) as Record<string, unknown>);

/** Returns the entries of a stored value whose values are text. */
export const texts = (value: unknown): Record<string, string> =>
  Object.fromEntries(entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
