/**
 * Updates an element's content to match new HTML with as few changes as possible. The reader's state (what's open,
 * selected, typed, focused, and scrolled) is kept wherever the HTML is the same.
 */

import { LINE } from "./lines.ts";

/**
 * Whether an attribute contains the reader's state. If the HTML changes, the scripts in the body update these
 * attributes.
 */
function isState(element: Element, name: string): boolean {
  switch (name) {
    case "open":
      return element.localName === "details";
    case "hidden":
      return element.matches("[role=tabpanel], button");
    case "aria-selected":
    case "tabindex":
      return element.matches("[role=tab]");
    case "aria-pressed":
    case "data-wrap":
    case "data-copied":
    case "data-ready":
      return true;
    default:
      return false;
  }
}

const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;

const valuesOf = (group: Element) =>
  [...group.querySelectorAll(":scope > [role=tablist] > [role=tab]")]
    .map((tab) => tab.getAttribute("data-value"))
    .join("\n");

/** Whether an element belongs to an interactive component. */
const isInteractive = (element: Element) => element.matches("slot[data-client]");

/**
 * Whether two interactive components differ at most in their slots. If they differ in other ways, the component is
 * replaced instead of updated.
 */
function isSameComponent(now: Element, then: Element): boolean {
  const facts = ["client", "module", "export", "props"].map((name) => `data-${name}`);
  return facts.every((name) => now.getAttribute(name) === then.getAttribute(name));
}

/** Whether a node can be updated to match another node without losing its state. */
function isAlike(now: Node, then: Node): boolean {
  if (now.nodeType !== then.nodeType || now.nodeName !== then.nodeName) return false;
  if (!isElement(now) || !isElement(then)) return true;
  if (now.id !== then.id) return false;
  if (now.getAttribute("data-island") !== then.getAttribute("data-island")) return false;
  if (isInteractive(now) && !isSameComponent(now, then)) return false;
  return !now.matches("[data-tabs]") || valuesOf(now) === valuesOf(then);
}

function patchAttributes(now: Element, then: Element): void {
  for (const { name } of [...now.attributes]) {
    if (!then.hasAttribute(name) && !isState(now, name)) now.removeAttribute(name);
  }
  for (const { name, value } of then.attributes) {
    if (now.getAttribute(name) !== value && !isState(now, name)) now.setAttribute(name, value);
  }
}

/** Updates only the props of an island, because React owns the island's content. */
function patchIsland(now: Element, then: Element): void {
  const [props, given] = [now, then].map((island) => island.querySelector(':scope > script[type="application/json"]'));
  if (props && given && props.textContent !== given.textContent) props.textContent = given.textContent;
}

/** Returns the slots of an interactive component, except the slots of components inside it. */
function slotsOf(component: Element): HTMLElement[] {
  const slots = component.querySelectorAll<HTMLElement>("slot[data-slot], :scope > template[data-slot]");
  return [...slots].filter((slot) => slot.parentElement?.closest("slot[data-client]") === component);
}

/** Updates only the slots of an interactive component, because React owns everything else in the component. */
function patchComponent(now: HTMLElement, then: HTMLElement): void {
  const shown = slotsOf(now);
  const html = new Map<number, string>();
  for (const slot of slotsOf(then)) {
    const number = slot.dataset.slot ?? "";
    html.set(Number(number), slot.innerHTML);
    const content = slot instanceof HTMLTemplateElement ? slot.content : slot;
    for (const own of shown.filter(({ dataset }) => dataset.slot === number))
      patchChildren(own, content.cloneNode(true));
  }
  const { facts } = then.dataset;
  if (facts) now.dataset.facts = facts;
  // The component uses this HTML the next time that it shows the slots.
  now.dispatchEvent(new CustomEvent("docgen:slots", { detail: html }));
}

function patchNode(now: Node, then: Node): void {
  if (!isElement(now) || !isElement(then)) {
    if (now.nodeValue !== then.nodeValue) now.nodeValue = then.nodeValue;
    return;
  }
  if (isInteractive(now) && now.hasAttribute("data-ready")) {
    patchComponent(now as HTMLElement, then as HTMLElement);
    return;
  }
  patchAttributes(now, then);
  if (now.hasAttribute("data-island")) patchIsland(now, then);
  else patchChildren(now, then);
}

