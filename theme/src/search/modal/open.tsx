/** The search modal: DocSearch's, over our providers, in a React root of its own, so that it outlives what crashes. */

import "../../shared.ts";
import { DocSearchModal, type DocSearchModalProps } from "@docsearch/react";
import type { MouseEvent } from "react";
import { createPortal, flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { t as app } from "../../messages.ts";
import { loadStyles } from "../../styles.ts";
import { askAgain } from "../again.ts";
import { searchContext } from "../context.ts";
import { isExternal } from "../hits.ts";
import { prepare as prepareProvider } from "../session.ts";
import { t } from "../text.ts";
import { type ClientEvents, createClient } from "./client.ts";
import { keepFocus } from "./focus.ts";
import { mend, type PlacedHit, remember } from "./recent.ts";
import { wordsOf } from "./words.ts";

export interface Shown {
  /** Takes the modal away; the focus goes back to the button unless the reader is on the way elsewhere. */
  close(): void;
}

type HitComponent = NonNullable<DocSearchModalProps["hitComponent"]>;
type Footer = NonNullable<DocSearchModalProps["resultsFooterComponent"]>;
type Navigator = NonNullable<DocSearchModalProps["navigator"]>;

let root: Root | undefined;

/** Fetches what the modal needs, because a reader is about to open it. */
export function prepare(): Promise<void> {
  prepareProvider();
  return loadStyles([searchContext().search.styles]);
}

const texts = (): NonNullable<DocSearchModalProps["translations"]> => ({
  searchBox: {
    resetButtonTitle: t("clear"),
    resetButtonAriaLabel: t("clear"),
    cancelButtonText: t("cancel"),
    cancelButtonAriaLabel: t("cancel"),
    searchInputLabel: app("search"),
  },
  startScreen: {
    recentSearchesTitle: t("recent"),
    noRecentSearchesText: t("no_recent"),
    saveRecentSearchButtonTitle: t("save"),
    removeRecentSearchButtonTitle: t("forget"),
    favoriteSearchesTitle: t("favorite"),
    removeFavoriteSearchButtonTitle: t("unfavorite"),
  },
  errorScreen: { titleText: t("error"), helpText: t("error_help") },
  noResultsScreen: {
    noResultsText: t("none"),
    suggestedQueryText: t("try"),
    reportMissingResultsText: t("report"),
    reportMissingResultsLinkText: t("report_link"),
  },
  footer: {
    selectText: t("select"),
    selectKeyAriaLabel: t("enter_key"),
    navigateText: t("navigate"),
    navigateUpKeyAriaLabel: t("up_key"),
    navigateDownKeyAriaLabel: t("down_key"),
    closeText: t("close"),
    closeKeyAriaLabel: t("escape_key"),
    searchByText: t("by"),
  },
});

/** The name under which a reader's searches on this site are kept. */
function indexName(): string {
  const { site, search } = searchContext();
  return search.options?.indexName ?? `docgen:${site.locale.href}`;
}

const dialog = () => document.querySelector(".DocSearch-Container");
const input = () => document.querySelector<HTMLInputElement>(".DocSearch-Input");

/** Says to those who do not see it how much was found. */
function createStatus(): ClientEvents & { element: Element } {
  const element = Object.assign(document.createElement("div"), { className: "visually-hidden", role: "status" });
  const say = (text: string) => {
    element.textContent = text;
  };
  return {
    element,
    asked: () => dialog()?.removeAttribute("data-failed"),
    answered({ nbHits }) {
      dialog()?.removeAttribute("data-failed");
      if (nbHits === 0) return say(t("nothing"));
      say(nbHits === 1 ? t("found_one") : t("found_many", { count: String(nbHits) }));
    },
    failed() {
      // DocSearch's own sign of loading would come back over its error screen.
      dialog()?.setAttribute("data-failed", "");
      say("");
    },
  };
}

/**
 * Shows the modal and says when it has been closed. The query is read when all is there, since a reader may go on typing
 * till then; `null` means that they have turned away.
 */
export async function open(typed: () => Promise<string | null>, closed: () => void): Promise<Shown | null> {
  const context = searchContext();
  const { search } = context;
  await prepare();
  const written = await typed();
  if (written === null) return null;
  const query = written || (context.isLost() ? wordsOf(location.pathname, context.site.baseUrl) : "");
  const index = indexName();
  mend(index);
  const status = createStatus();
  const client = createClient(status, () => input()?.value ?? "");
  const chosen = (hit: unknown) => remember(hit as PlacedHit, index);

  const trap = (event: Event) => {
    const container = dialog();
    if (container) keepFocus(event as KeyboardEvent, container);
  };
  // Going back or forward is going elsewhere; a page that was on its way already is not.
  const left = () => take(false);
  const take = (back: boolean) => {
    client.stop();
    removeEventListener("popstate", left);
    const { scrollX, scrollY } = window;
    flushSync(() => root?.render(null));
    // Where the page stands is not for the modal to say once it is another page.
    if (!back) scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
    closed();
  };
  const close = () => {
    take(true);
    document.querySelector<HTMLElement>(".search-button")?.focus({ preventScroll: true });
  };

  const navigator: Navigator = {
    navigate({ itemUrl, item }) {
      chosen(item);
      if (isExternal(itemUrl)) location.assign(itemUrl);
      else context.navigate(itemUrl);
    },
    navigateNewTab({ itemUrl, item }) {
      chosen(item);
      openApart(itemUrl, "");
    },
    navigateNewWindow({ itemUrl, item }) {
      chosen(item);
      openApart(itemUrl, "popup,");
    },
  };
  const hitComponent: HitComponent = ({ hit, children }) => (
    <a href={hit.url} data-no-router={isExternal(hit.url) ? "" : undefined} onClick={() => chosen(hit)}>
      {children}
    </a>
  );
  const resultsFooterComponent: Footer = ({ state }) => {
    const follow = (event: MouseEvent) => {
      if (!(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)) close();
    };
    const count = String(state.context.nbHits);
    return search.page === undefined ? null : (
      <a href={`${search.page}?q=${encodeURIComponent(state.query)}`} onClick={follow}>
        {t("all", { count })}
      </a>
    );
  };
  const report = search.reportUrl;
  const modal = (
    <DocSearchModal
      appId="docgen"
      apiKey="docgen"
      indexName={index}
      placeholder={search.placeholder ?? t("placeholder")}
      initialQuery={query}
      initialScrollY={window.scrollY}
      transformSearchClient={client.transform}
      transformItems={pageFirst}
      hitComponent={hitComponent}
      resultsFooterComponent={resultsFooterComponent}
      navigator={navigator}
      translations={texts()}
      onClose={close}
      {...(report && {
        getMissingResultsUrl: ({ query }: { query: string }) => report.replace("{query}", encodeURIComponent(query)),
      })}
    />
  );
  root ??= createRoot(document.createElement("div"));
  flushSync(() => root?.render(createPortal(modal, document.body)));
  const container = dialog();
  container?.setAttribute("data-provider", search.provider ?? "embedded");
  container?.append(status.element);
  // It stands outside of what DocSearch renders anew.
  container?.querySelector(".DocSearch-Dropdown")?.after(createRetry());
  container?.addEventListener("keydown", trap, { capture: true });
  // Else the focus, which has gone back to the button, would go on to where the backdrop was.
  container?.addEventListener("mousedown", (event) => event.target === container && event.preventDefault());
  addEventListener("popstate", left);
  return { close };
}

/** Shows while the search has failed. */
function createRetry(): Element {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "search-retry", textContent: app("retry") });
  button.addEventListener("click", askAgain);
  // The focus stays in the input: when it comes back there, DocSearch asks anew.
  button.addEventListener("mousedown", (event) => event.preventDefault());
  return button;
}

/** A tab or window of its own, which knows nothing of this one. */
function openApart(url: string, features: string): void {
  window.open(url, "_blank", `${features}noopener`);
}

/** A page stands before what is in it. */
const pageFirst: NonNullable<DocSearchModalProps["transformItems"]> = (items) => [
  ...items.filter(({ type }) => type === "lvl1"),
  ...items.filter(({ type }) => type !== "lvl1"),
];
