/**
 * Replaces the site's own styles. The old styles are removed after the new ones have loaded so that the page is never
 * unstyled.
 */
export function replaceStyles(before: string | null, after: string | null): void {
  const old = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(
    (link) => before !== null && link.getAttribute("href") === before,
  );
  const drop = () => {
    for (const link of old) link.remove();
  };
  if (after === null) {
    drop();
    return;
  }
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = after;
  link.addEventListener("load", drop);
  link.addEventListener("error", drop);
  const sheets = document.querySelectorAll('link[rel="stylesheet"]');
  const place = old.at(-1) ?? sheets[sheets.length - 1];
  if (place) place.after(link);
  else document.head.append(link);
}
