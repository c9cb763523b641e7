/**
 * Linked reading: pointing to or focusing a field marks its lines in the request sample and in the response example, and
 * the other way round. A click on a line opens its field. This code loads when the reader first points to, focuses, or
 * touches a field or an example.
 */

import "../../shared.ts";
import { partOf, prefixOf, shownRequest } from "../../hooks/linked.ts";
import styles from "../../styles/linked.css?text";
import { showAnswer } from "./answer.ts";
import { Blocks, fillsLine, linkOfLine, type RowLink } from "./blocks.ts";
import { isOn, lineAt, offsetAt, place, scrollWithin, textOf } from "./code.ts";
import { bodyFor, nameOf, parametersOf, rowSelector } from "./fields.ts";

const sheet = new CSSStyleSheet();
sheet.replaceSync(`@layer api{${styles}}`);

/** What the reader points to: a field, or a part of a code block. */
type Subject = { row: HTMLElement } | { block: HTMLElement; link: RowLink };

/** How long the pointer must rest on a field before its line scrolls into view, in milliseconds. */
const rest = 300;
/** How far the pointer can move during a click, in pixels. */
const slack = 5;

/** Elements in which a click on a row has a different effect. */
const taken = "a, button, summary, input, select, textarea, label, pre";

/** A control of the request form, by its ID. */
const control = /^request-\d+-(path|query|header|cookie|field):(.+)$/;

interface Page {
  root: Element;
  blocks: Blocks;
  open(element: Element): boolean;
}

/** Returns the path of a field, such as `items.name`. */
function pathOf(row: HTMLElement): string {
  const names: string[] = [];
  for (let at: Element | null | undefined = row; at; at = at.parentElement?.closest(rowSelector)) {
    names.unshift(nameOf(at)?.textContent ?? "");
  }
  return names.filter(Boolean).join(".");
}

/** Returns the field of a control in the request form. */
function rowOfControl({ root }: Page, { id }: Element): HTMLElement | null {
  const [, kind = "", name = ""] = control.exec(id) ?? [];
  if (kind !== "field")
    return parametersOf(root).get(`${kind}:${kind === "header" ? name.toLowerCase() : name}`) ?? null;
  const body = bodyFor(root, shownRequest(partOf(root)).get()?.mediaType ?? "");
  const rows = [...(body?.querySelectorAll<HTMLElement>(rowSelector) ?? [])];
  return rows.find((row) => nameOf(row)?.textContent === name && row.checkVisibility()) ?? null;
}

/** Returns what an element or a point on the screen belongs to. */
function subjectOf(page: Page, target: Element, at?: MouseEvent): Subject | null {
  const block = page.blocks.of(target);
  if (block) {
    if (!at) return null;
    const [text, links] = [textOf(block), page.blocks.links(block)];
    const offset = links.length > 0 ? offsetAt(block, at.clientY) : null;
    if (offset === null) return null;
    const line = lineAt(text, offset);
    const near = links.filter(({ start, end }) => start <= line.end && end > line.start);
    const part = near.findLast(
      (link) => link.end <= line.end && !fillsLine(text, link, links) && isOn(block, link, at),
    );
    const link = part ?? linkOfLine(text, offset, links);
    return link ? { block, link } : null;
  }
  const row = target.closest<HTMLElement>(rowSelector) ?? rowOfControl(page, target);
  return row && page.root.contains(row) ? { row } : null;
}

/** Puts an element over the first line of a link or, if the line has other links, over the link's part of the line. */
function cover(element: HTMLElement, block: HTMLElement, link: RowLink, links: readonly RowLink[]): void {
  const text = textOf(block);
  const line = lineAt(text, link.start);
  if (fillsLine(text, link, links)) place(element, block, line, "line");
  else place(element, block, { start: link.start, end: Math.min(link.end, line.end) }, "part");
}

/** Draws the marks of one subject at a time. */
class Marks {
  private readonly elements: Element[] = [];
  private shown: Subject | null = null;

  constructor(private readonly page: Page) {}

