/**
 * The view model of the frame: everything that its markup depends on.
 *
 * The theme's build renders the frame once with *staged* data of this type, which has template tokens as its leaves.
 * docgen fills the resulting template for every page. The browser renders the same components with real data.
 * Therefore, the leaves are opaque. Code must inspect optional values with `when` and lists with `map`, which both work
 * with staged data and with real data. Other code doesn't type-check. `src/render/frame.rs` mirrors this file. Every
 * key is always present. An absent `Maybe` or `Attr` is `null`.
 */

declare const kind: unique symbol;

/**
 * The type that makes a leaf opaque. An opaque leaf has a function type, because TypeScript prevents code from testing
 * an uncalled function for truthiness.
 */
interface Opaque<Kind extends string> {
  (): never;
  readonly [kind]: Kind;
}

/** A string. An element's text is never empty, because React's output would then lack a separator. */
export type Text = string & Opaque<"text">;

/** The value of an attribute. If the value is `null`, the attribute is omitted. */
export type Attr<Value extends string = string> = Value & Opaque<"attr">;

/** Finished HTML. Only `ui/Prose` inserts it. */
export type Html = Opaque<"html">;

/**
 * An optional value, which is `null` if absent. Read the value only with `when`. The value is never `false`, an empty
 * string, or an empty list.
 */
export type Maybe<Value> = Opaque<"maybe"> & { readonly __value?: Value };

/** A flag: `true` or `null`. */
export type Flag = Maybe<true>;

/** A list. Read it only with `map`. */
export interface List<Item> {
  map(render: (item: Item) => React.ReactNode): React.ReactNode;
}

export interface FrameData {
  /** The kind of page: "doc", "page", "home", "category", "tags", "tag", "not-found", "blog", and so on. */
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
  /** The site's own footer. If this value is present, `FrameData.footer` is absent. */
  footer: Maybe<Html>;
}

export interface AnnouncementData {
  html: Html;
  closeable: Flag;
  /** A CSS color. The default is "initial". */
  background: Text;
  /** A CSS color. The default is "initial". */
  color: Text;
}

export interface NavbarData {
  /** "true" or absent. */
  hideOnScroll: Attr;
  /** The URL of the logo and title. */
  home: Text;
  title: Maybe<Text>;
  logo: Maybe<LogoData>;
  /** The menu button, which is present if there are items or a sidebar. */
  toggle: Flag;
  left: List<NavbarItemData>;
  right: List<NavbarItemData>;
  /** The search button at the end of the bar, unless one of the items is the search button. */
  search: Flag;
  colorToggle: Maybe<ColorToggleData>;
}

export interface LogoData {
  src: Text;
  srcDark: Text;
  /** The alternative text, which is empty if the title is visible. */
  alt: Text;
  /** The width in pixels, if the width is known. The width prevents other elements from moving when the image loads. */
  width: Attr;
  height: Attr;
}

/** The color toggle before hydration. At that time, only the configured default is known. */
export interface ColorToggleData {
  /** The `color_toggle` message, filled with `title`. */
  label: Text;
  /** The `color_system`, `color_light`, or `color_dark` message. */
  title: Text;
}

/** Exactly one of `link`, `dropdown`, `html`, and `search` is present. */
export interface NavbarItemData {
  /** React's key. The key isn't part of the output, so docgen omits the key. */
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
  /** The language of the page that a locale link points to. */
  lang: Attr;
  /** "true" if the link keeps the URL's query and fragment, as locale and version links do. */
  keep: Attr;
  /** "true" if the link loads a new document. Locale links do so. */
  reload: Attr;
  /** The name of a version, which becomes the reader's preferred version when the reader follows the link. */
  version: Attr;
}

export interface DropdownData {
  label: Text;
  /**
   * The label in the mobile sidebar, if it's different from `label`. This label isn't prerendered, so docgen omits it.
   */
  mobileLabel?: Text;
  /** The URL of the dropdown or of the dropdown's first item, for readers without JavaScript. */
  href: Text;
  /** "page" if one of the dropdown's items is current. */
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
  /** The posts of one year. */
  group: Maybe<{ label: Text; items: List<SidebarItemData> }>;
  html: Maybe<Html>;
}

export interface SidebarLinkData {
  labelHtml: Html;
  href: Text;
  current: Attr<"page">;
  target: Attr<"_blank">;
  rel: Attr;
  external: Flag;
  badge: Maybe<BadgeData>;
}

export interface BadgeData {
  text: Text;
  /** The value of the `data-kind` attribute. */
  kind: Text;
}

/**
 * A category. Exactly one of `page` (has a page), `toggle` (has no page and is collapsible), and `heading` (has no page
 * and isn't collapsible) is present.
 */
export interface SidebarCategoryData {
  key?: string;
  labelHtml: Html;
  /** "true" if the category contains the current page. */
  active: Attr;
  /** "true" or "false". */
  expanded: Text;
  page: Maybe<{ href: Text; current: Attr<"page"> }>;
  /** `href` is the category's first descendant page, for readers without JavaScript. */
  toggle: Maybe<{ href: Text }>;
  heading: Flag;
  /**
   * The button next to a `page`, if the category is collapsible. `label` is the `sidebar_collapse` or `sidebar_expand`
   * message, filled with the category's label.
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
  /** "#" followed by the heading's ID. */
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
