/**
 * The wire format between docgen and the app: the types of chunks, site data, and navigation trees, and functions that
 * check them.
 *
 * `src/render/chunk.rs` writes the data. The app checks data only once, when the data arrives. If a value is absent,
 * its key is omitted, unless the type includes `null`.
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
  | "api-whole"
  | "api-changes"
  | "blog"
  | "blog-post"
  | "blog-archive"
  | "blog-authors"
  | "blog-author"
  | "blog-tags"
  | "blog-tag"
  | "search"
  | "not-found";

/** A page. The page's shell inlines this data without `html`, because the document already contains the body. */
export interface Chunk {
  /**
   * A hash of the theme and the wire format. If the hash is different from the running app's hash, the site has been
   * redeployed.
   */
  build: string;
  /** The canonical path, including the base URL. */
  path: string;
  kind: PageKind;
  /** The full title of the document. */
  title: string;
  head: HeadTag[];
  /** The IDs of active navbar items. */
  navbar: string[];
  /** The IDs of hidden navbar items. */
  navbarHidden?: string[];
  /** The sidebar, and the keys of the nodes from its root to this page. */
  sidebar: { id: string; trail: string[] } | null;
  toc: TocEntry[];
  /** The name of the page's documentation set, if the site has several sets. The main set is called `default`. */
  docs?: string;
  /** The path of this page in each version, by version name. */
  versions?: Record<string, string>;
  version?: string;
  /** The path of this page in each locale, by locale code. */
  locales?: Record<string, string>;
  /** The islands on the page. The code for these islands loads with the page. */
  islands?: string[];
  /** Additional style sheets that the page needs. */
  styles?: string[];
  html?: string;
}

/** A page with its body, from its chunk or from the document. */
export interface Page extends Chunk {
  html: string;
}

export interface HeadTag {
  tag: "meta" | "link" | "script" | "style" | "noscript";
  attrs: Record<string, string>;
  text?: string;
}

export interface TocEntry {
  id: string;
  html: string;
  items?: TocEntry[];
}

/** The data that all pages share, which is inlined in every shell. */
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
  /** The HTML of the components that fill slots in the frame, by slot name. */
  slots?: Record<string, string>;
  colorMode: { defaultMode: "light" | "dark"; respectPrefersColorScheme: boolean; disableSwitch: boolean };
  /**
   * The versions of all documentation sets, and the names of the sets whose sidebars open only one category at a time.
   */
  docs: { autoCollapse: string[]; versions: Version[] };
  /** The app's strings, if they aren't in English. The bundle contains the English strings. */
  messages?: Record<string, string>;
  /** The URLs of the strings that load with the code that shows them. */
  lateMessages?: { feedback?: string; reader?: string; request?: string; search?: string };
  /** Absent if the site has no search. */
  search?: SearchData;
  /** Whether the site has an API reference. */
  api?: true;
  /** The reader features that the site turns off. */
  off?: ("previews" | "history")[];
}

/** The settings for search. If a key is absent, the default applies. */
export interface SearchData {
  /** The URL of the styles for the search dialog and the search page. */
  styles: string;
  /** The path of the search page, if there is one. */
  page?: string;
  /** The name of a provider in `search/session.ts`. The default is the embedded search. */
  provider?: string;
  /** The provider's options. */
  options?: { indexName?: string; [name: string]: unknown };
  /** If this value is `false`, the search includes all locales and versions. */
  contextual?: false;
  /** The facet that contains a page's version. */
  facet?: string;
  /** Additional facets that results must match. */
  filters?: (string | string[])[];
  /** The placeholder in the input. */
  placeholder?: string;
  /** A regular expression for URLs. If a result's URL matches the expression, the result opens at exactly that URL. */
  externalUrlRegex?: string;
  /** The names of the sections to suggest if nothing is found. */
  suggestions?: string[];
  /** The URL for reporting queries without results. `{query}` is replaced with the query. */
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
  /** The version for readers without a preference. */
  last?: boolean;
  /** The name of the documentation set, unless it's the main set. */
  docs?: string;
}

/** A navbar item. docgen resolves its URL and label, and `frame/navbarItems` rejects invalid items. */
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
  /** For a version menu, the documentation set. By default, the page's set. */
  docs?: string;
  items?: NavbarItem[];
}

export interface FooterColumn {
  title?: string;
  items: { label?: string; href?: string; html?: string; external?: boolean }[];
}

/** A sidebar: `/_docgen/immutable/nav/<id>.<hash>.json`. */
export interface NavTree {
  id: string;
  /** The heading above the items. */
  title?: string;
  /** Whether the tree is large. Pages then show less of its long lists. */
  large?: true;
  items: NavNode[];
}

/** A node with `items` or a `part` is a category, a node with only `html` is raw HTML, and any other node is a link. */
export interface NavNode {
  key: string;
  label: string;
  /** The label as HTML, if it contains a name with places where it can break across lines. */
  labelHtml?: string;
  href?: string;
  /** A category without a page. `href` is the path of the category's first descendant page. */
  unlinked?: true;
  /** The posts of one year. The label is a heading above the items. */
  group?: true;
  external?: true;
  items?: NavNode[];
  /**
   * In a large tree, the file below `/_docgen/immutable/` that contains the items. Absent after the items are loaded.
   */
  part?: string;
  /** The pending request, if there is one. */
  filled?: Promise<void>;
  /** `false` if the category is always open. */
  collapsible?: false;
  /** `false` if the category is initially open. */
  collapsed?: false;
  className?: string;
  html?: string;
  badge?: { text: string; kind: string };
}

/** The content of `/_docgen/site.json`, which lists the files that can change while the shells stay the same. */
export interface SiteIndex {
  build: string;
  /** For each sidebar ID, the sidebar's file below `/_docgen/immutable/`. */
  nav: Record<string, string>;
  /** The files with the operations of the APIs, below the same folder. */
  operations?: string[];
}

type Shape = Record<string, unknown>;

function fail(what: string, where: string): never {
  throw new TypeError(`${where}: expected ${what}`);
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

/** Checks a chunk that was fetched or inlined. Throws a `TypeError` that names the invalid field. */
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