  show(subject: Subject | null): void {
    if (same(subject, this.shown)) return;
    this.clear();
    this.shown = subject;
    if (!subject) return;
    const row = "row" in subject ? subject.row : subject.link.target;
    const found = this.page.blocks.shown().map((block) => ({ block, links: this.page.blocks.links(block) }));
    let count = 0;
    for (const { block, links } of found) {
      const own = links.filter(({ target, isOwn }) => target === row && isOwn);
      const here = "link" in subject && subject.block === block ? [subject.link] : own;
      for (const link of here) this.mark(block, link, links);
      count += here.length;
      if ("link" in subject && subject.block === block) block.dataset.linked = "";
    }
    if (count > 0) this.markRow(row, "link" in subject);
  }

  /** Scrolls the first mark in each block into view. */
  reveal(): void {
    const seen = new Set<Element | null>();
    for (const element of this.elements) {
      if (element.matches(".linked-mark") && !seen.has(element.parentElement)) scrollWithin(element as HTMLElement);
      seen.add(element.parentElement);
    }
  }

  clear(): void {
    this.shown = null;
    for (const element of this.elements.splice(0)) {
      if (element.matches(".linked-mark")) element.remove();
      element.removeAttribute("data-linked");
      nameOf(element)?.removeAttribute("aria-current");
    }
    for (const block of this.page.root.querySelectorAll("pre[data-linked]")) block.removeAttribute("data-linked");
  }

  private mark(block: HTMLElement, link: RowLink, links: readonly RowLink[]): void {
    const element = document.createElement("span");
    element.className = "linked-mark";
    cover(element, block, link, links);
    this.elements.push(element);
  }

  /** Marks a field. If the field isn't visible, marks the field that contains it. */
  private markRow(row: HTMLElement, isCurrent: boolean): void {
    let visible: HTMLElement | null | undefined = row;
    while (visible && !visible.checkVisibility()) visible = visible.parentElement?.closest(rowSelector);
    if (!visible) return;
    visible.dataset.linked = "";
    if (isCurrent && visible === row) nameOf(row)?.setAttribute("aria-current", "true");
    this.elements.push(visible);
  }
}

function same(one: Subject | null, other: Subject | null): boolean {
  if (!one || !other) return one === other;
  if ("row" in one) return "row" in other && one.row === other.row;
  return "link" in other && one.block === other.block && one.link === other.link;
}

/** Returns the fragment that refers to an element. A slash separates the ID of a part from the rest of the ID. */
const hashOf = ({ id }: Element): string => `#${id.split("/").map(encodeURIComponent).join("/")}`;

/** Opens a field: expands everything around it, scrolls to it, and sets the URL's fragment. */
function openRow({ open }: Page, row: HTMLElement): void {
  open(row);
  const hash = hashOf(row);
  if (location.hash === hash) row.scrollIntoView();
  else location.hash = hash;
  nameOf(row)?.focus({ preventScroll: true });
}

/**
 * The keys in a block. A block is one tab stop. The arrow keys move between its lines: each line with a field becomes a
 * link when the reader reaches it, so that screen readers announce the field, and Enter opens it.
 */
