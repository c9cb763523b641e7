/**
 * The sidebar's items, derived from the navigation tree, the page's position in the tree, and the categories that the
 * reader opened or closed.
 */

import type { NavNode } from "../chunk.ts";
import { t } from "../messages.ts";
import type { List, SidebarCategoryData, SidebarItemData } from "./data.ts";
import { attr, escaped, externals, html, list, maybe, text } from "./leaf.ts";

export interface SidebarState {
  /** The keys from the root to the page. */
  trail: readonly string[];
  /**
   * Whether each category is open, by key. Contains only categories that the reader or a navigation opened or closed.
   */
  open: Readonly<Record<string, boolean>>;
  /** Whether long lists are complete. Otherwise, only the part around the page's position is shown. */
  whole?: boolean;
  /** Whether the tree is large. */
  large?: boolean;
}

/**
 * Returns the length above which a list is truncated, and the size of the blocks that it's divided into. Only the block
 * that contains the page's position and the two adjacent blocks are shown. The numbers are the same as in `sidebar.rs`.
 */
const limits = (large = false) => (large ? { most: 30, step: 5 } : { most: 100, step: 10 });

export const isLong = (nodes: NavNode[], large?: boolean): boolean =>
  nodes.length > limits(large).most || nodes.some(({ items }) => items && isLong(items, large));

const isCategory = ({ items, part, unlinked }: NavNode) => (items ?? part ?? unlinked) !== undefined;

function isNodeOpen(node: NavNode, { trail, open }: SidebarState): boolean {
  if (node.collapsible === false) return true;
  return open[node.key] ?? (trail.includes(node.key) || node.collapsed === false);
}

/** Returns a node's label, with places where long names can break across lines. */
const labelHtml = (node: NavNode) => (node.labelHtml === undefined ? escaped(node.label) : html(node.labelHtml));

function category(node: NavNode, state: SidebarState): SidebarCategoryData {
  const { trail, open } = state;
  const expanded = isNodeOpen(node, state);
  const collapsible = node.collapsible !== false;
  const linked = !node.unlinked && node.href !== undefined;
  const current = attr(node.key === trail.at(-1) ? ("page" as const) : null);
  return {
    key: node.key,
    labelHtml: labelHtml(node),
    active: attr(trail.includes(node.key) ? "true" : null),
    expanded: text(String(expanded)),
    page: maybe(linked && { href: text(node.href ?? ""), current }),
    toggle: maybe(!linked && collapsible && { href: text(node.href ?? "#") }),
    heading: maybe<true>(!linked && !collapsible),
    caret: maybe(
      linked && collapsible && { label: t(expanded ? "sidebar_collapse" : "sidebar_expand", { label: node.label }) },
    ),
    // A category that the reader has opened stays in the document so that opening and closing the category is animated.
    items: maybe((expanded || node.key in open) && node.items?.length ? sidebarItems(node.items, state) : null),
  };
}

function link(node: NavNode, { trail }: SidebarState) {
  return {
    labelHtml: labelHtml(node),
    href: text(node.href ?? ""),
    current: attr(node.key === trail.at(-1) ? ("page" as const) : null),
    ...externals(node.external),
    badge: maybe(node.badge && { text: text(node.badge.text), kind: text(node.badge.kind) }),
  };
}

const nowhere: SidebarState = { trail: [], open: {} };

/** Returns a link to the first page among the hidden nodes, if there's such a page. */
function more(hidden: NavNode[]): SidebarItemData[] {
  const node = hidden.find(({ href }) => href !== undefined);
  if (!node) return [];
  const data = link({ key: "", label: t("sidebar_more") as string, href: node.href as string }, nowhere);
  const no = maybe<never>(null);
  return [{ key: node.key, className: attr(null), link: maybe(data), category: no, group: no, html: no }];
}

/**
 * Returns the items of a list. If the list is long and must be truncated, returns only the items around the page's
 * position.
 */
export function sidebarItems(nodes: NavNode[], state: SidebarState): List<SidebarItemData> {
  const { most, step } = limits(state.large);
  if (state.whole || nodes.length <= most) return list(entries(nodes, state));
  const place = nodes.findIndex(({ key }) => state.trail.includes(key));
  const at = Math.floor(Math.max(place, 0) / step) * step;
  const [start, end] = [Math.max(at - step, 0), at + 2 * step];
  return list([
    ...more(nodes.slice(0, start).reverse()),
    ...entries(nodes.slice(start, end), state),
    ...more(nodes.slice(end)),
  ]);
}

const entries = (nodes: NavNode[], state: SidebarState): SidebarItemData[] =>
  nodes.map((node) => {
    const isHtml = node.html !== undefined;
    const isGroup = node.group === true;
    const inside = !isGroup && isCategory(node);
    return {
      key: node.key,
      className: attr(node.className),
      link: maybe(!isHtml && !inside && !isGroup && link(node, state)),
      category: maybe(inside && category(node, state)),
      group: maybe(isGroup && { label: text(node.label), items: sidebarItems(node.items ?? [], state) }),
      html: maybe(isHtml && html(node.html ?? "")),
    };
  });

/** In a large tree, returns the open categories whose items haven't been loaded yet. */
export function partsToOpen(nodes: NavNode[], state: SidebarState): NavNode[] {
  return nodes.flatMap((node) => {
    if (!isNodeOpen(node, state)) return [];
    return node.part ? node : partsToOpen(node.items ?? [], state);
  });
}

/** Returns the list that contains a node. If the tree doesn't contain the node, returns `undefined`. */
function siblings(nodes: NavNode[], key: string): NavNode[] | undefined {
  if (nodes.some((node) => node.key === key)) return nodes;
  for (const node of nodes) {
    const found = node.items && siblings(node.items, key);
    if (found) return found;
  }
  return undefined;
}

export function isOpen(nodes: NavNode[], state: SidebarState, key: string): boolean {
  const node = siblings(nodes, key)?.find((sibling) => sibling.key === key);
  return node !== undefined && isNodeOpen(node, state);
}

/** Opens or closes a category. If `alone` is true, opening a category also closes the open categories next to it. */
export function setOpen(
  nodes: NavNode[],
  state: SidebarState,
  key: string,
  open: boolean,
  alone: boolean,
): SidebarState {
  const changed: Record<string, boolean> = { ...state.open, [key]: open };
  if (open && alone) {
    for (const node of siblings(nodes, key) ?? []) {
      if (isCategory(node) && node.key !== key && isNodeOpen(node, state)) changed[node.key] = false;
    }
  }
  return { ...state, open: changed };
}

/** Returns the state for a different page. The categories that contain the page are open and stay open afterward. */
export function moveTo(nodes: NavNode[], state: SidebarState, trail: readonly string[], alone: boolean): SidebarState {
  let next: SidebarState = { ...state, trail };
  for (const key of trail) next = setOpen(nodes, next, key, true, alone);
  return next;
}
