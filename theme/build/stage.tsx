/**
 * Renders the frame once. The data has a template token in place of every leaf (see `staged.ts`). docgen fills in the
 * names in `src/frame/data.ts`, `t` for the messages, and `sidebar_html` for the rendered sidebar.
 */

import { renderToString } from "react-dom/server";
import { stageCuts } from "../src/frame/Cut.tsx";
import type {
  FooterColumnData,
  FooterLinkData,
  FrameData,
  LinkData,
  NavbarItemData,
  SidebarCategoryData,
  SidebarItemData,
  TocItemData,
} from "../src/frame/data.ts";
import { Frame } from "../src/frame/Frame.tsx";
import { stageMessages } from "../src/messages.ts";
import { again, attr, cut, flag, html, list, maybe, message, templates, text } from "./staged.ts";

const link = (at: string): LinkData => ({
  label: text(`${at}.label`),
  href: text(`${at}.href`),
  current: attr(`${at}.current`),
  target: attr(`${at}.target`),
  rel: attr(`${at}.rel`),
  external: flag(`${at}.external`),
  lang: attr(`${at}.lang`),
  keep: attr(`${at}.keep`),
  reload: attr(`${at}.reload`),
  version: attr(`${at}.version`),
});

const navbarItem = (at: string): NavbarItemData => ({
  className: attr(`${at}.className`),
  link: maybe(`${at}.link`, link),
  dropdown: maybe(`${at}.dropdown`, (dropdown) => ({
    label: text(`${dropdown}.label`),
    href: text(`${dropdown}.href`),
    current: attr(`${dropdown}.current`),
    icon: attr(`${dropdown}.icon`),
    items: list(`${dropdown}.items`, "choice", (choice) => ({
      link: maybe(`${choice}.link`, link),
      html: maybe(`${choice}.html`, html),
    })),
  })),
  html: maybe(`${at}.html`, html),
  search: flag(`${at}.search`),
});

const category = (at: string): SidebarCategoryData => ({
  labelHtml: html(`${at}.labelHtml`),
  active: attr(`${at}.active`),
  expanded: text(`${at}.expanded`),
  page: maybe(`${at}.page`, (page) => ({ href: text(`${page}.href`), current: attr(`${page}.current`) })),
  toggle: maybe(`${at}.toggle`, (toggle) => ({ href: text(`${toggle}.href`) })),
  heading: flag(`${at}.heading`),
  caret: maybe(`${at}.caret`, (caret) => ({ label: text(`${caret}.label`) })),
  items: maybe(`${at}.items`, (items) => again<SidebarItemData>(items)),
});

const sidebarItem = (at: string): SidebarItemData => ({
  className: attr(`${at}.className`),
  link: maybe(`${at}.link`, (leaf) => ({
    labelHtml: html(`${leaf}.labelHtml`),
    href: text(`${leaf}.href`),
    current: attr(`${leaf}.current`),
    target: attr(`${leaf}.target`),
    rel: attr(`${leaf}.rel`),
    external: flag(`${leaf}.external`),
    badge: maybe(`${leaf}.badge`, (badge) => ({ text: text(`${badge}.text`), kind: text(`${badge}.kind`) })),
  })),
  category: maybe(`${at}.category`, category),
  group: maybe(`${at}.group`, (group) => ({
    label: text(`${group}.label`),
    items: again<SidebarItemData>(`${group}.items`),
  })),
  html: maybe(`${at}.html`, html),
});

const tocItem = (at: string): TocItemData => ({
  href: text(`${at}.href`),
  html: html(`${at}.html`),
  items: maybe(`${at}.items`, (items) => again<TocItemData>(items)),
});

const footerLink = (at: string): FooterLinkData => ({
  label: text(`${at}.label`),
  href: text(`${at}.href`),
  target: attr(`${at}.target`),
  rel: attr(`${at}.rel`),
  external: flag(`${at}.external`),
});

const footerColumn = (at: string): FooterColumnData => ({
  title: maybe(`${at}.title`, text),
  items: list(`${at}.items`, "entry", (entry) => ({
    link: maybe(`${entry}.link`, footerLink),
    html: maybe(`${entry}.html`, html),
  })),
});

const staged: FrameData = {
  layout: text("layout"),
  announcement: maybe("announcement", (at) => ({
    html: html(`${at}.html`),
    closeable: flag(`${at}.closeable`),
    background: text(`${at}.background`),
    color: text(`${at}.color`),
  })),
  navbar: {
    hideOnScroll: attr("navbar.hideOnScroll"),
    home: text("navbar.home"),
    title: maybe("navbar.title", text),
    logo: maybe("navbar.logo", (at) => ({
      src: text(`${at}.src`),
      srcDark: text(`${at}.srcDark`),
      alt: text(`${at}.alt`),
      width: attr(`${at}.width`),
      height: attr(`${at}.height`),
    })),
    toggle: flag("navbar.toggle"),
    left: list("navbar.left", "item", navbarItem),
    right: list("navbar.right", "item", navbarItem),
    search: flag("navbar.search"),
    colorToggle: maybe("navbar.colorToggle", (at) => ({ label: text(`${at}.label`), title: text(`${at}.title`) })),
  },
  sidebar: maybe("sidebar", (at) => ({
    id: text(`${at}.id`),
    label: text(`${at}.label`),
    title: maybe(`${at}.title`, text),
    items: list(`${at}.items`, "item", sidebarItem, true),
  })),
  toc: maybe("toc", (at) => ({ items: list(`${at}.items`, "item", tocItem, true) })),
  footer: maybe("footer", (at) => ({
    columns: maybe(`${at}.columns`, (columns) => list(columns, "column", footerColumn)),
    copyright: maybe(`${at}.copyright`, html),
  })),
  slots: {
    banner: maybe("slots.banner", html),
    navbarEnd: maybe("slots.navbarEnd", html),
    sidebarTop: maybe("slots.sidebarTop", html),
    sidebarBottom: maybe("slots.sidebarBottom", html),
    footer: maybe("slots.footer", html),
  },
  body: html("body"),
};

/** Returns the template for the frame and, by name, the templates for the parts that are cut out of the frame. */
export function stageFrame(): { frame: string; cuts: Record<string, string> } {
  stageMessages(message);
  stageCuts(cut);
  return templates(renderToString(<Frame data={staged} />));
}
