/**
 * The reading history, which only the reader's browser stores: the pages that the reader has read, and the section that
 * the reader has reached. A reader who returns to a long page can continue there, and the home page lists recent pages.
 */

import "../shared.ts";
import type { PageKind, SiteData } from "../chunk.ts";
import { slot } from "../hooks/storage.ts";
import { t as app } from "../messages.ts";
import styles from "../styles/history.css?text";
import { historyKey, isHome } from "./key.ts";
import type { ReaderActions } from "./start.ts";
import { t } from "./text.ts";

const sheet = new CSSStyleSheet();
sheet.replaceSync(`@layer components{${styles}}`);

interface Entry {
  path: string;
  title: string;
  /** The ID and the text of the last section, if the reader has left the beginning of the page. */
  id?: string;
  section?: string;
}

const stored = slot(historyKey);
/** The number of pages to remember, and the number of pages that the home page lists. */
const limits = { stored: 30, shown: 5 };
/** A page is long if it's at least this many times as tall as the window. */
const long = 3;

const isRead = (kind: PageKind | undefined) => kind !== undefined && /^(?:doc|page|blog-post|api-.*)$/.test(kind);

function entries(): Entry[] {
  try {
    const list = JSON.parse(stored.get() ?? "[]") as unknown;
    const isEntry = (entry: unknown): entry is Entry =>
      typeof (entry as Entry | null)?.path === "string" && typeof (entry as Entry).title === "string";
    return Array.isArray(list) ? list.filter(isEntry) : [];
  } catch {
    return [];
  }
}

/** Returns the last heading above the middle of the window. */
function reached(): HTMLElement | undefined {
  const headings = [...document.querySelectorAll<HTMLElement>(".article :is(h2, h3)[id]")];
  return headings.findLast(
    (heading) => heading.checkVisibility() && heading.getBoundingClientRect().top < innerHeight / 2,
  );
}

const textOf = (heading: Element) => {
  const copy = heading.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll(".hash-link, sup:has(> .footnote-ref)")) hidden.remove();
  return (copy.textContent ?? "").trim();
};

export function startHistory(site: SiteData, actions: ReaderActions): void {
  document.adoptedStyleSheets.push(sheet);
  let entry: Entry | null = null;
  let isTouched = false;
  let timer = 0;

  const save = () => {
    if (!entry || !isTouched) return;
    const { path } = entry;
    stored.set(JSON.stringify([entry, ...entries().filter((other) => other.path !== path)].slice(0, limits.stored)));
    isTouched = false;
  };

  /** Records the section that the reader has reached. */
  const note = () => {
    if (!entry) return;
    isTouched = true;
    clearTimeout(timer);
    timer = window.setTimeout(save, 500);
    const { path, title } = entry;
    const heading = scrollY > innerHeight / 2 ? reached() : undefined;
    entry = heading ? { path, title, id: heading.id, section: textOf(heading) } : { path, title };
  };

  const look = () => {
    save();
    const page = actions.page();
    const title = document.querySelector(".article h1");
    entry =
      page && isRead(page.kind) && !isHome(page, site) && title
        ? { path: location.pathname, title: textOf(title) || page.title }
        : null;
    if (isHome(page, site)) list(site.baseUrl);
  };

  let isWaiting = false;
  const scrolled = () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      note();
    });
  };

  const last = entries().find(({ path }) => path === location.pathname);
  look();
  if (scrollY > 0) note();
  addEventListener("scroll", scrolled, { passive: true });
  addEventListener("docgen:navigated", look);
  addEventListener("pagehide", save);
  document.addEventListener("visibilitychange", save);
  // A page counts as read if the reader stays on it.
  setInterval(() => {
    if (document.visibilityState === "visible" && !isTouched) note();
  }, 10_000);
  if (last) offer(last);
}

/** Offers to continue from the last section if the page is long and the reader has just opened its beginning. */
function offer({ id, section }: Entry): void {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const isLong = document.documentElement.scrollHeight > long * innerHeight;
  if (!id || !section || navigation?.type !== "navigate" || location.hash || scrollY > 0 || !isLong) return;
  if (!document.getElementById(id)) return;
  const link = Object.assign(document.createElement("a"), { href: `#${id}`, textContent: t("continue", { section }) });
  const close = Object.assign(document.createElement("button"), { type: "button", className: "close" });
  close.setAttribute("aria-label", String(app("close")));
  close.textContent = "×";
  const box = Object.assign(document.createElement("aside"), { className: "continue" });
  box.setAttribute("aria-label", t("continue", { section }));
  box.append(link, close);
  const stop = new AbortController();
  const end = () => {
    stop.abort();
    box.remove();
  };
  for (const element of [link, close]) element.addEventListener("click", () => setTimeout(end));
  addEventListener("docgen:navigated", end, { signal: stop.signal });
  addEventListener("scroll", () => scrollY > innerHeight / 2 && end(), { signal: stop.signal, passive: true });
  document.querySelector(".main")?.append(box);
}

/** Lists recent pages at the end of the home page. */
function list(base: string): void {
  const article = document.querySelector(".article");
  const recent = entries()
    .filter(({ path }) => path.startsWith(base))
    .slice(0, limits.shown);
  if (!article || article.querySelector(".recent") || recent.length === 0) return;
  const items = document.createElement("ul");
  for (const { path, title, id, section } of recent) {
    const link = Object.assign(document.createElement("a"), { href: id ? `${path}#${id}` : path, textContent: title });
    const item = document.createElement("li");
    item.append(link);
    if (section) item.append(Object.assign(document.createElement("span"), { textContent: section }));
    items.append(item);
  }
  const forget = Object.assign(document.createElement("button"), { type: "button", textContent: t("forget") });
  const box = Object.assign(document.createElement("section"), { className: "recent" });
  const title = Object.assign(document.createElement("h2"), { textContent: t("recent"), id: "docgen-recent" });
  box.setAttribute("aria-labelledby", title.id);
  forget.addEventListener("click", () => {
    stored.delete();
    box.remove();
  });
  box.append(title, items, forget);
  article.append(box);
}
