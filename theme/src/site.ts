/** Addresses: which belong to the app, and what their canonical form and their chunk are. */

import type { SiteData } from "./chunk.ts";

export type Addresses = Pick<SiteData, "baseUrl" | "trailingSlash">;

const protocol = /^(?:[A-Za-z][A-Za-z\d+.-]*:|\/\/)/;

/** Trims a path and strips one `/index.html` or `.html`; what is left of nothing is the root. */
export function normalizePath(path: string): string {
  return path.trim().replace(/(?:\/index)?\.html$/, "") || "/";
}

/** The one form of a path that the site itself uses. */
export function canonicalPath(path: string, { baseUrl, trailingSlash }: Addresses): string {
  const normal = normalizePath(path);
  if (normal === baseUrl || `${normal}/` === baseUrl) return baseUrl;
  const bare = normal.replace(/\/+$/, "");
  return trailingSlash ? `${bare}/` : bare;
}

/** Where the chunk of a canonical path is. */
export function chunkUrl(path: string, { baseUrl, trailingSlash }: Addresses): string {
  return trailingSlash || path === baseUrl ? `${path}index.json` : `${path}.json`;
}

/** Puts the base URL before a link from the site's root that lacks it. */
export function withBase(href: string, { baseUrl }: Addresses): string {
  if (!href.startsWith("/") || protocol.test(href) || href.startsWith(baseUrl)) return href;
  return baseUrl + href.slice(1);
}

/** A file beside the pages, such as a page's Markdown: the browser's to open, not the app's. */
function isFile(path: string): boolean {
  return /\.(?!html$)[a-z]\w*$/i.test(path);
}

/** Whether the app shows what an address leads to. */
export function isRoute(url: URL, { baseUrl }: Addresses): boolean {
  return (
    url.origin === location.origin &&
    (url.pathname.startsWith(baseUrl) || `${url.pathname}/` === baseUrl) &&
    !isFile(url.pathname)
  );
}
