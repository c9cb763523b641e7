/**
 * The inline script in every page's head. It sets everything that the first paint depends on and makes controls usable
 * before the app starts. The script doesn't share code with the app, because the script is inlined in every page. The
 * script reads the site's settings from attributes of `<html>`.
 */

import type { Early } from "./early/early.ts";

(() => {
  const root = document.documentElement;
  const { dataset } = root;
  let theme: string | null = null;
  let dismissed = false;
  try {
    theme = dataset.colorSwitch === "false" ? null : localStorage.getItem("theme");
    if (localStorage.getItem("docgen.shortcuts")) dataset.shortcuts = "false";
    dismissed =
      localStorage.getItem("docgen.announcement.dismiss") === "true" &&
      localStorage.getItem("docgen.announcement.id") === dataset.announcementId;
  } catch {
    // Access to storage is denied, so use the defaults.
  }
  /** Shows the color mode that the reader has chosen. Without a choice, the site's settings apply. */
  const show = (theme: string | null) => {
    const system = theme === null && dataset.colorSystem === "true";
    const dark = system
      ? matchMedia("(prefers-color-scheme: dark)").matches
      : (theme ?? dataset.colorDefault) === "dark";
    dataset.theme = dark ? "dark" : "light";
    dataset.themeChoice = system ? "system" : dataset.theme;
    for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[data-mode]")) {
      meta.media = meta.dataset.mode === dataset.theme ? "" : "not all";
    }
  };
  show(theme);
  dataset.announcementBarInitiallyDismissed = String(dismissed);

  const early: Early = { events: [], show, take: (event) => early.events.push(event) };
  window.docgenEarly = early;

  const take = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    early.take(event);
  };
  const search = ".search-button,[data-search-words]";

  addEventListener(
    "click",
    (event) => {
      const target = event.target as Element;
      if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || early.ended) return;
      // The sidebar becomes interactive later than the rest of the page, and the search becomes interactive earlier.
      const controls = dataset.hasHydrated
        ? ".sidebar-nav:not([data-live]) .sidebar-caret"
        : `.color-toggle,.navbar-toggle,.dropdown-trigger,.sidebar-caret,.announcement .close,[data-tabs] [role=tab],.code-copy,.code-wrap,[data-copy-page],.page-menu button,.api-expand,.api-copy,img[data-zoom]:not(a *,button *,summary *,label *)${early.searches ? "" : `,${search}`}`;
      if (target.closest(controls)) take(event);
    },
    true,
  );
  addEventListener(
    "keydown",
    (event) => {
      const { key } = event;
      const target = event.target as HTMLElement;
      if (early.searches || early.ended || event.altKey || !document.querySelector(search)) return;
      const wanted =
        event.ctrlKey || event.metaKey
          ? key === "k"
          : early.typing
            ? key.length < 2
            : (key === "/" && !dataset.shortcuts && !target.closest("input,select,textarea,[contenteditable]")) ||
              (target.closest(search) && /^[\p{L}\p{N}]$/u.test(key));
      if (!wanted) return;
      // From now on, the keys that the reader presses are part of the query.
      early.typing = true;
      take(event);
    },
    true,
  );
})();
