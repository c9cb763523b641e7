/** The running app: a frame around the router's current page. */

import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Body } from "./body/Body.tsx";
import type { Page, SiteData } from "./chunk.ts";
import { replayHeld } from "./early/replay.ts";
import { Frame } from "./frame/Frame.tsx";
import { LiveSidebar } from "./frame/LiveSidebar.tsx";
import { html } from "./frame/leaf.ts";
import { MobileSidebar } from "./frame/MobileSidebar.tsx";
import { resetFocus } from "./frame/SkipLink.tsx";
import { frameData } from "./frame/view.ts";
import { useHydrated } from "./hooks/useHydrated.ts";
import { Islands } from "./islands/Islands.tsx";
import { removeComponents } from "./leave.ts";
import { t } from "./messages.ts";
import { applyHead } from "./pageHead.ts";
import type { PageLoader } from "./pageLoader.ts";
import type { PageRouter, RouterState } from "./router.ts";
import type { Scroller } from "./scroll.ts";
import { showStyles } from "./styles.ts";
import { Crash } from "./ui/Crash.tsx";
import { ErrorBoundary } from "./ui/ErrorBoundary.tsx";
import { LoadFailure } from "./ui/LoadFailure.tsx";
import { ProgressBar, Spinner } from "./ui/Waiting.tsx";
import { useBackToClose, usePages, type View } from "./usePages.ts";
import { mainDocs } from "./versions.ts";

interface AppProps {
  site: SiteData;
  loader: PageLoader;
  pages: PageRouter;
  /** The router's state for the document, whose HTML is hydrated. */
  opened: RouterState;
  scroller: Scroller;
  /**
   * The path of a page, if the URL is only a different spelling of this path. In this case, the app loads the page
   * instead of the not-found page.
   */
  rescue: string | null;
  /** Called at the start of each page view. */
  onPage(): void;
}

/** Returns an empty page, which is shown if only the frame is available. */
function emptyPage(site: SiteData, { location }: View): Page {
  return {
    build: site.build,
    path: location.pathname,
    kind: "page",
    title: t("error_title"),
    head: [],
    navbar: [],
    sidebar: null,
    toc: [],
    html: "",
  };
}

interface ShellProps extends Pick<AppProps, "site" | "loader" | "pages"> {
  page: Page;
  main: ReactNode;
  announcement: string;
}

function Shell({ site, loader, pages, page, main, announcement }: ShellProps) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => {
    removeComponents(".mobile-sidebar");
    setOpen(false);
  }, []);
  useBackToClose(pages, open, close);
  const data = useMemo(() => frameData(site, page), [site, page]);
  const sidebar = useMemo(
    () =>
      page.sidebar && (
        <LiveSidebar
          key={page.sidebar.id}
          tree={loader.shownTree(page.sidebar)}
          fill={(node) => loader.open(node)}
          trail={page.sidebar.trail}
          alone={site.docs.autoCollapse.includes(page.docs ?? mainDocs)}
        />
      ),
    [page, site, loader],
  );
  const mobile = open && <MobileSidebar navbar={data.navbar} slots={data.slots} secondary={sidebar} close={close} />;
  const menu = { open, toggle: open ? close : () => setOpen(true) };
  return <Frame data={data} live={{ menu, sidebar, main, mobile, announcement }} />;
}

/** An error screen for the entire page. While the screen is shown, the document has the screen's title. */
function LayoutCrash({ error, retry }: { error: unknown; retry(): void }) {
  const before = useRef<string | null>(null);
  // This effect runs after the new page's title is set. The cleanup below runs before the next page's title is set.
  useEffect(() => {
    before.current = document.title;
    document.title = t("error_title");
  }, []);
  useLayoutEffect(
    () => () => {
      if (before.current !== null) document.title = before.current;
    },
    [],
  );
  return <Crash title={t("crash_title")} error={error} retry={retry} />;
}

/** Runs after a page is shown. Sets the title, head, styles, scroll position, and focus, and dispatches events. */
function useArrival(view: View, page: Page, { scroller, onPage }: AppProps): void {
  const last = useRef(view);
  useLayoutEffect(() => {
    const from = last.current;
    if (from === view) return;
    last.current = view;
    applyHead(page);
    showStyles(page.styles ?? []);
    if (from.location === view.location) return;
    scroller.restore(view.location, from.location, view.action === "POP");
    const { hash, pathname } = view.location;
    const isSamePage = from.location.pathname === pathname;
    // On the same page, the browser itself handles a fragment.
    if (view.action === "PUSH" && !(isSamePage && hash)) resetFocus(hash);
    dispatchEvent(new Event("docgen:navigated"));
    if (isSamePage) return;
    onPage();
  }, [view, page, scroller, onPage]);
}

export function App(props: AppProps) {
  const { site, loader, pages, opened, scroller, rescue } = props;
  const { view, pending, reloading } = usePages(pages, opened, scroller);
  const [first] = useState(view);
  const hydrated = useHydrated();
  const { location, result } = view;
  const failure = "failure" in result ? result.failure : undefined;
  const page = useMemo(() => ("page" in result ? result.page : emptyPage(site, view)), [result, site, view]);
  useArrival(view, page, props);
  useEffect(() => {
    document.documentElement.dataset.hasHydrated = "true";
    replayHeld();
    if (rescue) void pages.navigate(rescue, { replace: true });
  }, [pages, rescue]);

  const waiting = (hydrated && rescue !== null && view === first) || (failure !== undefined && reloading);
  const content = waiting ? (
    <Spinner />
  ) : failure !== undefined ? (
    <LoadFailure error={failure} retry={pages.retry} />
  ) : (
    <ErrorBoundary
      resetKey={location.key}
      fallback={(error, retry) => <Crash title={t("crash_page")} error={error} retry={retry} />}
    >
      <Body
        key={page.path}
        html={html(page.html)}
        islands={(root, content) => <Islands root={root} html={content} />}
      />
    </ErrorBoundary>
  );
  const shell = { site, loader, pages, announcement: view === first ? "" : page.title };
  const progress = pending !== null && pending.pathname !== location.pathname && !waiting;
  return (
    <ErrorBoundary
      resetKey={location.key}
      fallback={(error, retry) => (
        <ErrorBoundary resetKey={location.key} fallback={() => <LayoutCrash error={error} retry={retry} />}>
          <Shell {...shell} page={emptyPage(site, view)} main={<LayoutCrash error={error} retry={retry} />} />
        </ErrorBoundary>
      )}
    >
      <Shell {...shell} page={page} main={content} />
      <ProgressBar active={progress} />
    </ErrorBoundary>
  );
}
