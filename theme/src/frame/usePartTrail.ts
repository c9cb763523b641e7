import { useEffect, useState } from "react";
import type { NavNode } from "../chunk.ts";

/** Returns the keys from the root of a tree to the node that a URL belongs to. */
function trailTo(nodes: readonly NavNode[], url: string): string[] | undefined {
  for (const node of nodes) {
    if (node.href !== undefined && new URL(node.href, location.origin).href === url) return [node.key];
    const below = trailTo(node.items ?? [], url);
    if (below) return [node.key, ...below];
  }
  return undefined;
}

/** Returns the ID of the part of the page that the reader has reached. */
function reachedPart(): string | undefined {
  const covered = (document.querySelector(".navbar")?.getBoundingClientRect().height ?? 0) + innerHeight / 8;
  const parts = [...document.querySelectorAll<HTMLElement>(".api-part")];
  return parts.findLast((part) => part.getBoundingClientRect().top <= covered)?.dataset.part;
}

/**
 * Returns the keys from the root of the sidebar to the current item. On a page with all operations of an API, the item is
 * the part that the reader has reached. On other pages, it's the page's own item.
 */
export function usePartTrail(items: readonly NavNode[], own: readonly string[]): readonly string[] {
  const [shown, setShown] = useState(own);
  useEffect(() => {
    let frame = 0;
    const update = () => {
      frame = 0;
      const part = reachedPart();
      const found =
        part === undefined ? undefined : trailTo(items, new URL(`#${part}`, location.href.split("?")[0]).href);
      setShown((last) => (found?.join() === last.join() ? last : (found ?? own)));
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(update);
    };
    update();
    if (!document.querySelector(".api-part")) return;
    addEventListener("scroll", schedule, { passive: true });
    addEventListener("resize", schedule);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", schedule);
      removeEventListener("resize", schedule);
    };
  }, [items, own]);
  return shown;
}
