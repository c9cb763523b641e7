/** Checks the navbar's items, resolves the items for the page, and splits the items by side. */

import type { Chunk, Locale, NavbarItem, SiteData, Version } from "../chunk.ts";
import { t } from "../messages.ts";
import { mainDocs, nameOf, versionedDocs, versionsOf } from "../versions.ts";
import type { DropdownItemData, LinkData, NavbarItemData } from "./data.ts";
import { attr, externals, html, list, maybe, text } from "./leaf.ts";

const links = new Set(["default", "doc", "docSidebar", "docsVersion"]);
const generated = new Set(["docsVersionDropdown", "localeDropdown", "search"]);

function isDropdown(item: NavbarItem): boolean {
  return item.type === "dropdown" || (item.type === "default" && item.items !== undefined);
}

function check(item: NavbarItem): void {
  if (generated.has(item.type)) return;
  if (item.type === "html") {
    if (item.html === undefined) throw new Error("missing html");
  } else if (isDropdown(item)) {
    if (!item.label) throw new Error("missing label");
    item.items?.forEach(checked);
  } else if (!links.has(item.type)) {
    throw new Error(`unknown type ${JSON.stringify(item.type)}`);
  } else if (!item.label || item.href === undefined) {
    const missing = { doc: "missing document", docSidebar: "the sidebar has no pages" };
    throw new Error(missing[item.type as keyof typeof missing] ?? `missing ${item.label ? "href" : "label"}`);
  }
}

/**
 * Checks an item. If the item is invalid, throws an error that names the item, because the page can't show the item.
 */
function checked(item: NavbarItem, index: number): void {
  try {
    check(item);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Navbar item ${index + 1} can't be shown: ${reason}.\n${JSON.stringify(item, null, 2)}`, {
      cause,
    });
  }
}

const plain: Omit<LinkData, "label" | "href"> = {
  current: attr<"page">(null),
  ...externals(false),
  lang: attr(null),
  keep: attr(null),
  reload: attr(null),
  version: attr(null),
};

const page = (is: boolean) => attr(is ? ("page" as const) : null);

function link(item: NavbarItem, chunk: Chunk): LinkData {
  return {
    ...plain,
    label: text(item.label ?? ""),
    href: text(item.href ?? ""),
    current: page(chunk.navbar.includes(item.id)),
    ...externals(item.external),
    lang: attr(item.lang),
  };
}

const none = {
  link: maybe<LinkData>(null),
  html: maybe<never>(null),
  dropdown: maybe<never>(null),
  search: maybe<true>(null),
};

function choice(item: NavbarItem, chunk: Chunk): DropdownItemData {
  return item.type === "html"
    ? { key: item.id, link: none.link, html: maybe(html(item.html ?? "")) }
    : { key: item.id, link: maybe(link(item, chunk)), html: none.html };
}

/** Returns the path of the page in a locale, if the page exists in that locale. */
function inLocale(locale: Locale, site: SiteData, chunk: Chunk): string | undefined {
  const isOwn = locale.code === site.locale.code && chunk.kind !== "not-found";
  return chunk.locales?.[locale.code] ?? (isOwn ? chunk.path : undefined);
}

/** The URL of the same page or, if there's none, of another one. A link to another page doesn't keep the fragment. */
const sameOr = (same: string | undefined, other: string) => ({
  href: text(same ?? other),
  keep: attr(same === undefined ? null : "true"),
});

function localeDropdown(site: SiteData, chunk: Chunk) {
  const items = site.locales.map((locale) => ({
    key: locale.code,
    link: maybe({
      ...plain,
      ...sameOr(inLocale(locale, site, chunk), locale.href),
      label: text(locale.label),
      current: page(locale.code === site.locale.code),
      lang: attr(locale.lang),
      reload: attr("true"),
    }),
    html: none.html,
  }));
  const { label, href } = site.locale;
  const shared = { label: text(label), href: text(href), current: page(false), items: list(items) };
  return { ...shared, mobileLabel: t("languages"), icon: attr("globe") };
}

function versionDropdown(site: SiteData, chunk: Chunk, fixed: string | undefined) {
  const docs = fixed ?? chunk.docs ?? versionedDocs(site)[0] ?? mainDocs;
  const versions = versionsOf(site, docs);
  const isCurrent = ({ name }: Version) => name === chunk.version && docs === (chunk.docs ?? mainDocs);
  const current = versions.find(isCurrent) ?? versions.find(({ last }) => last) ?? versions[0];
  // If there is only one version, there is nothing to choose.
  if (!current || versions.length < 2) return null;
  const same = docs === (chunk.docs ?? mainDocs) ? chunk.versions : undefined;
  const items = versions.map((version) => ({
    key: version.name,
    link: maybe({
      ...plain,
      label: text(version.label),
      ...sameOr(same?.[version.name], version.href),
      current: page(isCurrent(version)),
      version: attr(nameOf(version)),
    }),
    html: none.html,
  }));
  const { label, href } = current;
  return { label: text(label), href: text(href), current: page(false), icon: attr(null), items: list(items) };
}

const classes = (own: string, { className }: NavbarItem) => (className ? `${own} ${className}` : own);

function view(item: NavbarItem, site: SiteData, chunk: Chunk): Partial<NavbarItemData> | null {
  switch (item.type) {
    case "search":
      return site.search ? { search: maybe<true>(true), className: attr(classes("navbar-search", item)) } : null;
    case "html":
      return { html: maybe(html(item.html ?? "")) };
    case "localeDropdown":
      return { dropdown: maybe(localeDropdown(site, chunk)) };
    case "docsVersionDropdown": {
      const dropdown = versionDropdown(site, chunk, item.docs);
      return dropdown && { dropdown: maybe(dropdown) };
    }
  }
  if (!isDropdown(item)) return { link: maybe(link(item, chunk)) };
  const items = (item.items ?? []).filter(({ id }) => !chunk.navbarHidden?.includes(id));
  return {
    dropdown: maybe({
      label: text(item.label ?? ""),
      href: text(item.href ?? items.find(({ href }) => href)?.href ?? "#"),
      current: page(chunk.navbar.includes(item.id)),
      icon: attr(null),
      items: list(items.map((inner) => choice(inner, chunk))),
    }),
  };
}

/**
 * Returns the items on both sides of the navbar for a page. If an item is invalid, throws an error that names the item.
 */
export function navbarItems(site: SiteData, chunk: Chunk) {
  const sides = { left: [] as NavbarItemData[], right: [] as NavbarItemData[] };
  site.navbar.items.forEach((item, index) => {
    checked(item, index);
    if (chunk.navbarHidden?.includes(item.id)) return;
    const shown = view(item, site, chunk);
    if (shown) sides[item.position].push({ key: item.id, className: attr(item.className), ...none, ...shown });
  });
  return { left: list(sides.left), right: list(sides.right) };
}
