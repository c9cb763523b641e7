/**
 * The view model of the frame: everything that its markup depends on.
 *
 * The theme's build renders the frame once with *staged* data of this type, which has template tokens as its leaves.
 * docgen fills the resulting template for every page. The browser renders the same components with real data.
 * Therefore, the leaves are opaque: code must inspect values with `when` (optional values) or `map` (lists), which work
 * in both cases. Other code doesn't type-check. `src/render/frame.rs` mirrors this file. Every key is always present;
 * an absent `Maybe` or `Attr` is `null`.
 */

declare const kind: unique symbol;

/**
 * Makes a leaf opaque. It's a function type because the error to prevent is testing a leaf for truthiness, and
 * TypeScript rejects such a test if the value is a function that isn't called.
 */
interface Opaque<Kind extends string> {
  (): never;
  readonly [kind]: Kind;
}

/** A string. The text of an element is never empty, because otherwise, React's output would lack a separator. */
export type Text = string & Opaque<"text">;

/** The value of an attribute, which is omitted if the value is `null`. */
export type Attr<Value extends string = string> = Value & Opaque<"attr">;

/** Finished HTML. Only `ui/Prose` inserts it. */
export type Html = Opaque<"html">;

/** An optional value (`null` if absent), read only with `when`. It's never an empty string or list, or `false`. */
export type Maybe<Value> = Opaque<"maybe"> & { readonly __value?: Value };

/** A flag: `true` or `null`. */
export type Flag = Maybe<true>;

/** A list, read only with `map`. */
export interface List<Item> {
  map(render: (item: Item) => React.ReactNode): React.ReactNode;
}

export interface FrameData {
  /** The kind of the page: "doc", "page", "home", "category", "tags", "tag", "not-found", "blog", and so on. */
  layout: Text;
  announcement: Maybe<AnnouncementData>;
  navbar: NavbarData;
  sidebar: Maybe<SidebarData>;
  toc: Maybe<TocData>;
  footer: Maybe<FooterData>;
  slots: SlotsData;
  /** Everything inside the article column. */
  body: Html;
}

/** The HTML of the components that fill slots in the frame. */
export interface SlotsData {
  banner: Maybe<Html>;
  navbarEnd: Maybe<Html>;
  sidebarTop: Maybe<Html>;
  sidebarBottom: Maybe<Html>;
  /** If it's present, `FrameData.footer` is absent. */
  footer: Maybe<Html>;
}

export interface AnnouncementData {
  html: Html;
  closeable: Flag;
  /** A CSS color; "initial" by default. */
  background: Text;
  /** A CSS color; "initial" by default. */
  color: Text;
}

export interface NavbarData {
  /** "true" or absent. */
  hideOnScroll: Attr;
  /** The URL of the logo and title. */
  home: Text;
  title: Maybe<Text>;
  logo: Maybe<LogoData>;
  /** The hamburger button, present if there are items or a sidebar. */
  toggle: Flag;
  left: List<NavbarItemData>;
  right: List<NavbarItemData>;
  /** The search at the end of the bar, unless one of the items is the search. */
  search: Flag;
  colorToggle: Maybe<ColorToggleData>;
}

export interface LogoData {
  src: Text;
  srcDark: Text;
  /** Empty next to a visible title. */
  alt: Text;
  /** In pixels, if known, so that nothing moves when the image loads. */
  width: Attr;
  height: Attr;
}

/** The color toggle before hydration, when only the configured default is known. */
export interface ColorToggleData {
  /** The `color_toggle` message, filled with `title`. */
  label: Text;
  /** The `color_system`, `color_light`, or `color_dark` message. */
  title: Text;
}

/** Exactly one of `link`, `dropdown`, `html`, and `search` is present. */
export interface NavbarItemData {
  /** React's key. Not in the output, so docgen leaves it out. */
  key?: string;
  className: Attr;
  link: Maybe<LinkData>;
  dropdown: Maybe<DropdownData>;
  html: Maybe<Html>;
  search: Flag;
}

