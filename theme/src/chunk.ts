/**
 * The wire between docgen and the app: what a chunk, the site's data and a navigation tree hold, and their checks.
 *
 * `src/render/chunk.rs` writes these. They are checked once, here at the door; behind it they are trusted. An absent
 * value is a key left out unless its type says `null`.
 */

export type PageKind =
  | "doc"
  | "page"
  | "home"
  | "category"
  | "tags"
  | "tag"
  | "api-intro"
  | "api-tag"
  | "api-operation"
  | "api-schema"
  | "blog"
  | "blog-post"
  | "blog-archive"
  | "blog-authors"
  | "blog-author"
  | "blog-tags"
  | "blog-tag"
  | "search"
  | "not-found";

/** One page. The shell inlines it without `html`, which stands in the document there. */
export interface Chunk {
  /** Hash of the theme's bundle and the wire's version. Another than the running app's means a new deployment. */
  build: string;
  /** Canonical path with the base URL. */
  path: string;
  kind: PageKind;
  /** The document's whole title. */
  title: string;
  head: HeadTag[];
  /** Ids of the navbar items that lead to where the reader is. */
  navbar: string[];
  /** Ids of the navbar items that do not show on this page. */
  navbarHidden?: string[];
  /** The sidebar, and the keys of the nodes from its root to this page. */
  sidebar: { id: string; trail: string[] } | null;
  toc: TocEntry[];
  /** Name of a version -> address of this page there. */
  versions?: Record<string, string>;
  version?: string;
  /** Code of a locale -> address of this page there. */
  locales?: Record<string, string>;
  /** Islands on the page, so that their code loads with it. */
  islands?: string[];
  /** Style sheets that the page needs besides the theme's own. */
  styles?: string[];
  html?: string;
}

/** A page whose body is known, from its chunk or from the document. */
export interface Page extends Chunk {
  html: string;
}

export interface HeadTag {
  tag: "meta" | "link" | "script";
  attrs: Record<string, string>;
  text?: string;
}

export interface TocEntry {
  id: string;
  html: string;
  items?: TocEntry[];
}

/** What all pages share, inlined in every shell. */
export interface SiteData {
  build: string;
  title: string;
  titleDelimiter: string;
  baseUrl: string;
  trailingSlash: boolean;
  locale: Locale;
  locales: Locale[];
  navbar: {
    title?: string;
    logo?: { src: string; srcDark: string; alt: string; href: string; width?: string; height?: string };
    hideOnScroll: boolean;
    items: NavbarItem[];
  };
  announcement?: {
    id: string;
    html: string;
    backgroundColor?: string;
    textColor?: string;
    closeable: boolean;
  };
  footer?: { copyright?: string; columns?: FooterColumn[] };
  colorMode: { defaultMode: "light" | "dark"; respectPrefersColorScheme: boolean; disableSwitch: boolean };
  docs: { autoCollapseCategories: boolean; versions: Version[] };
  /** Texts of a locale other than English, which is in the bundle. */
  messages?: Record<string, string>;
  /** Page views are pushed to `window.dataLayer`. */
  analytics?: { container: string };
  /** Absent where the site has no search. */
  search?: SearchData;
}

/** What is not said is as usual. */
export interface SearchData {
  /** Address of the style sheet of the modal and the search page. */
  styles: string;
  /** Address of the search page, where there is one. */
  page?: string;
  /** A name of `search/session.ts`; the embedded one when left out. */
  provider?: string;
  /** What the provider needs to know, for itself to understand. */
  options?: { indexName?: string; [name: string]: unknown };
  /** `false`: hits in every language and version. */
  contextual?: false;
  /** Name of the facet that a version's pages are tagged with. */
  facet?: string;
  /** What hits must be tagged with besides. */
  filters?: (string | string[])[];
  /** What stands in the modal's input while it is empty. */
  placeholder?: string;
  /** Hits whose address matches lead off the site. */
  externalUrlRegex?: string;
  /** Names of sections, to look for where nothing was found. */
  suggestions?: string[];
  /** Where a reader reports a query without results, with `{query}` for it. */
  reportUrl?: string;
}

