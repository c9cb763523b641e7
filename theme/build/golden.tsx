/** Renders the frame with real data, as the browser does. A filled template must match the result. */

import { renderToString } from "react-dom/server";
import { type Chunk, type NavTree, parseChunk, parseNavTree, parseSite, type SiteData } from "../src/chunk.ts";
import type { FrameData, SidebarData } from "../src/frame/data.ts";
import { Frame } from "../src/frame/Frame.tsx";
import { list, maybe, text } from "../src/frame/leaf.ts";
import { sidebarItems } from "../src/frame/sidebarView.ts";
import { frameData } from "../src/frame/view.ts";
import { setMessages, t } from "../src/messages.ts";

export interface Golden {
  site: SiteData;
  page: Chunk;
  /** The page's sidebar, if it has one. */
  tree?: NavTree | null;
}

/** Derives the frame's data from docgen's data, as the browser does. */
export function derive({ site, page, tree }: Golden): FrameData {
  const checked = parseSite(site);
  const chunk = parseChunk(page);
  setMessages(checked.messages ?? {}, checked.locale.lang);
  const trail = chunk.sidebar?.trail ?? [];
  const data = frameData(checked, chunk);
  const sidebar: SidebarData | null = chunk.sidebar && {
    id: text(chunk.sidebar.id),
    label: t(chunk.kind.startsWith("blog") ? "sidebar_blog" : "sidebar"),
    title: maybe(tree?.title ? text(tree.title) : null),
    items: tree ? sidebarItems(parseNavTree(tree).items, { trail, open: {}, large: tree.large ?? false }) : list([]),
  };
  return { ...data, sidebar: maybe(sidebar) };
}

export function render(data: FrameData): string {
  return renderToString(<Frame data={data} />);
}
