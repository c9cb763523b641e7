/**
 * Opens the file of the page in the writer's editor, at the line of a block. If the page is inside an editor's preview,
 * the page and the editor also scroll together.
 */

import { t } from "../messages.ts";
import { element } from "./element.ts";
import { bounded, LINE, lineAt, pointsOf, topOf } from "./lines.ts";
import type { Source } from "./state.ts";

/** Whether the page is in a frame, such as an editor's preview. */
const isFramed = () => parent !== window;

/** The time during which scroll events are the result of following the editor, in milliseconds. */
const settle = 150;

const styles = `
  :host { all: initial; position: absolute; inset: 0 auto auto 0; z-index: 2147483646; }
  a { position: absolute; font: 12px/1.5 system-ui, sans-serif; color: #f3f1ee; background: #1d1b1a; text-decoration: none;
    border: 1px solid #6e6763; border-radius: 6px; padding: 0 .5rem; opacity: .85; }
  a:hover { opacity: 1; }
  @media print { :host { display: none; } }
`;

/** Messages to the editor that contains the page. `packaging/vscode/src/site.ts` mirrors the format. */
function tell(kind: "edit" | "shown", file: string, line: number, isEnd?: boolean): void {
  parent.postMessage({ docgen: kind, file, line, isEnd }, "*");
}

/** Returns how far the page can scroll, in pixels. */
const most = () => document.documentElement.scrollHeight - innerHeight;

export const urlAt = (source: Source, line: number): string => source.url.replace("{line}", String(line));

/** Opens the page's file at a line. */
export function open(source: Source, line: number): void {
  if (isFramed()) tell("edit", source.file, line);
  else location.assign(urlAt(source, line));
}

/** Returns the line of the first block that's at least partly in the window. */
export const firstLine = (): number => Math.max(1, Math.floor(lineAt(pointsOf(document), scrollY)));

/** Shows a link next to the block under the pointer. Returns a function that sets the page's file. */
export function createEditor(): (source: Source | null) => void {
  const host = document.createElement("docgen-edit");
  const link = element("a", { tabindex: "-1" }, t("live_edit"));
  host.attachShadow({ mode: "open" }).append(element("style", {}, styles), link);
  let source: Source | null = null;
  let line = 1;

  const show = (block: Element) => {
    if (!source) return;
    line = Number(block.getAttribute(LINE));
    link.href = urlAt(source, line);
    link.title = `${source.file}:${line}`;
    document.body.append(host);
    const box = block.getBoundingClientRect();
    const isReversed = getComputedStyle(block).direction === "rtl";
    // Without a gap, the pointer stays on the article until it's on the link.
    const beside = isReversed ? box.left - link.offsetWidth + 1 : box.right - 1;
    const rightmost = document.documentElement.clientWidth - link.offsetWidth - 4;
    link.style.left = `${scrollX + Math.max(4, Math.min(beside, rightmost))}px`;
    link.style.top = `${scrollY + box.top}px`;
  };
  link.addEventListener("click", (event) => {
    if (!source || !isFramed()) return;
    event.preventDefault();
    open(source, line);
  });
  document.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType !== "mouse" || !(target instanceof Element) || target === host) return;
    const block = target.closest(`[${LINE}]`);
    if (block) show(block);
    else if (!target.closest(".article")) host.remove();
  });

  let quiet = 0;
  /** The editor's first line when it's at the end of the text, once it's known. */
  let end: number | undefined;
  const points = () => bounded(pointsOf(document), most(), end);
  if (isFramed()) {
    addEventListener("scroll", () => {
      if (!source || performance.now() <= quiet) return;
      // Browsers round the position.
      tell("shown", source.file, lineAt(points(), scrollY), scrollY >= most() - 1);
    });
    addEventListener("message", ({ source: from, data }) => {
      if (from !== parent || data?.docgen !== "scroll" || typeof data.line !== "number") return;
      quiet = performance.now() + settle;
      end = typeof data.end === "number" ? data.end : undefined;
      scrollTo({ top: data.line <= 1 ? 0 : topOf(points(), data.line), behavior: "instant" });
    });
  }
  return (of) => {
    if (of?.file !== source?.file) {
      host.remove();
      end = undefined;
    }
    source = of;
  };
}
