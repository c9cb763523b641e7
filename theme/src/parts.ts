/** Loading the parts of the app that come later, and what to do where one does not come. */

import { loadDocument, recover } from "./recover.ts";

type Load<Part> = () => Promise<Part>;

const here = () => location.pathname + location.search + location.hash;

/** The document as the host has it now; `null` where it can't be had. */
async function currentDocument(): Promise<string | null> {
  try {
    const response = await fetch(location.href, { cache: "no-cache" });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

/** Whether the site has been deployed anew since this document was loaded: its pages then begin with another script. */
async function isReplaced(): Promise<boolean> {
  const first = document.querySelector('script[type="module"][src]')?.getAttribute("src");
  const now = await currentDocument();
  return !!first && now !== null && !now.includes(first);
}

/** Loads a part. One that a new deployment has replaced comes with a load of the whole page, which is tried once. */
export async function loadPart<Part>(load: Load<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    // What a module is that can't be fetched, in every browser.
    if (error instanceof TypeError && (await isReplaced())) return recover(here(), error);
    throw error;
  }
}

/**
 * Loads a part again because the reader asks for it. Where that fails on a host that answers, only a load of the whole
 * page is left: a module that has thrown stays broken, and some browsers keep one that could not be fetched. `leave` is
 * called before that.
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
