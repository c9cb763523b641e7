import { memo, type ReactNode, Suspense } from "react";
import { Prose } from "../ui/Prose.tsx";
import { AnnouncementBar } from "./AnnouncementBar.tsx";
import { BackToTop } from "./BackToTop.tsx";
import { Cut } from "./Cut.tsx";
import type { FrameData } from "./data.ts";
import { Footer } from "./Footer.tsx";
import { type MobileMenu, Navbar } from "./Navbar.tsx";
import { Sidebar } from "./Sidebar.tsx";
import { fallbackId, SkipLink } from "./SkipLink.tsx";
import { MobileTableOfContents, TableOfContents } from "./TableOfContents.tsx";
import { when } from "./when.ts";

/** What the running app puts in the place of what the build renders from data alone; its markup is the same. */
export interface Live {
  menu: MobileMenu;
  /** The same element as long as the page is the same. */
  sidebar: ReactNode;
  main: ReactNode;
  /** The open mobile sidebar. */
  mobile: ReactNode;
  /** Said to screen readers after a change of page. */
  announcement: string;
}

const still: MobileMenu = { open: false, toggle: () => {} };

/**
 * Holds the prerendered entries until the navigation tree has arrived. `memo`, because an update that reached the
 * boundary before would make React drop them; so what is in it has to be the same element until then.
 */
const SidebarBoundary = memo(function SidebarBoundary({ children }: { children: ReactNode }) {
  return <Suspense fallback={null}>{children}</Suspense>;
});

/** All of a page but its body. Rendered by the theme's build to a template, and by the app to hydrate it. */
export function Frame({ data, live }: { data: FrameData; live?: Live }) {
  return (
    <>
      <SkipLink />
      {when(data.announcement, (announcement) => (
        <AnnouncementBar data={announcement} />
      ))}
      <Navbar data={data.navbar} menu={live?.menu ?? still} />
      {live?.mobile}
      <div id={fallbackId} className="layout" data-layout={data.layout}>
        {when(data.sidebar, (sidebar) => (
          <div className="sidebar">
            <nav className="sidebar-nav" aria-label={sidebar.label}>
              <SidebarBoundary>
                {live?.sidebar ?? (
                  <Cut name="sidebar">
                    <Sidebar title={sidebar.title} items={sidebar.items} onCategory={() => {}} />
                  </Cut>
                )}
              </SidebarBoundary>
            </nav>
          </div>
        ))}
        <main className="main">
          {when(data.toc, (toc) => (
            <MobileTableOfContents data={toc} />
          ))}
          {live?.main ?? <Prose className="article" html={data.body} />}
          <BackToTop />
        </main>
        {when(data.toc, (toc) => (
          <TableOfContents data={toc} />
        ))}
      </div>
      {when(data.footer, (footer) => (
        <Footer data={footer} />
      ))}
      <div className="visually-hidden" role="status" aria-live="polite">
        {live?.announcement}
      </div>
    </>
  );
}