export interface LinkData {
  label: Text;
  href: Text;
  /** "page" if the link is to the current page. */
  current: Attr<"page">;
  /** "_blank" for an external link. */
  target: Attr<"_blank">;
  /** "noopener noreferrer" for an external link. */
  rel: Attr;
  external: Flag;
  /** The language of a locale link. */
  lang: Attr;
  /** "true" if the link keeps the query and hash of the URL, as locale and version links do. */
  keep: Attr;
  /** "true" if the link loads a new document, as locale links do. */
  reload: Attr;
  /** The name of the version that this link makes the reader's preferred version. */
  version: Attr;
}

export interface DropdownData {
  label: Text;
  /** The label in the mobile sidebar, if it differs from `label`. Not prerendered, so docgen leaves it out. */
  mobileLabel?: Text;
  /** For readers without JavaScript: the URL of the dropdown, or of its first item. */
  href: Text;
  /** "page" if one of its items is current. */
  current: Attr<"page">;
  /** "globe" for the locale dropdown. */
  icon: Attr;
  items: List<DropdownItemData>;
}

/** Exactly one of `link` and `html` is present. */
export interface DropdownItemData {
  key?: string;
  link: Maybe<LinkData>;
  html: Maybe<Html>;
}

export interface SidebarData {
  id: Text;
  /** The landmark's name. */
  label: Text;
  title: Maybe<Text>;
  items: List<SidebarItemData>;
}

/** Exactly one of `link`, `category`, `group`, and `html` is present. */
export interface SidebarItemData {
  key?: string;
  className: Attr;
  link: Maybe<SidebarLinkData>;
  category: Maybe<SidebarCategoryData>;
  /** The posts of a year. */
  group: Maybe<{ label: Text; items: List<SidebarItemData> }>;
  html: Maybe<Html>;
}

export interface SidebarLinkData {
  label: Text;
  href: Text;
  current: Attr<"page">;
  target: Attr<"_blank">;
  rel: Attr;
  external: Flag;
  badge: Maybe<BadgeData>;
}

export interface BadgeData {
  text: Text;
  /** Becomes `data-kind`. */
  kind: Text;
}

/**
 * A category heading is exactly one of these: `page` (it has a page), `toggle` (no page, collapsible), or `heading` (no
 * page, not collapsible).
 */
export interface SidebarCategoryData {
  key?: string;
  label: Text;
  /** "true" if it contains the current page. */
  active: Attr;
  /** "true" or "false". */
  expanded: Text;
  page: Maybe<{ href: Text; current: Attr<"page"> }>;
  /** `href`: its first descendant page, for readers without JavaScript. */
  toggle: Maybe<{ href: Text }>;
  heading: Flag;
  /**
   * The button next to a `page`, if the category is collapsible. `label`: the `sidebar_collapse` or
   * `sidebar_expand` message, filled with the category's label.
   */
  caret: Maybe<{ label: Text }>;
  /** Absent until the category is first opened. */
  items: Maybe<List<SidebarItemData>>;
}

export interface TocData {
  items: List<TocItemData>;
}

export interface TocItemData {
  key?: string;
  /** "#" and the heading's ID. */
  href: Text;
  html: Html;
  items: Maybe<List<TocItemData>>;
}

export interface FooterData {
  columns: Maybe<List<FooterColumnData>>;
  copyright: Maybe<Html>;
}

export interface FooterColumnData {
  key?: string;
  title: Maybe<Text>;
  items: List<FooterItemData>;
}

/** Exactly one of `link` and `html` is present. */
export interface FooterItemData {
  key?: string;
  link: Maybe<FooterLinkData>;
  html: Maybe<Html>;
}

export interface FooterLinkData {
  label: Text;
  href: Text;
  target: Attr<"_blank">;
  rel: Attr;
  external: Flag;
}
