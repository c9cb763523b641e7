/**
 * Link previews: a card with the title, the description, and the first lines of the page or section that a link leads
 * to. The card looks like the explanation of a term (`styles/inline.css`). The card is part of the link so that the
 * pointer can move onto the card.
 */

import "../shared.ts";
import type { Page } from "../chunk.ts";
import { elementOfHash } from "../hooks/hash.ts";
import styles from "../styles/link-card.css?text";
import type { ReaderActions } from "./start.ts";

const sheet = new CSSStyleSheet();
sheet.replaceSync(`@layer components{${styles}}`);

type How = "point" | "focus" | "touch";

/** How long a reader must stay on a link, in milliseconds. */
const delays: Record<How, number> = { point: 350, focus: 350, touch: 500 };
/** The number of characters to show. The styles truncate the text after a few lines. */
const limit = 400;

interface Content {
  title: string;
  /** The method and path of an API operation. */
  endpoint: Element | null;
  description: string;
  text: string;
  /** The element with the language of the text, if the page isn't translated. */
  source: HTMLElement | null;
}

let close = () => {};

/** The link that the reader points to or focuses, even if it doesn't have a card. */
let current: HTMLAnchorElement | null = null;

const headings = "h1, h2, h3, h4, h5, h6";

/** The parts of the text that readers don't see. */
const unseen = ".hash-link, .footnote-ref, .visually-hidden, script, style";

/** Returns the text of an element, without hidden parts. Formulas are in LaTeX. */
function textOf(element: Element | null | undefined, hidden = `${unseen}, .tooltip-text`): string {
  if (!element) return "";
  const copy = element.cloneNode(true) as Element;
  for (const math of copy.querySelectorAll("math")) math.replaceWith(math.getAttribute("alttext") ?? "");
  for (const part of copy.querySelectorAll(hidden)) part.remove();
  return (copy.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** Returns the first piece of text after a heading, or the first piece of text in any other element. */
function textAt(element: Element): string {
  if (!element.matches(headings)) return textOf(element).slice(0, limit);
  let text = "";
  for (let next = element.nextElementSibling; next && text.length < limit; next = next.nextElementSibling) {
    if (next.matches(headings)) break;
    if (next.matches("p, ul, ol, dl, blockquote, .admonition")) text += ` ${textOf(next)}`;
  }
  return text.trim().slice(0, limit);
}

function contentOf(page: Page, body: ParentNode, hash: string): Content | null {
  const id = decodeURIComponent(hash.slice(1));
  const section = id ? body.querySelector(`[id="${CSS.escape(id)}"]`) : null;
  if (id && !section) return null;
  const source = body.querySelector<HTMLElement>(".prose[lang]");
  const title = textOf(body.querySelector("h1")) || page.title;
  if (section && !section.matches("h1")) {
    const isHeading = section.matches(headings);
    return { title: isHeading ? textOf(section) : "", endpoint: null, description: "", text: textAt(section), source };
  }
  const description = page.head.find(({ attrs }) => attrs.name === "description")?.attrs.content ?? "";
  const first = body.querySelector(".prose > p, .api p");
  const text = textOf(first).slice(0, limit);
  // The default description is the beginning of the text, with the explanations of terms.
  const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");
  const isSame = bare(textOf(first, unseen)).startsWith(bare(description));
  const endpoint = body.querySelector(".api-endpoint");
  return { title, endpoint, description: isSame ? "" : description, text, source };
}

function make<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text = ""): HTMLElement {
  return Object.assign(document.createElement(name), { className, textContent: text });
}

function cardOf({ title, endpoint, description, text, source }: Content): HTMLElement {
  const card = make("span", "tooltip-text link-card");
  if (source) Object.assign(card, { lang: source.lang, dir: source.dir });
  if (title) card.append(make("span", "link-card-title", title));
  if (endpoint) {
    const line = make("span", "link-card-endpoint");
    const badge = endpoint.querySelector(".badge")?.cloneNode(true);
    if (badge) line.append(badge, " ");
    line.append(make("code", "", textOf(endpoint.querySelector(".api-path"))));
    card.append(line);
  }
  if (description) card.append(make("span", "link-card-description", description));
  if (text) card.append(make("span", "link-card-text", text));
  return card;
}

/** Loads the content of a link's preview. */
async function find(anchor: HTMLAnchorElement, actions: ReaderActions): Promise<Content | null> {
  const url = new URL(anchor.href);
  const here = actions.page();
  if (url.origin === location.origin && url.pathname === location.pathname && here) {
    const target = elementOfHash(url.hash);
    // Readers can see the section, so they don't need a preview.
    const top = target?.getBoundingClientRect().top ?? 0;
    if (!target || (top >= 0 && top < innerHeight)) return null;
    return contentOf(here, document.querySelector(".article") ?? document, url.hash);
  }
  const page = await actions.load(anchor);
  return page && contentOf(page, new DOMParser().parseFromString(page.html, "text/html"), url.hash);
}

function show(anchor: HTMLAnchorElement, content: Content): void {
  const card = cardOf(content);
  if (!card.hasChildNodes()) return;
  close();
  // Screen readers announce the description with the link, but the card isn't part of the link's name.
  card.ariaHidden = "true";
  const description = card.querySelector<HTMLElement>(".link-card-description, .link-card-text");
  if (description) {
    description.id = "docgen-link-card";
    anchor.setAttribute("aria-describedby", description.id);
  }
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  anchor.classList.add("previewed");
  anchor.append(card);
  const stop = new AbortController();
  const { signal } = stop;
  let timer = 0;
  close = () => {
    close = () => {};
    clearTimeout(timer);
    stop.abort();
    card.remove();
    anchor.classList.remove("previewed");
    anchor.removeAttribute("aria-describedby");
  };
  const leave = () => {
    clearTimeout(timer);
    // The pointer can cross a gap between the link and the card.
    timer = window.setTimeout(() => !anchor.matches(":hover, :focus-visible") && close(), 200);
  };
  anchor.addEventListener("pointerleave", leave, { signal });
  anchor.addEventListener("blur", leave, { signal });
  anchor.addEventListener("click", () => close(), { signal });
  document.addEventListener("keydown", (event) => event.key === "Escape" && close(), { signal });
  const outside = (event: Event) => !anchor.contains(event.target as Node) && close();
  document.addEventListener("pointerdown", outside, { signal });
  addEventListener("docgen:navigated", () => close(), { signal });
}

/** Shows a card if the reader stays on a link. */
export function preview(anchor: HTMLAnchorElement, how: How, actions: ReaderActions): void {
  if (current === anchor) return;
  current = anchor;
  const stop = new AbortController();
  const { signal } = stop;
  const leave = () => {
    clearTimeout(timer);
    stop.abort();
    if (current === anchor) current = null;
  };
  const show_ = async () => {
    const content = await find(anchor, actions).catch(() => null);
    if (content && current === anchor && anchor.isConnected) show(anchor, content);
  };
  const timer = window.setTimeout(() => void show_(), delays[how]);
  // After a long press, the browser must not follow the link.
  const lift = (event: Event) => anchor.matches(".previewed") && event.preventDefault();
  if (how === "touch") anchor.addEventListener("touchend", lift, { once: true });
  const ends = how === "touch" ? ["touchend", "touchmove", "touchcancel"] : ["pointerleave", "blur"];
  for (const name of [...ends, "click"]) anchor.addEventListener(name, leave, { signal });
}
