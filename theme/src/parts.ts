/** Loads parts of the app on demand, and handles failures. */

import { loadDocument, recover } from "./recover.ts";

type Load<Part> = () => Promise<Part>;

const here = () => location.pathname + location.search + location.hash;

/** Fetches the current document from the host; `null` if that fails. */
async function currentDocument(): Promise<string | null> {
  try {
    const response = await fetch(location.href, { cache: "no-cache" });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

/**
 * Whether a new deployment has replaced the site since this document was loaded. If so, its pages start with another
 * script.
 */
async function isReplaced(): Promise<boolean> {
  const first = document.querySelector('script[type="module"][src]')?.getAttribute("src");
  const now = await currentDocument();
  return !!first && now !== null && !now.includes(first);
}

/** Loads a part. If a new deployment has replaced the part, reloads the page once. */
export async function loadPart<Part>(load: Load<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    // The error of a module that can't be fetched, in every browser.
    if (error instanceof TypeError && (await isReplaced())) return recover(here(), error);
    throw error;
  }
}

/**
 * Loads a part again at the reader's request. If that fails although the host responds, only reloading the page helps:
 * a module that has thrown an error stays broken, and some browsers cache failed requests. `leave` is called before the
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
