/** Determines whether the app can show a URL and finds the URL's canonical form and chunk URL. */

import type { SiteData } from "./chunk.ts";

export type Addresses = Pick<SiteData, "baseUrl" | "trailingSlash">;

const protocol = /^(?:[A-Za-z][A-Za-z\d+.-]*:|\/\/)/;

/** Trims a path and removes one trailing `/index.html` or `.html`. An empty result becomes the root. */
export function normalizePath(path: string): string {
  return path.trim().replace(/(?:\/index)?\.html$/, "") || "/";
}

/** Returns the canonical form of a path. */
export function canonicalPath(path: string, { baseUrl, trailingSlash }: Addresses): string {
  const normal = normalizePath(path);
  if (normal === baseUrl || `${normal}/` === baseUrl) return baseUrl;
  const bare = normal.replace(/\/+$/, "");
  return trailingSlash ? `${bare}/` : bare;
}

/** Returns the URL of the chunk for a canonical path. */
export function chunkUrl(path: string, { baseUrl, trailingSlash }: Addresses): string {
  return trailingSlash || path === baseUrl ? `${path}index.json` : `${path}.json`;
}

/** Adds the base URL to a link if the link is root-relative and doesn't include the base URL. */
export function withBase(href: string, { baseUrl }: Addresses): string {
  if (!href.startsWith("/") || protocol.test(href) || href.startsWith(baseUrl)) return href;
  return baseUrl + href.slice(1);
}

/**
 * Whether a path belongs to a file next to the pages, such as a page's Markdown version. The browser opens such files.
 */
function isFile(path: string): boolean {
  return /\.(?!html$)[a-z]\w*$/i.test(path);
}

/** Whether the app can show a URL. */
export function isRoute(url: URL, { baseUrl }: Addresses): boolean {
  return (
    url.origin === location.origin &&
    (url.pathname.startsWith(baseUrl) || `${url.pathname}/` === baseUrl) &&
    !isFile(url.pathname)
  );
}
