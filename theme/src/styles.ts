/** The style sheets that only some pages need. A page waits for its style sheets. They stay in the document. */

const loading = new Map<string, Promise<void>>();

function load(href: string): Promise<void> {
  const sheets = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  if ([...sheets].some((sheet) => sheet.getAttribute("href") === href)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      loading.delete(href);
      reject(new Error(`${href} didn't load`));
    });
    // Insert the style sheets before the site's own styles, which take precedence.
    document.head.insertBefore(link, sheets[0] ?? null);
  });
}

/** Loads the style sheets that the document lacks; rejects if one of them can't be loaded. */
export async function loadStyles(hrefs: readonly string[]): Promise<void> {
  const wanted = hrefs.map((href) => {
    const known = loading.get(href) ?? load(href);
    loading.set(href, known);
    return known;
  });
  await Promise.all(wanted);
}
