import { use, useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import type { NavNode, NavTree } from "../chunk.ts";
import { replayHeld } from "../early/replay.ts";
import { maybe, text } from "./leaf.ts";
import { Sidebar } from "./Sidebar.tsx";
import { isLong, isOpen, moveTo, partsToOpen, type SidebarState, setOpen, sidebarItems } from "./sidebarView.ts";
import { usePartTrail } from "./usePartTrail.ts";
import { keepInView } from "./useScrollSpy.ts";

interface LiveSidebarProps {
  tree: Promise<NavTree>;
  /** Loads the items in a category of a large tree. */
  fill(node: NavNode): Promise<void> | undefined;
  trail: readonly string[];
  /** Whether opening a category closes the categories next to it. */
  alone: boolean;
}

/** Returns the item for the current page. */
const current = () => document.querySelector(".sidebar [aria-current=page]");

/**
 * The sidebar for a navigation tree. The component suspends until the tree is loaded. Until then, the prerendered items
 * stay visible.
 */
export function LiveSidebar({ tree, fill, trail: own, alone }: LiveSidebarProps) {
  const { title, items, large = false } = use(tree);
  const trail = usePartTrail(items, own);
  const [state, setState] = useState<SidebarState>(() => ({
    trail,
    large,
    open: Object.fromEntries(trail.map((key) => [key, true])),
  }));
  // A new page changes the current item and the open categories. Later, the reader decides which categories are open.
  const moved = state.trail !== trail;
  const now = moved ? moveTo(items, state, trail, alone) : state;
  if (moved) setState(now);
  const [, show] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `fill` never changes.
  useEffect(() => {
    for (const node of partsToOpen(items, now)) fill(node)?.then(show);
  }, [items, now]);
  // A page contains only part of a long list. After hydration, React adds the other items and keeps the visible ones in
  // place.
  const { whole } = state;
  const top = useRef<number>(undefined);
  useEffect(() => {
    if (whole || !isLong(items, large)) return;
    top.current = current()?.getBoundingClientRect().top;
    setState((last) => ({ ...last, whole: true }));
  });
  useLayoutEffect(() => {
    const link = whole ? current() : null;
    const sidebar = link?.closest(".sidebar");
    if (link && sidebar && top.current !== undefined)
      sidebar.scrollTop += link.getBoundingClientRect().top - top.current;
  }, [whole]);
  // From now on, the sidebar handles its own clicks.
  useLayoutEffect(() => {
    for (const nav of document.querySelectorAll<HTMLElement>(".sidebar-nav")) nav.dataset.live = "";
    replayHeld();
  }, []);
  // Scroll to the current item unless it's already in view. On the first page, scrolling is necessary only if the
  // styles don't keep the item in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the item depends on the page.
  useLayoutEffect(() => {
    const link = current();
    const sidebar = link?.closest(".sidebar");
    if (link && sidebar) keepInView(link, sidebar, 48);
  }, [trail]);
  return (
    <Sidebar
      title={maybe(title ? text(title) : null)}
      items={sidebarItems(items, now)}
      onCategory={(key, wish) =>
        setState((last) => setOpen(items, last, key, wish === "open" || !isOpen(items, last, key), alone))
      }
    />
  );
}
