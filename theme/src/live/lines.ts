/** The lines of the page's blocks in the source: which line is where on the page. */

/** The attribute that contains a block's line. Only the development server writes it. */
export const LINE = "data-source-line";

/** A line of the source, and the distance of its block from the top of the page in pixels. */
export interface Point {
  line: number;
  top: number;
}

/** Returns the value at a position between known pairs, in proportion. Outside the pairs, returns the nearest value. */
function between(pairs: readonly (readonly [number, number])[], at: number): number {
  const after = pairs.findIndex(([from]) => from > at);
  const [first, last] = [pairs[0], pairs.at(-1)];
  if (!first || !last) return 0;
  if (after === 0) return first[1];
  const [a, b] = [pairs[after - 1], pairs[after]];
  if (after < 0 || !a || !b) return last[1];
  return a[1] + ((at - a[0]) / (b[0] - a[0])) * (b[1] - a[1]);
}

/** Returns the line, with a fraction, that is at a distance from the top of the page. */
export const lineAt = (points: readonly Point[], top: number): number =>
  between(
    points.map((point) => [point.top, point.line]),
    top,
  );

/** Returns the distance of a line from the top of the page. */
export const topOf = (points: readonly Point[], line: number): number =>
  between(
    points.map((point) => [point.line, point.top]),
    line,
  );

/** Returns points in the order of the page, without blocks that come earlier in the source than the block before. */
export function ordered(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of [...points].sort((a, b) => a.top - b.top || a.line - b.line)) {
    const last = kept.at(-1);
    if (!last || (point.line > last.line && point.top > last.top)) kept.push(point);
  }
  return kept;
}

/**
 * Adds the beginning and the end of the page to its points, so that the page and its text reach both together. `end` is
 * the first line in the editor when the editor is at the end of the text, if it's known. `most` is the distance that the
 * page can scroll.
 */
export function bounded(points: readonly Point[], most: number, end = Number.POSITIVE_INFINITY): Point[] {
  const isInside = ({ line, top }: Point) => line > 1 && top > 0 && line < end && top < most;
  const last = Number.isFinite(end) ? [{ line: end, top: most }] : points.filter(({ top }) => top >= most);
  return [{ line: 1, top: 0 }, ...points.filter(isInside), ...last];
}

/** Returns the lines of the blocks that are shown. */
export function pointsOf(root: ParentNode): Point[] {
  const shown = [...root.querySelectorAll<HTMLElement>(`[${LINE}]`)].filter(
    (block) => block.getClientRects().length > 0,
  );
  const point = (block: HTMLElement) => ({
    line: Number(block.getAttribute(LINE)),
    top: block.getBoundingClientRect().top + scrollY,
  });
  return ordered(shown.map(point));
}
