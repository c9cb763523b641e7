/**
 * The preview beside the hits on wide screens: the first lines and the first code block of the active hit's section.
 * The page loads in the same way as when the reader opens it, so opening it later needs no more requests.
 */

import "../../shared.ts";
import { t as app } from "../../messages.ts";
import { searchContext } from "../context.ts";
import { isExternal } from "../hits.ts";

/** The pause after which the preview of a hit loads, in milliseconds. */
const pause = 350;
const wide = matchMedia("(min-width: 72em)");
const mostTexts = 3;
const longest = 600;
const mostRows = 5;

/** The key that copies the code block, together with Alt. */
const copyKey = "c";

const levelOf = (element: Element) => Number(/^H([1-6])$/.exec(element.tagName)?.[1] ?? 7);

/** The source of a diagram isn't code for readers. */
const diagram = '[data-island="diagram"]';

/** Returns blocks of a section: a few blocks of text or tables and the first code block. */
function blocksOf(content: Document, heading: Element | null): Element[] {
  const all = [...content.body.querySelectorAll("h1, h2, h3, h4, h5, h6, p, li, table, pre, .api-endpoint")];
  const first = heading ? all.findIndex((one) => one === heading || heading.contains(one)) + 1 : 0;
  const level = heading ? levelOf(heading) : 0;
  const blocks: Element[] = [];
  let texts = 0;
  let size = 0;
  for (const one of all.slice(first)) {
    const own = levelOf(one);
    if (level > 0 && own <= level) break;
    if (one.closest(diagram)) continue;
    if (one.tagName === "PRE") {
      blocks.push(one);
      break;
    }
    const isText =
      own === 7 &&
      !one.closest("nav, header, .page-actions, .tags, .post-tags, .api-tags, .page-meta, .admonition-title") &&
      !one.parentElement?.closest("li, p, table");
    const length = one.textContent?.trim().length ?? 0;
    if (!isText || length === 0 || texts === mostTexts || size > longest) continue;
    texts += 1;
    size += length;
    blocks.push(one);
  }
  return blocks;
}

/** Returns the title of a section as a line of text. Headings would be part of the page's outline. */
function titleOf(content: Document, heading: Element | null): Element {
  const copy = bare(heading ?? content.querySelector("h1") ?? document.createElement("p"));
  const title = Object.assign(document.createElement("p"), { className: "search-preview-title" });
  Object.assign(title, { lang: (copy as HTMLElement).lang, dir: "auto" });
  title.append(...copy.childNodes);
  return title;
}

/** Removes links, buttons, and IDs, because links and buttons can't be used, and IDs would be on the page twice. */
function bare(block: Element): Element {
  const copy = block.cloneNode(true) as HTMLElement;
  const source = block.closest<HTMLElement>("body [lang]");
  if (source) Object.assign(copy, { lang: source.lang, dir: source.dir });
  for (const one of copy.querySelectorAll("button, .hash-link")) one.remove();
  for (const link of copy.querySelectorAll("a")) link.replaceWith(...link.childNodes);
  for (const one of [copy, ...copy.querySelectorAll("[id], [tabindex]")]) {
    one.removeAttribute("id");
    one.removeAttribute("tabindex");
  }
  // The first rows are enough for a preview.
  for (const row of [...copy.querySelectorAll("tbody tr")].slice(mostRows)) row.remove();
  if (copy.tagName !== "LI") return copy;
  const list = document.createElement("ul");
  list.append(copy);
  return list;
}

/** Adds the preview to the dialog. Returns a function that removes the preview. */
export function startPreview(container: Element): () => void {
  const field = container.querySelector("input");
  const modal = container.querySelector(".DocSearch-Modal");
  const list = container.querySelector(".DocSearch-Dropdown");
  if (!field || !modal || !list) return () => {};
  const left = new AbortController();
  const pane = Object.assign(document.createElement("div"), { className: "search-preview prose", hidden: true });
  // Screen readers announce the hit itself, and the preview contains no controls.
  pane.setAttribute("aria-hidden", "true");
  modal.append(pane);
  let timer = 0;
  let shown = "";

  const show = async (href: string) => {
    const { pathname, hash } = new URL(href, location.href);
    const html = await searchContext().page(pathname);
    if (left.signal.aborted || href !== shown || html === null) return;
    const content = new DOMParser().parseFromString(html, "text/html");
    const heading = hash === "" ? null : content.getElementById(decodeURIComponent(hash.slice(1)));
    const blocks = blocksOf(content, heading).map(bare);
    pane.replaceChildren(titleOf(content, heading), ...blocks);
    pane.hidden = blocks.length === 0;
    if (!pane.querySelector("pre")) return;
    const hint = Object.assign(document.createElement("p"), { className: "search-preview-hint" });
    const key = Object.assign(document.createElement("kbd"), { textContent: `Alt+${copyKey.toUpperCase()}` });
    hint.append(key, ` ${app("code_copy")}`);
    pane.append(hint);
  };

  const update = () => {
    const id = field.getAttribute("aria-activedescendant");
    const link = id === null ? null : document.getElementById(id);
    const href = wide.matches && link instanceof HTMLAnchorElement && !isExternal(link.href) ? link.href : "";
    if (href === shown) return;
    shown = href;
    clearTimeout(timer);
    if (href === "") pane.hidden = true;
    else timer = window.setTimeout(() => show(href).catch(() => {}), pause);
  };

  const watcher = new MutationObserver(update);
  watcher.observe(field, { attributes: true, attributeFilter: ["aria-activedescendant"] });
  // When the list changes, a different hit can be active even though the attribute stays the same.
  watcher.observe(list, { childList: true, subtree: true });
  const pressed = (event: KeyboardEvent) => {
    const code = pane.hidden ? null : pane.querySelector("pre");
    if (!(event.altKey && event.code === `Key${copyKey.toUpperCase()}` && code)) return;
    event.preventDefault();
    void navigator.clipboard?.writeText(code.textContent ?? "").then(() => {
      const hint = pane.querySelector(".search-preview-hint");
      if (hint) hint.textContent = app("copied");
    });
  };
  container.addEventListener("keydown", (event) => pressed(event as KeyboardEvent), { signal: left.signal });
  return () => {
    watcher.disconnect();
    clearTimeout(timer);
    left.abort();
    pane.remove();
  };
}
