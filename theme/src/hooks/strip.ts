/** Scrolls a strip of tabs so that a tab is visible. Scrolls only the strip, never the page. */
export function revealTab(strip: Element, tab: Element): void {
  const frame = strip.getBoundingClientRect();
  const { left, right, width, top, bottom } = tab.getBoundingClientRect();
  if (left < frame.left || right > frame.right) strip.scrollLeft += left - frame.left - (frame.width - width) / 2;
  if (top < frame.top || bottom > frame.bottom) strip.scrollTop += top - frame.top;
}