function press(page: Page, event: KeyboardEvent): void {
  const block = page.blocks.of(event.target as Element);
  if (!block || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const before = block.querySelector<HTMLAnchorElement>(".linked-spot");
  if (event.key === "Escape" && before) {
    block.focus({ preventScroll: true });
    before.remove();
    return;
  }
  const stops = page.blocks.stops(block);
  const at = before ? Number(before.dataset.at) : -1;
  const down = Math.min(at + 1, stops.length - 1);
  const to = { ArrowDown: down, ArrowUp: Math.max(at - 1, 0), Home: 0, End: stops.length - 1 }[event.key];
  const link = to === undefined ? undefined : stops[to];
  if (!link || (at < 0 && event.key !== "ArrowDown")) return;
  event.preventDefault();
  if (to === at) return;
  const spot = document.createElement("a");
  spot.className = "linked-spot";
  spot.href = hashOf(link.target);
  spot.tabIndex = -1;
  spot.dataset.at = String(to);
  spot.setAttribute("aria-label", pathOf(link.target));
  cover(spot, block, link, page.blocks.links(block));
  spot.focus({ preventScroll: true });
  before?.remove();
  scrollWithin(spot);
}

/** Returns what the focused element belongs to. */
function focusedSubject(page: Page, target: Element): Subject | null {
  const spot = target.closest<HTMLElement>(".linked-spot");
  const block = spot && page.blocks.of(spot);
  if (!block) return subjectOf(page, target);
  const link = page.blocks.stops(block)[Number(spot.dataset.at)];
  return link ? { block, link } : null;
}

/** Whether the reader is selecting text. */
const isSelecting = (): boolean => getSelection()?.isCollapsed === false;

/** Adds the behavior to a page and handles the event for which this code was loaded. Returns a function that removes it. */
export function start(root: Element, open: Page["open"], first?: Event): () => void {
  const page: Page = { root, blocks: new Blocks(root), open };
  const marks = new Marks(page);
  let hovered: Subject | null = null;
  let focused: Subject | null = null;
  let touched: Subject | null = null;
  let pressed = { x: 0, y: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the reader uses the keyboard. If so, rows that scroll under the pointer don't count. */
  let isTyping = false;

  const draw = () => marks.show(hovered ?? focused ?? touched);
  const point = (event: Event) => {
    const { pointerType, buttons } = event as PointerEvent;
    if (event.type === "pointermove") isTyping = false;
    if (pointerType === "touch" || buttons !== 0 || isTyping) return;
    hovered = subjectOf(page, event.target as Element, event as PointerEvent);
    clearTimeout(timer);
    if (hovered && "row" in hovered) timer = setTimeout(() => marks.reveal(), rest);
    draw();
  };
  const leave = () => {
    clearTimeout(timer);
    hovered = null;
    draw();
  };
  const focus = (event: Event) => {
    focused = focusedSubject(page, event.target as Element);
    if (focused) hovered = null;
    draw();
    // Don't move anything under the pointer of a reader who clicks.
    if ((event.target as Element).matches(":focus-visible")) marks.reveal();
  };
  const blur = (event: Event) => {
    const { target, relatedTarget } = event as FocusEvent;
    focused = null;
    if ((target as Element).matches(".linked-spot")) {
      const next = relatedTarget instanceof Element ? relatedTarget : null;
      if (!next?.matches(".linked-spot")) (target as Element).remove();
    }
    draw();
  };
  const down = (event: Event) => {
    const { clientX: x, clientY: y } = event as PointerEvent;
    pressed = { x, y };
  };
  const click = (event: Event) => {
    const target = event.target as Element;
    if (target.closest("[role=tab]")) {
      // The listener that shows the tab's panel is on the document.
      setTimeout(() => changed(target.closest(".api-responses > .tab-list") !== null));
      return;
    }
    const at = event as PointerEvent;
    const spot = target.closest(".linked-spot");
    const subject = spot ? focusedSubject(page, spot) : subjectOf(page, target, at);
    if (subject && "link" in subject) {
      const moved = Math.abs(at.clientX - pressed.x) > slack || Math.abs(at.clientY - pressed.y) > slack;
      if (!spot && (isSelecting() || moved)) return;
      event.preventDefault();
      hovered = null;
      touched = { row: subject.link.target };
      openRow(page, subject.link.target);
    } else touched = at.pointerType === "touch" && !target.closest(taken) ? subject : null;
    draw();
  };
  const changed = (isStatus: boolean) => {
    page.blocks.forget();
    marks.clear();
    showAnswer(root, isStatus);
    draw();
  };
  const key = (event: Event) => {
    isTyping = true;
    press(page, event as KeyboardEvent);
  };

  const listeners: readonly (readonly [string, (event: Event) => void])[] = [
    ["pointermove", point],
    ["pointerover", point],
    ["pointerleave", leave],
    ["focusin", focus],
    ["focusout", blur],
    ["pointerdown", down],
    ["click", click],
    ["keydown", key],
  ];
  for (const [name, hear] of listeners) root.addEventListener(name, hear);
  const stop = shownRequest(partOf(root)).listen(() => {
    marks.clear();
    // The sample changes after this event.
    requestAnimationFrame(draw);
  });
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  showAnswer(root, new URLSearchParams(location.search).has(`${prefixOf(partOf(root))}status`));
  for (const [name, hear] of listeners) if (first?.type === name) hear(first);
  return () => {
    stop();
    clearTimeout(timer);
    marks.clear();
    for (const [name, hear] of listeners) root.removeEventListener(name, hear);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((own) => own !== sheet);
  };
}
