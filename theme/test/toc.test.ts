import { expect, test } from "vitest";
import { activeHeading } from "../src/frame/useScrollSpy.ts";

const view = { covered: 56, height: 800, atEnd: false };

test.each([
  ["none on a page without headings", [], view, null],
  ["the first above the first", [600, 900], view, 0],
  ["the first heading in the top half", [100, 500], view, 0],
  ["one that lies exactly under the bars", [-300, 56, 700], view, 1],
  ["one scrolled to, whatever the rounding", [-300, 55.6, 700], view, 1],
  ["the one before a heading in the bottom half", [-300, -20, 401], view, 1],
  ["the last when all are above", [-900, -300], view, 1],
  ["the last at the end of the page", [-300, 100, 700], { ...view, atEnd: true }, 2],
])("%s", (_, tops, at, active) => {
  expect(activeHeading(tops, at)).toBe(active);
});
