/** Tab stops for content that scrolls. */

/** The code blocks of an API page in which arrow keys move between lines. They're always tab stops. */
export const linedCode = ".api-side pre, .api-main :is(.api-samples, .api-views, .tab-panel, .api-main) > .code pre";

/** Letters that extend beyond their line make content higher than its element, even if it can't scroll vertically. */
const scrolls = (element: Element) =>
  element.scrollWidth > element.clientWidth ||
  (element.scrollHeight > element.clientHeight && getComputedStyle(element).overflowY !== "hidden");

/**
 * Makes elements tab stops while they scroll or have lines to move between, so that readers can scroll them without a
 * mouse. Calls `changed` for an element when the element or its content changes size. Returns a function that stops
 * watching.
 */
export function watchScrolls(elements: Iterable<Element>, changed: (element: Element) => void = () => {}): () => void {
  const owners = new Map<Element, Element>();
  const sizes = new ResizeObserver((entries) => {
    for (const owner of new Set(entries.map(({ target }) => owners.get(target) ?? target))) {
      if (scrolls(owner) || owner.matches(linedCode)) owner.setAttribute("tabindex", "0");
      // Without the attribute, the element would lose the focus.
      else if (owner !== document.activeElement) owner.removeAttribute("tabindex");
      changed(owner);
    }
  });
  for (const element of elements) {
    // The content can change size without its element, for example when a font arrives.
    for (const one of [element, ...element.children]) {
      owners.set(one, element);
      sizes.observe(one);
    }
  }
  return () => sizes.disconnect();
}