/** Returns the number of equal nodes at the start of two lists. */
function countEqual(now: readonly Node[], then: readonly Node[]): number {
  const most = Math.min(now.length, then.length);
  for (let at = 0; at < most; at += 1) {
    const [a, b] = [now[at], then[at]];
    if (!a || !b || !a.isEqualNode(b)) return at;
  }
  return most;
}

/** Whether two nodes are interactive components that differ only in their slots. */
function isKept(now: Node, then: Node): boolean {
  return isElement(now) && isElement(then) && isInteractive(now) && isInteractive(then) && isSameComponent(now, then);
}

/**
 * Maps each new node to the old node that is equal or that is the same interactive component. The matching nodes are in
 * the same order in both lists.
 */
function findEqual(now: readonly Node[], then: readonly Node[]): Map<Node, Node> {
  const found = new Map<Node, Node>();
  let from = 0;
  for (const node of then) {
    const isMatch = (candidate: Node) => candidate.isEqualNode(node) || isKept(candidate, node);
    const at = now.findIndex((candidate, index) => index >= from && isMatch(candidate));
    const match = now[at];
    // Blank text nodes are all equal and would cause wrong matches.
    if (!match || (!isElement(node) && !node.nodeValue?.trim())) continue;
    found.set(node, match);
    from = at + 1;
  }
  return found;
}

/** Removes a node after removing the interactive components in it. */
function remove(node: ChildNode): void {
  node.dispatchEvent(new Event("docgen:leaving", { bubbles: true }));
  node.remove();
}

function patchChildren(parent: Element, wanted: Node): void {
  let now: Node[] = [...parent.childNodes];
  let then: Node[] = [...wanted.childNodes];
  const start = countEqual(now, then);
  now = now.slice(start);
  then = then.slice(start);
  const end = countEqual([...now].reverse(), [...then].reverse());
  const after = now[now.length - end] ?? null;
  now = now.slice(0, now.length - end);
  then = then.slice(0, then.length - end);

  const equal = findEqual(now, then);
  const taken = new Set(equal.values());
  let at = 0;
  for (const node of then) {
    const same = equal.get(node);
    if (same) {
      // Remove the unused nodes before the matching node.
      for (; now[at] !== same; at += 1) remove(now[at] as ChildNode);
      if (isKept(same, node)) patchNode(same, node);
      at += 1;
      continue;
    }
    const old = now[at];
    if (old && !taken.has(old) && isAlike(old, node)) {
      patchNode(old, node);
      at += 1;
    } else {
      parent.insertBefore(node, old ?? after);
    }
  }
  for (const old of now.slice(at)) remove(old as ChildNode);
}

/** Removes the lines of blocks. A new line at the start of the source changes all of them. */
function removeLines(root: ParentNode): void {
  for (const block of root.querySelectorAll(`[${LINE}]`)) block.removeAttribute(LINE);
}

/** Copies the lines of blocks between trees that are the same, except for what scripts add. */
function copyLines(now: ParentNode, then: ParentNode): void {
  const from = [...then.children];
  for (const child of now.children) {
    const same = from[0];
    if (child.localName !== same?.localName) continue;
    from.shift();
    const line = same.getAttribute(LINE);
    if (line) child.setAttribute(LINE, line);
    copyLines(child, same);
  }
}

/** Patches an element's content to match this HTML. */
export function morph(element: Element, html: string): void {
  const template = document.createElement("template");
  template.innerHTML = html;
  const wanted = document.importNode(template.content, true);
  removeLines(element);
  removeLines(wanted);
  patchChildren(element, wanted);
  copyLines(element, template.content);
}

/**
 * Makes an element patch its content when new HTML is set. The app sets a body's HTML only through `innerHTML`
 * (`ui/Prose`), so the app's code doesn't have to change.
 */
export function patchInPlace(element: Element): void {
  if (Object.hasOwn(element, "innerHTML")) return;
  const native = Object.getOwnPropertyDescriptor(Element.prototype, "innerHTML");
  Object.defineProperty(element, "innerHTML", {
    configurable: true,
    get: () => native?.get?.call(element),
    set: (html: string) => morph(element, html),
  });
}
