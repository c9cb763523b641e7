/**
 * Starts the app after the page is painted. Reads the data in the document, creates the router, and hydrates the page.
 */

import "./shared.ts";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { App } from "./App.tsx";
import type { BrowserContext } from "./agent/fill.ts";
import type { ToolName } from "./agent/tools.ts";
import { startCopy } from "./body/copy.ts";
import { routeOf, startLinks, watchLinks } from "./body/links.ts";
import { startTabs } from "./body/tabs.ts";
import { startWrap } from "./body/wrap.ts";
import { type Page, parseSite } from "./chunk.ts";
import { startAnnouncement } from "./frame/AnnouncementBar.tsx";
import { startColorMode } from "./hooks/colorMode.ts";
import { nextTask } from "./hooks/turns.ts";
import { setMessages } from "./messages.ts";
import { PageLoader, readPage } from "./pageLoader.ts";
import { createPrefetcher } from "./prefetch.ts";
import { startReader } from "./reader/start.ts";
import { createPageRouter } from "./router.ts";
import { createScroller } from "./scroll.ts";
import { setContext } from "./search/context.ts";
import { startSearch } from "./search/start.ts";
import { canonicalPath, normalizePath } from "./site.ts";
import { showStyles } from "./styles.ts";

// Start a new task, because evaluating the libraries has already taken much of the current task.
await nextTask();

const site = parseSite(JSON.parse(document.getElementById("docgen-site")?.textContent ?? "null"));
const root = document.getElementById("docgen-root");
if (!root) throw new Error("missing element #docgen-root");

setMessages(site.messages ?? {}, site.locale.lang, site.lateMessages);
startColorMode(site.colorMode);
if (site.announcement) startAnnouncement(site.announcement.id);

const first = readPage(document);
const loader = new PageLoader(site);
if (first.kind !== "not-found") loader.put(first);
let hasTree = !first.sidebar;
if (first.sidebar) {
  loader.shownTree(first.sidebar).then(() => {
    hasTree = true;
  });
}

const { pathname, search, hash } = location;
const canonical = canonicalPath(pathname, site) + search + hash;
// The URL can also contain the name of the page's file.
if (first.kind !== "not-found" && normalizePath(pathname) !== pathname) {
  history.replaceState(history.state, "", canonical);
}

const pages = createPageRouter(site, loader, first);
const scroller = createScroller();
const prefetcher = createPrefetcher(loader);
export const { prefetch, preload } = prefetcher;

/**
 * When the development server reports a change to the site, replaces the body of the open page. Before the page and its
 * sidebar are hydrated, the document is reloaded instead, because React can hydrate HTML only with the data that the
 * HTML was rendered from.
 */
addEventListener("docgen:changed", (event) => {
  if (!document.documentElement.dataset.hasHydrated || !hasTree) return;
  event.preventDefault();
  loader.renew((event as CustomEvent<{ navigation: boolean }>).detail.navigation);
  pages.retry();
});

const actions = {
  navigate: pages.navigate,
  prefetch,
  preload,
  jump() {
    pages.jump();
    scroller.jump(pages.state().location.key);
  },
};
startLinks(site, actions);
watchLinks(root, site, actions);
startCopy();
startWrap();
startTabs();

const page = (): Page | undefined => {
  const { result } = pages.state();
  return "page" in result ? result.page : undefined;
};
startReader(site, {
  page,
  load(anchor) {
    const url = routeOf(anchor, site);
    return url && prefetcher.read(url.pathname);
  },
});

if (site.search) {
  setContext({
    site,
    search: site.search,
    docs: () => page()?.docs,
    version: () => page()?.version,
    isLost: () => page()?.kind === "not-found",
    page: async (path) => {
      const loaded = await loader.load(path, { priority: "low" });
      return loaded && "html" in loaded ? loaded.html : null;
    },
    navigate: actions.navigate,
  });
  startSearch();
}

/** Whether the page wasn't found. The URL might only be a different spelling of a page's URL. */
const lost = first.kind === "not-found" && pathname !== `${site.baseUrl}404.html`;
const rescue = lost && normalizePath(pathname) !== pathname ? canonical : null;
if (lost && !rescue && canonicalPath(pathname, site) !== pathname) {
  loader.load(canonicalPath(pathname, site)).then(
    (page) => page && pages.navigate(canonical, { replace: true }),
    () => {},
  );
}

/** Runs a tool for an agent, such as `search`. The tools load when an agent uses them. */
export const agent = async (name: ToolName, input: unknown) =>
  (await import("./agent/tools.ts")).call(agents, name, input);
const agents: BrowserContext = {
  site,
  url: () => new URL(location.href),
  fetch: (path) => fetch(path),
  // The code of the search page loads with the first search.
  search: async (query, limit) => (await import("./islands/Search.tsx")).sectionsFor(query, limit),
  canonical: (path) => loader.canonical(path),
  async load(path) {
    const loaded = await loader.load(path, { priority: "low" });
    return loaded && "html" in loaded ? loaded : null;
  },
  navigate: actions.navigate,
};
if ("modelContext" in document || "modelContext" in navigator) {
  import("./agent/register.ts").then(({ register }) => register(agents)).catch(console.warn);
}

showStyles(first.styles ?? []);
const app = { site, loader, pages, opened: pages.state(), scroller, rescue, onPage: prefetcher.renew };
startTransition(() => {
  hydrateRoot(root, <App {...app} />);
});
