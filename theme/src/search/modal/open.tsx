/**
 * The search dialog: DocSearch with docgen's providers. The dialog has its own React root so that a page crash doesn't
 * affect the dialog.
 */

import "../../shared.ts";
import { DocSearchModal, type DocSearchModalProps } from "@docsearch/react";
import type { ComponentProps, JSX, MouseEvent } from "react";
import { createPortal, flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { t as app } from "../../messages.ts";
import { keepStyles } from "../../styles.ts";
import { track } from "../../track.ts";
import { askAgain } from "../again.ts";
import { searchContext } from "../context.ts";
import { isExternal } from "../hits.ts";
import { markOnArrival } from "../mark.ts";
import { notePaste, wholeOf } from "../pasted.ts";
import { complete, prepare as prepareProvider } from "../session.ts";
import { suggested } from "../suggest.ts";
import { t } from "../text.ts";
import type { Typed } from "../waiting.ts";
import { wordsOf } from "../words.ts";
import { type ClientEvents, createClient } from "./client.ts";
import { keepFocus } from "./focus.ts";
import { HitRow } from "./Hit.tsx";
import { createKinds, type Kinds } from "./kinds.ts";
import { watchEnd } from "./more.ts";
import { mend, type PlacedHit, remember } from "./recent.ts";
import { noteWhole, originalOf } from "./texts.ts";

export interface Shown {
  /** Removes the dialog. Unless the reader is opening a page, focus returns to the button. */
  close(): void;
}

type HitComponent = NonNullable<DocSearchModalProps["hitComponent"]>;
type Footer = NonNullable<DocSearchModalProps["resultsFooterComponent"]>;
type Navigator = NonNullable<DocSearchModalProps["navigator"]>;

/** How long opening a hit waits for the hit's anchor, in milliseconds. */
const patience = 1000;

let root: Root | undefined;

/** Loads the dialog's code and data before the reader opens it. */
export function prepare(): Promise<void> {
  prepareProvider();
  return keepStyles([searchContext().search.styles]);
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

/** Returns the name under which DocSearch stores the reader's searches on this site. */
function indexName(): string {
  const { site, search } = searchContext();
  return search.options?.indexName ?? `docgen:${site.locale.href}`;
}

const dialog = () => document.querySelector(".DocSearch-Container");
const input = () => document.querySelector<HTMLInputElement>(".DocSearch-Input");

/** Searches again for the text in the input. DocSearch searches whenever the input receives focus. */
const refresh = () => input()?.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));

/** Shows what is known about a response besides its hits, and announces the number of results to screen readers. */
function createStatus(meant: HTMLButtonElement, kinds: Kinds): ClientEvents & { element: Element } {
  const element = Object.assign(document.createElement("div"), { className: "visually-hidden", role: "status" });
  const say = (text: string) => {
    element.textContent = text;
  };
  return {
    element,
    asked: () => dialog()?.removeAttribute("data-failed"),
    paused: refresh,
    answered(answer) {
      const { nbHits, corrected } = answer;
      kinds.show(answer);
      dialog()?.removeAttribute("data-failed");
      meant.hidden = corrected === undefined;
      meant.value = corrected ?? "";
      meant.textContent = corrected === undefined ? "" : t("meant", { query: corrected });
      if (nbHits === 0) return say(t("nothing"));
      if (nbHits === 1) return say(t("found_one"));
      say(t("found_other", { count: nbHits }));
    },
    failed() {
      // Mark the dialog, because DocSearch's loading indicator would otherwise replace its error screen.
      dialog()?.setAttribute("data-failed", "");
      say("");
    },
  };
}

/**
 * Shows the dialog and reports when the reader closes the dialog. The query is read after everything has loaded,
 * because the reader might still be typing. If the reader closes the dialog before then, the query and the result are
 * `null`.
 */
