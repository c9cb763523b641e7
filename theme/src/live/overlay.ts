/**
 * Shows the site's problems above the page. Errors are shown in full, and warnings are shown as a count that opens a
 * list.
 */

import { t } from "../messages.ts";
import { type Child, element } from "./element.ts";
import type { Problem, SiteState } from "./state.ts";

type Problems = Pick<SiteState, "errors" | "warnings" | "own" | "problems">;

const styles = `
  :host { all: initial; position: fixed; inset: auto 0 0; z-index: 2147483647; color-scheme: dark; }
  * { box-sizing: border-box; }
  section, .count { font: 14px/1.5 system-ui, sans-serif; color: #f3f1ee; background: #1d1b1a; }
  section { max-block-size: 60vh; overflow: auto; overscroll-behavior: contain; padding: 1rem 1.25rem 1.25rem;
    border-block-start: 3px solid #ff6b5e; box-shadow: 0 -8px 32px #0006; }
  section[data-severity=warning] { border-color: #f2b84b; }
  header { display: flex; align-items: center; gap: 1rem; margin-block-end: .5rem; }
  h2 { flex: 1; margin: 0; font-size: 1rem; font-weight: 650; }
  h3 { margin: 0; padding-block-start: .75rem; font-size: .875rem; font-weight: 650; color: #c9c2bd; }
  h3 + article { border: 0; }
  button { font: inherit; color: inherit; background: #383432; border: 1px solid #6e6763; border-radius: 6px;
    padding: .25rem .75rem; cursor: pointer; }
  button:hover { background: #4a4542; }
  :focus-visible { outline: 2px solid #8cc8ff; outline-offset: 2px; }
  .count { position: fixed; inset-block-end: 1rem; inset-inline-start: 1rem; border-color: #f2b84b; border-radius: 999px; }
  .count[data-severity=error] { border-color: #ff6b5e; }
  article { padding-block: .75rem; border-block-start: 1px solid #45403d; }
  article:first-of-type { border: 0; padding-block-start: 0; }
  p { margin: 0; overflow-wrap: anywhere; }
  strong { color: #ff9d94; }
  [data-severity=warning] > p > strong { color: #f2c879; }
  code, pre { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
  .place { color: #b9b2ad; }
  pre { margin: .375rem 0; padding: .5rem .75rem; overflow-x: auto; tab-size: 4; background: #111010; border-radius: 6px; }
  .number { color: #9a938e; user-select: none; }
  mark { color: inherit; background: #7d2620; border-radius: 2px; box-shadow: 0 0 0 1px #ff6b5e; }
  .hint { color: #c9c2bd; }
  .gone { position: fixed; inset: auto 1rem 1rem auto; max-inline-size: min(28rem, calc(100vw - 2rem));
    font: 14px/1.5 system-ui, sans-serif; color: #f3f1ee; background: #1d1b1a; border: 1px solid #6e6763;
    border-radius: 8px; padding: .5rem .875rem; box-shadow: 0 4px 16px #0006; }
  @media print { :host { display: none; } }
`;

