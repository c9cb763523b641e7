/**
 * The style sheets that only some pages need. A page waits until its style sheets are loaded. The style sheets apply
 * only while the page is shown, but stay in the document. They come after the theme's styles, in the order that the
 * page specifies.
 */

/**
 * The pages' style sheets in the document, each with a promise that resolves when the style sheet is loaded.
 */
const known = new Map<HTMLLinkElement, Promise<void>>();
/** The style sheets that apply to every page from now on. */
const kept = new Set<HTMLLinkElement>();

/** The `media` value of a style sheet that doesn't apply. Browsers load such a style sheet anyway. */
const off = "not all";

function add(href: string, before: Element | undefined): HTMLLinkElement {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  link.media = off;
  link.fetchPriority = "high";
  const loading = new Promise<void>((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      known.delete(link);
      reject(new Error(`${href} didn't load`));
    });
  });
  known.set(link, loading);
  if (before) before.after(link);
  else document.head.append(link);
  return link;
}

/** Returns the elements of style sheets in the given order. Adds missing elements to the document in the same order. */
function place(hrefs: readonly string[]): HTMLLinkElement[] {
  if (hrefs.length === 0) return [];
  const all = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const isOf = (link: HTMLLinkElement, href: string) => link.getAttribute("href") === href;
  let last = all.find((link) => !known.has(link) && !hrefs.some((href) => isOf(link, href)));
  return hrefs.map((href) => {
    const follows = (link: HTMLLinkElement) =>
      !last || (last.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const link = all.find((one) => isOf(one, href) && follows(one)) ?? add(href, last);
    // The document itself contains the style sheets of the first page.
    if (!known.has(link)) known.set(link, Promise.resolve());
    last = link;
    return link;
  });
}

function apply(link: HTMLLinkElement, applies: boolean): void {
  const media = applies ? "" : off;
  if (link.media !== media) link.media = media;
}

/** Loads style sheets without applying them. Rejects if a style sheet can't be loaded. */
export async function loadStyles(hrefs: readonly string[]): Promise<void> {
  await Promise.all(place(hrefs).map((link) => known.get(link)));
}

/** Loads style sheets that apply to every page from now on. Rejects if a style sheet can't be loaded. */
export async function keepStyles(hrefs: readonly string[]): Promise<void> {
  await loadStyles(hrefs);
  for (const link of place(hrefs)) {
    kept.add(link);
    apply(link, true);
  }
}

/** Applies the shown page's style sheets and stops applying other pages' style sheets. */
export function showStyles(hrefs: readonly string[]): void {
  const shown = new Set(place(hrefs));
  for (const link of known.keys()) apply(link, shown.has(link) || kept.has(link));
}