export async function open(typed: () => Promise<Typed | null>, closed: () => void): Promise<Shown | null> {
  const context = searchContext();
  const { search } = context;
  await prepare();
  const written = await typed();
  if (written === null) return null;
  const query = written.text || (context.isLost() ? wordsOf(location.pathname, context.site.baseUrl) : "");
  const index = indexName();
  mend(index);
  const meant = createMeant();
  const kinds = createKinds(refresh);
  const status = createStatus(meant, kinds);
  // DocSearch removes the input before it opens a result.
  let last = query;
  const asked = () => input()?.value ?? last;
  const client = createClient(status, { query: asked, kind: kinds.chosen });
  const chosen = (hit: unknown) => {
    remember(hit as PlacedHit, index);
    const original = originalOf((hit as PlacedHit).objectID);
    if (original) markOnArrival(original, wholeOf(asked()));
    track("search_hit", { query: wholeOf(asked()), url: (hit as PlacedHit).url });
  };

  const trap = (event: Event) => {
    const container = dialog();
    if (container) keepFocus(event as KeyboardEvent, container);
    atEnd(event as KeyboardEvent);
  };
  let atEnd = (_: KeyboardEvent) => {};
  let endPreview = () => {};
  // When the reader goes back or forward, close the dialog. A page that was already loading must not close the dialog.
  const left = () => take(false);
  const take = (back: boolean) => {
    last = asked();
    client.stop();
    endPreview();
    removeEventListener("popstate", left);
    const { scrollX, scrollY } = window;
    flushSync(() => root?.render(null));
    // The dialog must not restore the scroll position of another page.
    if (!back) scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
    closed();
  };
  const close = () => {
    take(true);
    document.querySelector<HTMLElement>(".search-button")?.focus({ preventScroll: true });
  };

  const navigator: Navigator = {
    async navigate({ item }) {
      const hit = item as unknown as PlacedHit;
      const original = originalOf(hit.objectID);
      // The text of an API page determines the field that a result opens at.
      const isField = original?.kind === "api" && original.type === "content";
      if (original && (original.isPartial || isField))
        noteWhole(hit, await complete(original, AbortSignal.timeout(patience)));
      chosen(hit);
      if (isExternal(hit.url)) location.assign(hit.url);
      else context.navigate(hit.url);
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
  const hitComponent: HitComponent = ({ hit, children, ...others }) => (
    <a
      {...optionOf(others)}
      href={hit.url}
      data-no-router={isExternal(hit.url) ? "" : undefined}
      onClick={() => chosen(hit)}
    >
      <HitRow hit={hit as unknown as PlacedHit} isChild={Boolean((hit as unknown as PlacedHit).__docsearch_parent)}>
        {children as JSX.Element}
      </HitRow>
    </a>
  );
  const resultsFooterComponent: Footer = ({ state }) => {
    const chosen = kinds.chosen();
    const follow = (event: MouseEvent) => {
      if (!(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)) close();
    };
    const count = String(state.context.nbHits);
    // If there's only one result, it's already shown.
    return search.page === undefined || count === "1" ? null : (
      <a
        href={`${search.page}?${new URLSearchParams({ q: wholeOf(state.query), ...(chosen && { kind: chosen }) })}`}
        onClick={follow}
      >
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
      maxResultsPerGroup={20}
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
  if (written.text) input()?.setSelectionRange(...written.selection);
  const container = dialog();
  if (container && matchMedia("(min-width: 72em)").matches) {
    void import("./preview.ts").then(
      ({ startPreview }) => {
        if (container.isConnected) endPreview = startPreview(container);
      },
      // The dialog also works without a preview.
      () => {},
    );
  }
  container?.setAttribute("data-provider", search.provider ?? "embedded");
  container?.append(status.element);
  container?.querySelector(".DocSearch-Dropdown")?.before(kinds.element, meant);
  // Add what DocSearch doesn't know outside the elements that it rerenders.
  container?.querySelector(".DocSearch-Dropdown")?.after(createSuggestions(), createRetry());
  input()?.addEventListener("paste", notePaste);
  atEnd = watchEnd(input(), container?.querySelector(".DocSearch-Dropdown") ?? null, client);
  container?.addEventListener("keydown", trap, { capture: true });
  // Don't let the click move focus from the button to the element under the backdrop.
  container?.addEventListener("mousedown", (event) => event.target === container && event.preventDefault());
  addEventListener("popstate", left);
  return { close };
}

/** Returns the attributes that make a hit's link an option of the list. */
function optionOf(props: object) {
  const { id, role, "aria-selected": isActive } = (props as { option: ComponentProps<"a"> }).option;
  return { id, role, "aria-selected": isActive };
}

/** Creates the button that offers a corrected query. */
function createMeant(): HTMLButtonElement {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "search-meant", hidden: true });
  fillOnClick(button);
  return button;
}

/** Searches for a button's value when the reader clicks the button. */
function fillOnClick(button: HTMLButtonElement): void {
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", () => {
    const field = input();
    if (!field) return;
    // React ignores a value that's set directly.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, button.value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
  });
}

/** Creates the suggestions that are shown before the first query, like those for a query without results. */
function createSuggestions(): Element {
  const element = Object.assign(document.createElement("div"), { className: "search-suggestions" });
  const list = document.createElement("ul");
  const names = suggested();
  for (const name of names) {
    const button = document.createElement("button");
    Object.assign(button, {
      type: "button",
      value: name.toLowerCase(),
      textContent: name,
    });
    fillOnClick(button);
    const item = document.createElement("li");
    item.append(button);
    list.append(item);
  }
  if (names.length > 0) element.append(t("try"), list);
  return element;
}

/** Creates the button that is shown after the search has failed. */
function createRetry(): Element {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "search-retry", textContent: app("retry") });
  button.addEventListener("click", askAgain);
  // Keep focus in the input, because DocSearch searches again when focus returns to the input.
  button.addEventListener("mousedown", (event) => event.preventDefault());
  return button;
}

/** Opens a link in another tab or window, which doesn't affect this window. */
function openApart(url: string, features: string): void {
  window.open(url, "_blank", `${features}noopener`);
}

/** Sorts pages before their sections. */
const pageFirst: NonNullable<DocSearchModalProps["transformItems"]> = (items) => [
  ...items.filter(({ type }) => type === "lvl1"),
  ...items.filter(({ type }) => type !== "lvl1"),
];
