import { memo, type ReactNode, Suspense } from "react";
import { Prose } from "../ui/Prose.tsx";
import { AnnouncementBar } from "./AnnouncementBar.tsx";
import { BackToTop } from "./BackToTop.tsx";
import { Cut } from "./Cut.tsx";
import type { FrameData } from "./data.ts";
import { Footer } from "./Footer.tsx";
import { FrameSlot } from "./FrameSlot.tsx";
import { type MobileMenu, Navbar } from "./Navbar.tsx";
import { Sidebar } from "./Sidebar.tsx";
import { fallbackId, SkipLink } from "./SkipLink.tsx";
import { TableOfContents } from "./TableOfContents.tsx";
import { when } from "./when.ts";

/**
 * Live components for the parts that the build renders from data. The components have the same markup as those parts.
 */
export interface Live {
  menu: MobileMenu;
  /** The sidebar. The element stays the same as long as the page is the same. */
  sidebar: ReactNode;
  main: ReactNode;
  /** The open mobile sidebar. */
  mobile: ReactNode;
  /** The announcement for screen readers after a page change. */
  announcement: string;
}

const still: MobileMenu = { open: false, toggle: () => {} };

/**
 * Keeps the prerendered items until the navigation tree is loaded. An update that reaches the boundary before then
 * would make React drop the items, so `memo` prevents updates while the element is the same.
 */
const SidebarBoundary = memo(function SidebarBoundary({ children }: { children: ReactNode }) {
  return <Suspense fallback={null}>{children}</Suspense>;
});

/**
 * The frame: everything on a page except its body. The theme's build renders the frame to a template, and the app
 * hydrates the frame.
 */
export function Frame({ data, live }: { data: FrameData; live?: Live }) {
  return (
    <>
      <SkipLink />
      <FrameSlot className="slot-banner" html={data.slots.banner} />
      {when(data.announcement, (announcement) => (
        <AnnouncementBar data={announcement} />
      ))}
      <Navbar data={data.navbar} end={data.slots.navbarEnd} menu={live?.menu ?? still} />
      {live?.mobile}
      <div id={fallbackId} className="layout" data-layout={data.layout}>
        {when(data.sidebar, (sidebar) => (
          <div className="sidebar">
            <FrameSlot className="sidebar-slot" html={data.slots.sidebarTop} />
            <nav className="sidebar-nav" aria-label={sidebar.label}>
              <SidebarBoundary>
                {live?.sidebar ?? (
                  <Cut name="sidebar">
                    <Sidebar title={sidebar.title} items={sidebar.items} onCategory={() => {}} />
                  </Cut>
                )}
              </SidebarBoundary>
            </nav>
            <FrameSlot className="sidebar-slot" html={data.slots.sidebarBottom} />
          </div>
        ))}
        {when(data.toc, (toc) => (
          <TableOfContents data={toc} />
        ))}
        <main className="main">
          {live?.main ?? <Prose className="article" html={data.body} />}
          <BackToTop />
        </main>
      </div>
      {when(data.footer, (footer) => (
        <Footer data={footer} />
      ))}
      <FrameSlot className="slot-footer" html={data.slots.footer} />
      <div className="visually-hidden" role="status" aria-live="polite">
        {live?.announcement}
      </div>
    </>
  );
}
