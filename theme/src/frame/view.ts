/**
 * Derives the frame's data from the wire format.
 *
 * `src/render/frame.rs` does the same for the template. Golden files ensure that both implementations agree.
 */

import type { Chunk, FooterColumn, SiteData, TocEntry } from "../chunk.ts";
import { t } from "../messages.ts";
import type { AnnouncementData, FooterData, FrameData, List, Maybe, SlotsData, Text, TocItemData } from "./data.ts";
import { attr, externals, html, list, maybe, text } from "./leaf.ts";
import { navbarItems } from "./navbarItems.ts";

function announcement(site: SiteData): Maybe<AnnouncementData> {
  const bar = site.announcement;
  return maybe(
    bar && {
      html: html(bar.html),
      closeable: maybe<true>(bar.closeable),
      background: text(bar.backgroundColor ?? "initial"),
      color: text(bar.textColor ?? "initial"),
    },
  );
}

function tocItems(entries: TocEntry[]): List<TocItemData> {
  return list(
    entries.map((entry) => ({
      key: entry.id,
      href: text(`#${entry.id}`),
      html: html(entry.html),
      items: maybe(entry.items?.length ? tocItems(entry.items) : null),
    })),
  );
}

function footerColumn(column: FooterColumn, index: number) {
  return {
    key: String(index),
    title: maybe(column.title ? text(column.title) : null),
    items: list(
      column.items.map((item, position) => ({
        key: String(position),
        link: maybe(
          item.html === undefined && {
            label: text(item.label ?? ""),
            href: text(item.href ?? ""),
            ...externals(item.external),
          },
        ),
        html: maybe(item.html !== undefined && html(item.html)),
      })),
    ),
  };
}

function footer(site: SiteData): Maybe<FooterData> {
  const { columns, copyright } = site.footer ?? {};
  return maybe(
    site.footer &&
      site.slots?.footer === undefined && {
        columns: maybe(columns?.length ? list(columns.map(footerColumn)) : null),
        copyright: maybe(copyright ? html(copyright) : null),
      },
  );
}

function slots({ slots }: SiteData): SlotsData {
  const filled = (content: string | undefined) => maybe(content !== undefined && html(content));
  return {
    banner: filled(slots?.banner),
    navbarEnd: filled(slots?.navbarEnd),
    sidebarTop: filled(slots?.sidebarTop),
    sidebarBottom: filled(slots?.sidebarBottom),
    footer: filled(slots?.footer),
  };
}

function colorToggle(site: SiteData) {
  const { disableSwitch, respectPrefersColorScheme, defaultMode } = site.colorMode;
  const title = t(respectPrefersColorScheme ? "color_system" : `color_${defaultMode}`);
  return maybe(!disableSwitch && { title, label: t("color_toggle", { mode: title }) });
}

export function frameData(site: SiteData, page: Chunk): FrameData {
  const { navbar } = site;
  return {
    layout: text(page.kind),
    announcement: announcement(site),
    navbar: {
      hideOnScroll: attr(navbar.hideOnScroll ? "true" : null),
      home: text(navbar.logo?.href ?? site.locale.href),
      title: maybe(navbar.title ? text(navbar.title) : null),
      logo: maybe(
        navbar.logo && {
          src: text(navbar.logo.src),
          srcDark: text(navbar.logo.srcDark),
          alt: text(navbar.logo.alt),
          width: attr(navbar.logo.width),
          height: attr(navbar.logo.height),
        },
      ),
      toggle: maybe<true>(navbar.items.length > 0 || page.sidebar !== null),
      ...navbarItems(site, page),
      search: maybe<true>(site.search !== undefined && !site.navbar.items.some(({ type }) => type === "search")),
      colorToggle: colorToggle(site),
    },
    // The items load later, with the navigation tree.
    sidebar: maybe(
      page.sidebar && {
        id: text(page.sidebar.id),
        label: t(page.kind.startsWith("blog") ? "sidebar_blog" : "sidebar"),
        title: maybe<Text>(null),
        items: list([]),
      },
    ),
    toc: maybe(page.toc.length > 0 && { items: tocItems(page.toc) }),
    footer: footer(site),
    slots: slots(site),
    body: html(page.html ?? ""),
  };
}