/** Formats text in backticks as code. */
function words(text: string): Child[] {
  return text.split(/`([^`]*)`/).map((part, index) => (index % 2 === 1 ? element("code", {}, part) : part));
}

/** Formats source code with line numbers. The marked range can span several lines or be empty. */
function source({ before, marked, after }: NonNullable<Problem["snippet"]>, line: number): HTMLElement {
  const last = line + (before + marked + after).split("\n").length - 1;
  const width = String(last).length;
  let number = line;
  const numbered = (text: string): Child[] =>
    text.split("\n").flatMap((part, index): Child[] => {
      if (index === 0) return [part];
      number += 1;
      return ["\n", element("span", { class: "number" }, `${String(number).padStart(width)} `), part];
    });
  return element(
    "pre",
    { tabindex: "0" },
    element("span", { class: "number" }, `${String(line).padStart(width)} `),
    ...numbered(before),
    element("mark", {}, ...numbered(marked || "\u200b")),
    ...numbered(after),
  );
}

function entry({ severity, message, code, docs, file, line, column, snippet, hints, more }: Problem): HTMLElement {
  const word = t(severity === "error" ? "live_error" : "live_warning");
  const text = element(
    "p",
    {},
    element("strong", {}, `${word}: `),
    ...words(message),
    " ",
    element(
      "a",
      { class: "place", href: docs, target: "_blank", rel: "noopener noreferrer" },
      element("code", {}, code),
    ),
  );
  const made = element("article", { "data-severity": severity }, text);
  if (file) {
    const place = [file, line, column].filter((part) => part !== undefined).join(":");
    made.append(element("p", {}, element("code", { class: "place" }, place)));
  }
  if (snippet && line) made.append(source(snippet, line));
  for (const hint of hints) made.append(element("p", { class: "hint" }, ...words(t("live_hint", { hint }))));
  for (const text of more?.split("\n") ?? []) made.append(element("p", { class: "hint" }, ...words(text)));
  return made;
}

function summary({ errors, warnings }: Problems): string {
  const parts = [];
  if (errors > 0) parts.push(t("live_errors_other", { count: errors }));
  if (warnings > 0) parts.push(t("live_warnings_other", { count: warnings }));
  return parts.join(", ");
}

export interface Overlay {
  show(problems: Problems): void;
}

/** Creates a function that shows or hides a notice about a stopped server. */
export function createNotice(): (gone: boolean) => void {
  const host = document.createElement("docgen-offline");
  const shadow = host.attachShadow({ mode: "open" });
  // Screen readers announce a status when its text changes, so add an empty element before setting the text.
  const text = element("p", { class: "gone", role: "status" });
  shadow.append(element("style", {}, styles), text);
  return (gone) => {
    if (gone === host.isConnected) return;
    if (!gone) {
      host.remove();
      text.textContent = "";
      return;
    }
    document.body.append(host);
    text.textContent = t("live_gone");
  };
}

/** Creates an overlay. The overlay is in the document only while there are problems. */
export function createOverlay(): Overlay {
  const host = document.createElement("docgen-problems");
  const shadow = host.attachShadow({ mode: "open" });
  let shown = "";

  const draw = (all: Problems, open: boolean) => {
    const own = all.own ?? [];
    const hidden = all.errors + all.warnings - [...own, ...all.problems].reduce((sum, { count }) => sum + count, 0);
    const parts = [
      { title: t("live_page"), problems: own },
      { title: t("live_others"), problems: all.problems },
    ].filter(({ problems }) => problems.length > 0);
    const severity = all.errors > 0 ? "error" : "warning";
    const button = element("button", { type: "button" }, open ? t("live_close") : summary(all));
    button.addEventListener("click", () => {
      draw(all, !open);
      shadow.querySelector("button")?.focus();
    });
    if (!open) {
      button.className = "count";
      button.dataset.severity = severity;
    }
    const panel = open
      ? element(
          "section",
          { "data-severity": severity, role: "region", "aria-label": t("live_problems"), tabindex: "-1" },
          element("header", {}, element("h2", { role: "status" }, summary(all)), button),
          ...parts.flatMap(({ title, problems }) => [
            ...(own.length > 0 ? [element("h3", {}, title)] : []),
            ...problems.map(entry),
          ]),
          ...(hidden > 0 ? [element("p", { class: "hint" }, t("live_more", { count: hidden }))] : []),
        )
      : button;
    panel.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && open) draw(all, false);
    });
    shadow.replaceChildren(element("style", {}, styles), panel);
  };

  return {
    show({ errors, warnings, own, problems }) {
      const all = { errors, warnings, own, problems };
      const next = JSON.stringify(all);
      if (next === shown) return;
      shown = next;
      if (problems.length === 0 && !own?.length) {
        host.remove();
        return;
      }
      draw(all, errors > 0);
      if (!host.isConnected) document.body.append(host);
    },
  };
}
