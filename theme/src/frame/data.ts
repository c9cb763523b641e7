/**
 * The frame's view model: all that the frame's markup may depend on.
 *
 * The theme's build renders the frame once over *staged* data of this shape, whose leaves are template tokens, and
 * docgen fills the resulting template for every page; the browser renders the same components over real data. So the
 * leaves are opaque: what looks at a value to decide something goes through `when` (optional values) or `map` (lists),
 * which exist in both worlds, and does not type-check otherwise.
 *
 * `src/render/frame.rs` mirrors this file. Every key is always there; an absent `Maybe` or `Attr` is `null`.
 */

declare const kind: unique symbol;

/**
 * What makes a leaf opaque. It poses as a function because TypeScript refuses to test an uncalled function for truth,
 * which is the mistake to prevent.
 */
interface Opaque<Kind extends string> {
  (): never;
  readonly [kind]: Kind;
}

/** A text, never empty where it is the text of an element (an empty one would lose its separator in React's output). */
export type Text = string & Opaque<"text">;

/** The value of an attribute that is left out altogether when it is `null`. */
export type Attr<Value extends string = string> = Value & Opaque<"attr">;

/** Finished HTML, set through `ui/Prose` alone. */
export type Html = Opaque<"html">;

/** A value that may be absent (`null`), read through `when` alone. Never an empty text, an empty list or `false`. */
export type Maybe<Value> = Opaque<"maybe"> & { readonly __value?: Value };

/** Something to say yes to: `true` or `null`. */
export type Flag = Maybe<true>;

/** A list, of which only `map` may be used. */
export interface List<Item> {
  map(render: (item: Item) => React.ReactNode): React.ReactNode;
}

export interface FrameData {
  /** The kind of the page: "doc", "page", "home", "category", "tags", "tag", "not-found", "blog" and so on. */
  layout: Text;
  announcement: Maybe<AnnouncementData>;
  navbar: NavbarData;
  sidebar: Maybe<SidebarData>;
  toc: Maybe<TocData>;
  footer: Maybe<FooterData>;
  /** Everything inside the article column. */
  body: Html;
}

export interface AnnouncementData {
  html: Html;
  closeable: Flag;
  /** A CSS colour, "initial" where none is configured. */
  background: Text;
  /** A CSS colour, "initial" where none is configured. */
  color: Text;
}

export interface NavbarData {
  /** "true" or absent. */
  hideOnScroll: Attr;
  /** Address of the logo and title. */
  home: Text;
  title: Maybe<Text>;
  logo: Maybe<LogoData>;
  /** The hamburger: there are items, or a sidebar, to show. */
  toggle: Flag;
  left: List<NavbarItemData>;
  right: List<NavbarItemData>;
  /** The search at the end, where no item is one. */
  search: Flag;
  colorToggle: Maybe<ColorToggleData>;
}

export interface LogoData {
  src: Text;
  srcDark: Text;
  /** Empty beside a visible title. */
  alt: Text;
  /** Pixels, where known, so that nothing moves when the picture arrives. */
  width: Attr;
  height: Attr;
}

/** The colour toggle as it is before hydration, when only the configured default is known. */
export interface ColorToggleData {
  /** The message `color_toggle`, filled with `title`. */
  label: Text;
  /** The message `color_system`, `color_light` or `color_dark`. */
  title: Text;
}

/** Exactly one of the four is there. */
export interface NavbarItemData {
  /** React's key; not part of the output, so docgen leaves it out. */
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
  /** "page" where the link leads to where the reader is. */
  current: Attr<"page">;
  /** "_blank" for an external link. */
  target: Attr<"_blank">;
  /** "noopener noreferrer" for an external link. */
  rel: Attr;
  external: Flag;
  /** Language of a locale link. */
  lang: Attr;
  /** "true" where the link keeps the query and hash of the address: locale and version links. */
  keep: Attr;
  /** "true" where the link is a full page load: locale links. */
  reload: Attr;
  /** Name of the version that choosing this link makes the preferred one. */
  version: Attr;
}

export interface DropdownData {
  label: Text;
  /** The label in the mobile sidebar, where it differs; not part of the prerendered output, so docgen leaves it out. */
  mobileLabel?: Text;
  /** For readers without JavaScript: the dropdown's own address, or its first item's. */
  href: Text;
  /** "page" where an item of it is current. */
  current: Attr<"page">;
  /** "globe" for the locale dropdown. */
  icon: Attr;
  items: List<DropdownItemData>;
}

/** Exactly one of the two is there. */
export interface DropdownItemData {
  key?: string;
  link: Maybe<LinkData>;
  html: Maybe<Html>;
}

export interface SidebarData {
  id: Text;
  /** The name of the landmark. */
  label: Text;
  title: Maybe<Text>;
  items: List<SidebarItemData>;
}

/** Exactly one of the four is there. */
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
 * The heading of a category is exactly one of `page` (it has a page of its own), `toggle` (it has none, and collapses)
 * and `heading` (it has none, and does not).
 */
export interface SidebarCategoryData {
  key?: string;
  label: Text;
  /** "true" where the current page is in it. */
  active: Attr;
  /** "true" or "false". */
  expanded: Text;
  page: Maybe<{ href: Text; current: Attr<"page"> }>;
  /** `href`: its first descendant page, for readers without JavaScript. */
  toggle: Maybe<{ href: Text }>;
  heading: Flag;
  /**
   * The button beside a `page` that collapses. `label`: the message `sidebar_collapse` or `sidebar_expand`, filled with
   * the category's label.
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
  /** "#" and the heading's id. */
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

/** Exactly one of the two is there. */
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
