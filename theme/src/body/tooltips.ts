/** The explanations of terms. Pressing Escape hides an explanation until the reader leaves its term. */

function dismiss({ key }: KeyboardEvent): void {
  if (key !== "Escape") return;
  for (const term of document.querySelectorAll<HTMLElement>(".tooltip:is(:hover, :focus-within)")) {
    const restore = () => delete term.dataset.dismissed;
    term.dataset.dismissed = "";
    term.addEventListener("pointerleave", restore, { once: true });
    term.addEventListener("focusout", restore, { once: true });
  }
}

export function start(): () => void {
  document.addEventListener("keydown", dismiss);
  return () => document.removeEventListener("keydown", dismiss);
}
