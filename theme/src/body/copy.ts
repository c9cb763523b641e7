/** The buttons that copy code blocks, pages (as Markdown), and links to headings, as well as the page menu. */

import { printPage } from "../hooks/print.ts";
import { t } from "../messages.ts";
import { track } from "../track.ts";

const confirmation = 1000;

export async function write(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Use the legacy command to copy a selection, because the clipboard API is unavailable outside a secure context.
  const area = document.createElement("textarea");
  area.value = text;
  area.style.position = "fixed";
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>();

/** Shows a confirmation for one second. */
export function confirm(element: HTMLElement, say: (done: boolean) => void): void {
  clearTimeout(timers.get(element));
  element.dataset.copied = "";
  say(true);
  const undo = () => {
    delete element.dataset.copied;
    say(false);
  };
  timers.set(element, setTimeout(undo, confirmation));
}

/** The characters that replace a terminal's prompts and lines of output. */
const prompt = "\u0001";
const output = "\u0002";

function codeOf(button: Element): string {
  const code = button.closest(".code")?.querySelector("pre code");
  if (!code) return "";
  const copy = code.cloneNode(true) as Element;
  // Omit a diff's removed lines and a terminal's prompts and output, because readers don't want to copy them.
  for (const left of copy.querySelectorAll('[data-line~="remove"], summary')) left.remove();
  for (const left of copy.querySelectorAll(".q")) left.textContent = prompt;
  for (const left of copy.querySelectorAll(".w")) left.textContent = output;
  const text = copy.textContent ?? "";
  return text.includes(prompt) ? commandsOf(text) : text.replace(/\n$/, "");
}

/** Returns the commands of a terminal session. A blank line belongs to a command if the command continues after it. */
function commandsOf(text: string): string {
  const lines: string[] = [];
  let blank: string[] = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "") {
      blank.push(line);
      continue;
    }
    if (!line.includes(output)) {
      if (!line.startsWith(prompt)) lines.push(...blank);
      lines.push(line.replaceAll(prompt, ""));
    }
    blank = [];
  }
  return lines.join("\n").trim();
}

async function copyCode(button: HTMLElement): Promise<void> {
  await write(codeOf(button));
  track("copy", { what: "code" });
  confirm(button, (done) => button.setAttribute("aria-label", t(done ? "code_copied" : "code_copy")));
}

async function copyPage(button: HTMLElement): Promise<void> {
  const response = await fetch(button.dataset.copyPage ?? "");
  if (!response.ok) throw new Error(`${response.url} responded with status ${response.status}`);
  // The front matter is for programs that download the page.
  await write((await response.text()).replace(/^---\n[\s\S]*?\n---\n\n/, ""));
  track("copy", { what: "page" });
  const label = button.querySelector<HTMLElement>("[data-label]") ?? button;
  confirm(button, (done) => {
    label.textContent = t(done ? "copied" : "copy_page");
  });
}

async function copyText(button: HTMLElement): Promise<void> {
  await write(button.dataset.copyText ?? "");
  const label = button.textContent;
  confirm(button, (done) => {
    button.textContent = done ? String(t("copied")) : label;
  });
}

async function copyHeading(anchor: HTMLAnchorElement): Promise<void> {
  const label = anchor.dataset.label ?? anchor.getAttribute("aria-label") ?? "";
  anchor.dataset.label = label;
  await write(anchor.href);
  track("copy", { what: "link" });
  confirm(anchor, (done) => anchor.setAttribute("aria-label", done ? t("link_copied") : label));
}

function copy(event: MouseEvent): void {
  const target = event.target as Element;
  // The menu stays open to confirm a copy. All other items close the menu.
  const item = target.closest(".page-menu :is(a, button:not([data-copy-text]))");
  item?.closest<HTMLElement>(".page-menu")?.hidePopover();
  if (item?.matches("[data-print]")) void printPage();
  const button = target.closest<HTMLElement>(".code-copy, [data-copy-page], [data-copy-text]");
  const anchor = target.closest<HTMLAnchorElement>(".hash-link");
  const done = button
    ? button.matches(".code-copy")
      ? copyCode(button)
      : button.matches("[data-copy-page]")
        ? copyPage(button)
        : copyText(button)
    : anchor && !event.metaKey && !event.ctrlKey
      ? copyHeading(anchor)
      : null;
  done?.catch((error: unknown) => console.error("docgen: copying failed.", error));
}

export function startCopy(): () => void {
  document.addEventListener("click", copy);
  return () => document.removeEventListener("click", copy);
}
