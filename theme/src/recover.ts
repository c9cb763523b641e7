/**
 * Handles a page whose chunk or code can't be loaded. Usually, a new deployment has replaced the file, and a full load
 * gets matching files. A full load is tried only once per URL so that a broken page doesn't reload forever.
 */

const kept = "docgen.reload";

/** Whether to try a full load of a URL. For the same URL, doesn't return `true` twice in a row. */
function mayLoad(address: string): boolean {
  try {
    if (sessionStorage.getItem(kept) === address) return false;
    sessionStorage.setItem(kept, address);
    return true;
  } catch {
    // Without storage, a reload could repeat forever.
    return false;
  }
}

/** Records that a URL can be loaded again. When the URL fails the next time, a full load is tried. */
export function recovered(address: string): void {
  try {
    if (sessionStorage.getItem(kept) === address) sessionStorage.removeItem(kept);
  } catch {
    // Storage is unavailable.
  }
}

/**
 * Leaves the app for a full load. The promise never resolves so that the old page stays until the document is replaced.
 */
export function loadDocument(address: string): Promise<never> {
  if (address === location.pathname + location.search + location.hash) location.reload();
  else location.assign(address);
  return new Promise(() => {});
}

/** Tries a full load after a failure. If a full load has already been tried, rethrows the failure. */
export function recover(address: string, error: unknown): Promise<never> {
  if (!mayLoad(address)) throw error;
  console.warn(`docgen: ${address} can't be loaded; loading the whole page instead.`, error);
  return loadDocument(address);
}
