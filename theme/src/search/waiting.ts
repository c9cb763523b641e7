/**
 * The placeholder that is used until the search code loads. At first, the placeholder only collects keys. Later, it
 * shows a dialog with the query. The placeholder is part of the first script so that readers can type before the app
 * starts. The placeholder can't use the app's code, so this module must not import anything except its styles.
 */

import styles from "../styles/search-field.css?text";

const limit = 64;

/** The styles, which load with this code, because the first paint doesn't need them. */
const sheet = new CSSStyleSheet();
sheet.replaceSync(`@layer components{${styles}}`);

/** The text in a field, and the part of it that is selected. */
export interface Typed {
  text: string;
  selection: [start: number, end: number];
}

export interface Waiting {
  /** Fires when the reader closes the placeholder. */
  signal: AbortSignal;
  /** The text typed so far. */
  query(): string;
  /**
   * Removes the placeholder, because the real dialog takes over, and returns its text. If the reader has closed the
   * placeholder, returns `null`.
   */
  take(): Promise<Typed | null>;
  /** Applies a pressed key to the text. Escape closes the placeholder. */
  press(event: KeyboardEvent): void;
  /**
   * Reports that the search can't be loaded. From then on, `retry` is called whenever the reader wants to try again.
   */
  fail(retry: () => void): void;
  cancel(): void;
}

export interface WaitingOptions {
  /** The text that the reader has already typed. */
  query: string;
  /** The delay before the placeholder shows that the search is loading, in milliseconds. */
  delay: number;
  /** The strings for the site's locale. */
  texts: Record<string, string>;
  placeholder?: string | undefined;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: Node[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

export function createWaiting({ query, delay, texts, placeholder }: WaitingOptions): Waiting {
  const words = (key: string) => texts[key] ?? "";
  const left = new AbortController();
  // Text that the reader has selected on the page becomes the query. The next key replaces it.
  let selected = query ? "" : (getSelection()?.toString() ?? "").replace(/\s+/g, " ").trim().slice(0, limit);
  let written = query || selected;
  let retry = () => {};
  let composing: Promise<unknown> | undefined;
  let isTaken = false;

  const input = element("input", {
    type: "search",
    className: "search-waiting-input",
    maxLength: limit,
    placeholder: placeholder ?? words("search_placeholder"),
    ariaLabel: words("search"),
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: false,
    enterKeyHint: "search",
  });
  const cancel = element("button", { type: "button", textContent: words("search_cancel") });
  const state = element("div", { className: "search-waiting-state", role: "status", ariaLabel: words("loading") });
  const form = element("form", {}, element("div", { className: "search-waiting-bar" }, input, cancel), state);
  const dialog = element("dialog", { className: "search-waiting", ariaLabel: words("search") }, form);

  const end = () => {
    isTaken = true;
    clearTimeout(timer);
    dialog.close();
    dialog.remove();
  };
  const turnAway = () => {
    if (isTaken) return;
    end();
    left.abort();
    document.querySelector<HTMLElement>(".search-button")?.focus({ preventScroll: true });
  };
  const show = () => {
    if (isTaken || dialog.open) return;
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
    document.body.append(dialog);
    dialog.showModal();
    input.value = written;
    input.focus();
    if (selected) input.select();
  };
  const timer = setTimeout(show, delay);
  if (!delay) show();

  input.addEventListener("input", () => {
    written = input.value;
  });
  // Wait until the input method has finished composing, because the text isn't final until then.
  input.addEventListener("compositionstart", () => {
    composing = new Promise((done) => input.addEventListener("compositionend", done, { once: true }));
  });
  cancel.addEventListener("click", turnAway);
  dialog.addEventListener("cancel", turnAway);
  dialog.addEventListener("mousedown", (event) => {
    if (event.target !== dialog) return;
    // Don't let the click move focus to the element under the backdrop.
    event.preventDefault();
    turnAway();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    retry();
  });

  return {
    signal: left.signal,
    query: () => written,
    async take() {
      await composing;
      if (isTaken) return null;
      const { selectionStart, selectionEnd } = input;
      const length = written.length;
      const own: Typed["selection"] = [selected ? 0 : length, length];
      const selection: Typed["selection"] = dialog.open ? [selectionStart ?? length, selectionEnd ?? length] : own;
      end();
      return { text: written, selection };
    },
    press(event) {
      if (dialog.open) return;
      const kept = selected ? "" : written;
      if (event.key === "Escape") {
        event.preventDefault();
        return turnAway();
      }
      if (event.key === "Backspace") written = kept.slice(0, -1);
      else if (event.key.length === 1) written = (kept + event.key).slice(0, limit);
      else return;
      selected = "";
      event.preventDefault();
    },
    fail(again) {
      retry = again;
      show();
      if (state.role === "alert") return;
      state.role = "alert";
      state.ariaLabel = null;
      state.append(
        element("p", { textContent: words("search_error") }),
        element("p", { textContent: words("search_error_help") }),
        element("button", { type: "submit", textContent: words("retry") }),
      );
    },
    cancel: turnAway,
  };
}
