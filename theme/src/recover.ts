/**
 * What to do where a page's chunk or code does not load: most often a new deployment has replaced it, and a full load
 * brings everything of one make. Once for an address; a page that stays broken must not reload for ever.
 */

const kept = "docgen.reload";

/** Whether a full load of an address may be tried; says yes once in a row. */
function mayLoad(address: string): boolean {
  try {
    if (sessionStorage.getItem(kept) === address) return false;
    sessionStorage.setItem(kept, address);
    return true;
  } catch {
    // What cannot be remembered cannot be kept from repeating.
    return false;
  }
}

/** The address loads again: another failure of it is a new one. */
export function recovered(address: string): void {
  try {
    if (sessionStorage.getItem(kept) === address) sessionStorage.removeItem(kept);
  } catch {
    // Nothing was remembered.
  }
}

/** Leaves the app for a full load. The promise is never kept: the old page stays until the document is replaced. */
export function loadDocument(address: string): Promise<never> {
  if (address === location.pathname + location.search + location.hash) location.reload();
  else location.assign(address);
  return new Promise(() => {});
}

/** Tries a full load after a failure; throws the failure where that has been tried. */
export function recover(address: string, error: unknown): Promise<never> {
  if (!mayLoad(address)) throw error;
  console.warn(`docgen: ${address} did not load; loading the whole page instead.`, error);
  return loadDocument(address);
}
