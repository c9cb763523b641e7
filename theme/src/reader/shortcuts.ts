/** The keyboard shortcuts that consist of a single character, and the dialog that lists them. */

import "../shared.ts";
import { hasShortcuts } from "../hooks/shortcuts.ts";
import { slot } from "../hooks/storage.ts";
import { t as app } from "../messages.ts";
import styles from "../styles/shortcuts.css?text";
import { t } from "./text.ts";

const sheet = new CSSStyleSheet();
sheet.replaceSync(`@layer components{${styles}}`);

const stored = slot("docgen.shortcuts");

/** Follows a link to the page before or after the current page. */
const turn = (rel: "prev" | "next") => document.querySelector<HTMLElement>(`.pager a[rel=${rel}]`)?.click();

/** Moves the focus to the next or previous heading, starting at the focused heading or at the top of the window. */
function step(direction: 1 | -1): void {
  const headings = [...document.querySelectorAll<HTMLElement>(".article :is(h2, h3, h4, h5, h6)")].filter(
    (heading) => heading.checkVisibility() && heading.querySelector(".hash-link"),
  );
  const isAbove = (heading: HTMLElement) =>
    heading.getBoundingClientRect().top < Number.parseFloat(getComputedStyle(heading).scrollMarginTop || "0") + 2;
  const focused = headings.findIndex((heading) => heading.contains(document.activeElement));
  // The number of headings above the top of the window, and the index of the heading to start from.
  const above = headings.filter(isAbove).length;
  const at = focused >= 0 ? focused : direction > 0 ? above - 1 : above;
  const to = headings[at + direction];
  if (to) {
    to.scrollIntoView();
    to.querySelector<HTMLElement>(".hash-link")?.focus({ preventScroll: true });
  } else if (direction < 0) scrollTo({ top: 0 });
}

const actions: Record<string, () => void> = {
  "[": () => turn("prev"),
  "]": () => turn("next"),
  j: () => step(1),
  k: () => step(-1),
  "?": help,
};

export function press(key: string): void {
  actions[key]?.();
}

/** Returns a row for an action with one or more shortcuts. */
function row(text: string, ...shortcuts: string[][]): HTMLElement {
  const line = document.createElement("div");
  line.append(Object.assign(document.createElement("dt"), { textContent: text }));
  for (const keys of shortcuts) {
    const names = document.createElement("dd");
    for (const key of keys) names.append(Object.assign(document.createElement("kbd"), { textContent: key }));
    line.append(names);
  }
  return line;
}

/** Shows the list of shortcuts, with a switch that turns them off in this browser. */
function help(): void {
  if (document.querySelector("dialog.shortcuts")) return;
  const list = document.createElement("dl");
  const isApple = /^(?:Mac|iP)/.test(navigator.platform);
  if (document.querySelector(".search-button")) {
    list.append(row(String(app("search")), [isApple ? "⌘" : "Ctrl", "K"], ["/"]));
  }
  list.append(
    row(t("previous"), ["["]),
    row(t("next"), ["]"]),
    row(t("down"), ["j"]),
    row(t("up"), ["k"]),
    row(t("keys"), ["?"]),
  );
  const box = Object.assign(document.createElement("input"), { type: "checkbox", checked: hasShortcuts() });
  box.addEventListener("change", () => {
    if (box.checked) stored.delete();
    else stored.set("off");
    document.documentElement.dataset.shortcuts = String(box.checked);
  });
  const label = document.createElement("label");
  label.append(box, ` ${t("keys_on")}`);
  const title = Object.assign(document.createElement("h2"), { textContent: t("keys"), id: "docgen-shortcuts" });
  const close = Object.assign(document.createElement("button"), { type: "submit", textContent: String(app("close")) });
  const form = document.createElement("form");
  form.method = "dialog";
  form.append(title, list, label, close);
  const dialog = Object.assign(document.createElement("dialog"), { className: "shortcuts" });
  dialog.setAttribute("aria-labelledby", title.id);
  dialog.append(form);
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  document.body.append(dialog);
  dialog.showModal();
}
