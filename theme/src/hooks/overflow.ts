/** Tab stops for content that scrolls. */

const scrolls = (element: Element) =>
  element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;

/**
 * Makes elements tab stops while they scroll, so that readers can scroll them without a mouse. Calls `changed` for an
 * element when the element or its content changes size. Returns a function that stops watching.
 */
export function watchScrolls(elements: Iterable<Element>, changed: (element: Element) => void = () => {}): () => void {
  const owners = new Map<Element, Element>();
  const sizes = new ResizeObserver((entries) => {
    for (const owner of new Set(entries.map(({ target }) => owners.get(target) ?? target))) {
      if (scrolls(owner)) owner.setAttribute("tabindex", "0");
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
