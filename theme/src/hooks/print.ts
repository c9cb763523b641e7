/** Prepares a page for printing. Diagrams are usually drawn only when the reader scrolls near them. */

/** The event that tells an island to load now. */
export const printing = "docgen:printing";

/** The maximum time to wait for diagrams before the dialog opens, in milliseconds. */
const patience = 10_000;

const waiting = '[data-island="diagram"]:has([data-fallback])';

/** Sets the title and the URL to print and loads all diagrams that aren't drawn yet. Resolves when they're drawn. */
async function prepare(): Promise<void> {
  const { style } = document.documentElement;
  style.setProperty("--printed-title", JSON.stringify(document.title));
  style.setProperty("--printed-url", JSON.stringify(location.href.replace(/[?#].*/, "")));
  for (const place of document.querySelectorAll(waiting)) place.dispatchEvent(new Event(printing));
  const end = Date.now() + patience;
  while (document.querySelector(waiting) && Date.now() < end) await new Promise((turn) => setTimeout(turn, 50));
}

/** Opens the print dialog when all diagrams are drawn. */
export async function printPage(): Promise<void> {
  await prepare();
  print();
}

function pressed(event: KeyboardEvent): void {
  const isPrint =
    event.key.toLowerCase() === "p" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (!isPrint || !document.querySelector(waiting)) return;
  event.preventDefault();
  void printPage();
}

/**
 * Waits for diagrams if the reader prints with the keyboard. If the reader prints from the browser's menu, the app
 * can't wait, but diagrams load for the next time.
 */
export function watchPrinting(): () => void {
  const soon = () => void prepare();
  addEventListener("keydown", pressed);
  addEventListener("beforeprint", soon);
  return () => {
    removeEventListener("keydown", pressed);
    removeEventListener("beforeprint", soon);
  };
}