export interface Locale {
  code: string;
  label: string;
  lang: string;
  dir: "ltr" | "rtl";
  href: string;
}

export interface Version {
  name: string;
  label: string;
  href: string;
  /** The version that readers without another wish get. */
  last?: boolean;
}

/** Addresses and labels are resolved by docgen; `frame/navbarItems` refuses an item that makes no sense. */
export interface NavbarItem {
  id: string;
  type: string;
  position: "left" | "right";
  label?: string;
  href?: string;
  external?: boolean;
  html?: string;
  lang?: string;
  className?: string;
  items?: NavbarItem[];
}

export interface FooterColumn {
  title?: string;
  items: { label?: string; href?: string; html?: string; external?: boolean }[];
}

/** A sidebar: `/_docgen/immutable/nav/<id>.<hash>.json`. */
export interface NavTree {
  id: string;
  /** What stands above the items. */
  title?: string;
  items: NavNode[];
}

/** A node with `items` or a `part` is a category, one with `html` alone is written as it is, any other is a link. */
export interface NavNode {
  key: string;
  label: string;
  href?: string;
  /** A category without a page of its own; `href` is its first descendant. */
  unlinked?: true;
  /** The posts of a year: its label is a heading above its items. */
  group?: true;
  external?: true;
  items?: NavNode[];
  /** Of a large tree: the file below `/_docgen/immutable/` that holds the items, as long as nobody needed them. */
  part?: string;
  /** As long as that is on its way. */
  filled?: Promise<void>;
  /** `false`: always open. */
  collapsible?: false;
  /** `false`: open at first. */
  collapsed?: false;
  className?: string;
  html?: string;
  badge?: { text: string; kind: string };
}

/** `/_docgen/site.json`: the files that change without the shells. */
export interface SiteIndex {
  build: string;
  /** Id of a sidebar -> its file below `/_docgen/immutable/`. */
  nav: Record<string, string>;
}

type Shape = Record<string, unknown>;

function fail(what: string, where: string): never {
  throw new TypeError(`${where} is not ${what}`);
}

function shape(value: unknown, where: string): Shape {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Shape)
    : fail("an object", where);
}

function strings(of: Shape, where: string, ...keys: string[]): void {
  for (const key of keys) if (typeof of[key] !== "string") fail("a string", `${where}.${key}`);
}

function lists(of: Shape, where: string, ...keys: string[]): void {
  for (const key of keys) if (!Array.isArray(of[key])) fail("a list", `${where}.${key}`);
}

/** A chunk as it was fetched or inlined; throws a `TypeError` that names the field at fault. */
export function parseChunk(value: unknown): Chunk {
  const chunk = shape(value, "chunk");
  strings(chunk, "chunk", "build", "path", "kind", "title");
  lists(chunk, "chunk", "head", "navbar", "toc");
  if (chunk.html !== undefined) strings(chunk, "chunk", "html");
  if (chunk.sidebar !== null) {
    const sidebar = shape(chunk.sidebar, "chunk.sidebar");
    strings(sidebar, "chunk.sidebar", "id");
    lists(sidebar, "chunk.sidebar", "trail");
  }
  return value as Chunk;
}

export function parseSite(value: unknown): SiteData {
  const site = shape(value, "site");
  strings(site, "site", "build", "title", "baseUrl");
  lists(site, "site", "locales");
  lists(shape(site.navbar, "site.navbar"), "site.navbar", "items");
  strings(shape(site.colorMode, "site.colorMode"), "site.colorMode", "defaultMode");
  lists(shape(site.docs, "site.docs"), "site.docs", "versions");
  return value as SiteData;
}

export function parseNavTree(value: unknown): NavTree {
  const tree = shape(value, "navigation");
  strings(tree, "navigation", "id");
  lists(tree, "navigation", "items");
  return value as NavTree;
}

export function parseSiteIndex(value: unknown): SiteIndex {
  const index = shape(value, "site index");
  strings(index, "site index", "build");
  shape(index.nav, "site index.nav");
  return value as SiteIndex;
}
