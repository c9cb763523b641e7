/** Loads parts of the app on demand and handles failures. */

import { loadDocument, recover } from "./recover.ts";

type Load<Part> = () => Promise<Part>;

const here = () => location.pathname + location.search + location.hash;

/** Fetches the current document from the host. If the request fails, returns `null`. */
async function currentDocument(): Promise<string | null> {
  try {
    const response = await fetch(location.href, { cache: "no-cache" });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

/** Returns the first script of this document. */
const firstScript = () => document.querySelector('script[type="module"][src]')?.getAttribute("src");

/**
 * Whether a new deployment has replaced the site since this document was loaded. The new pages refer to other scripts.
 */
async function isReplaced(script: string | null | undefined): Promise<boolean> {
  const now = await currentDocument();
  return !!script && now !== null && !now.includes(script);
}

/**
 * Loads a part. If a new deployment has replaced the part, reloads the page once. A page that doesn't contain `script`
 * is from a new deployment.
 */
export async function loadPart<Part>(load: Load<Part>, script = firstScript()): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    // In every browser, modules that can't be fetched cause a `TypeError`.
    if (error instanceof TypeError && (await isReplaced(script))) return recover(here(), error);
    throw error;
  }
}

/**
 * Loads a part again at the reader's request. If loading fails even though the host responds, reloads the page. A
 * module that has thrown an error never recovers, and some browsers cache failed requests. `leave` is called before the
 * reload.
 */
export async function loadPartAgain<Part>(load: Load<Part>, leave: () => unknown = () => {}): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if ((await currentDocument()) === null) throw error;
    leave();
    return loadDocument(here());
  }
}
