/**
 * Places on the screen of ranges in a code block, and the marks on those ranges. The code itself doesn't change, because
 * the app or the reader's selection might depend on it.
 */

import type { Range } from "./sample.ts";

/** The text nodes of a block with their offsets. */
interface Nodes {
  text: string;
  nodes: { node: Text; start: number }[];
}

const known = new WeakMap<Element, Nodes>();

function nodesOf(block: HTMLElement): Nodes {
  const code = block.querySelector("code") ?? block;
  const text = code.textContent ?? "";
  const before = known.get(block);
  if (before?.text === text && before.nodes.every(({ node }) => node.isConnected)) return before;
  const found: Nodes = { text, nodes: [] };
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  let start = 0;
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    found.nodes.push({ node, start });
    start += node.data.length;
  }
  known.set(block, found);
  return found;
}

/** Returns a block's code. */
export const textOf = (block: HTMLElement): string => block.querySelector("code")?.textContent ?? "";

function rangeOf(block: HTMLElement, { start, end }: Range): globalThis.Range | null {
  const { nodes } = nodesOf(block);
  const from = nodes.findLast((one) => one.start <= start);
  const to = nodes.findLast((one) => one.start < end);
  if (!from || !to) return null;
  const range = document.createRange();
  range.setStart(from.node, Math.min(start - from.start, from.node.data.length));
  range.setEnd(to.node, Math.min(end - to.start, to.node.data.length));
  return range;
}

/** Returns the range of the line that contains an offset. */
export function lineOf(text: string, offset: number): Range {
  const end = text.indexOf("\n", offset);
  return { start: text.lastIndexOf("\n", offset - 1) + 1, end: end < 0 ? text.length : end };
}

/** Returns the range of the line that contains an offset, without its indent. */
export function lineAt(text: string, offset: number): Range {
  const { start, end } = lineOf(text, offset);
  return { start: start + text.slice(start, end).search(/\S|$/), end };
}

/** Returns the offset of the first character of the line that's at a height on the screen. */
export function offsetAt(block: HTMLElement, y: number): number | null {
  const text = textOf(block);
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  let [low, high] = [0, starts.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const start = starts[middle] ?? 0;
    const end = Math.max((starts[middle + 1] ?? text.length + 1) - 1, start + 1);
    const box = rangeOf(block, { start, end })?.getBoundingClientRect();
    if (!box) return null;
    if (y < box.top) high = middle - 1;
    else if (y > box.bottom && middle < starts.length - 1 && low !== high) low = middle + 1;
    else return y > box.bottom + box.height ? null : start;
  }
  return null;
}

/** Whether a point is on a range. */
export function isOn(block: HTMLElement, range: Range, { clientX: x, clientY: y }: MouseEvent): boolean {
  const boxes = [...(rangeOf(block, range)?.getClientRects() ?? [])];
  return boxes.some(({ left, right, top, bottom }) => x >= left && x <= right && y >= top - 2 && y <= bottom + 2);
}

/** How a range is marked: as a line over the whole width, or as a part of a line. */
export type Extent = "line" | "part";

/** Puts an element over a range. */
export function place(element: HTMLElement, block: HTMLElement, range: Range, extent: Extent): void {
  const box = rangeOf(block, range)?.getBoundingClientRect();
  const code = block.querySelector("code");
  if (!box || !code) return;
  block.dataset.lines = "";
  const outer = block.getBoundingClientRect();
  const [left, top] = [block.scrollLeft - outer.left - block.clientLeft, block.scrollTop - outer.top - block.clientTop];
  const line = extent === "line";
  // A line is higher than its letters.
  const height = Number.parseFloat(getComputedStyle(block).lineHeight) || box.height;
  const more = Math.max(0, height - firstHeight(block, range)) / 2;
  Object.assign(element.style, {
    left: `${line ? 0 : box.left + left - 2}px`,
    width: `${line ? Math.max(code.offsetWidth, block.clientWidth) : box.width + 4}px`,
    top: `${box.top + top - (line ? more : 1)}px`,
    height: `${box.height + (line ? 2 * more : 2)}px`,
  });
  element.dataset.extent = extent;
  block.append(element);
}

const firstHeight = (block: HTMLElement, { start }: Range): number =>
  rangeOf(block, { start, end: start + 1 })?.getClientRects()[0]?.height ?? 0;

/** Scrolls the block, and the column that contains it, until an element in the block is visible. The page doesn't move. */
export function scrollWithin(element: HTMLElement): void {
  for (const scroller of [element.closest("pre"), element.closest(".api-side-inner")]) {
    if (!scroller || scroller.scrollHeight <= scroller.clientHeight) continue;
    if (!/auto|scroll/.test(getComputedStyle(scroller).overflowY)) continue;
    const [inner, outer] = [element.getBoundingClientRect(), scroller.getBoundingClientRect()];
    if (inner.top < outer.top) scroller.scrollTop -= outer.top - inner.top + inner.height;
    else if (inner.bottom > outer.bottom) scroller.scrollTop += inner.bottom - outer.bottom + inner.height;
  }
}
