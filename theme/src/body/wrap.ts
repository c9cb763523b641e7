/** The toggle of word wrap, offered where a block of code is wider than its place. */

function toggle(event: MouseEvent): void {
  const button = (event.target as Element).closest(".code-wrap");
  const code = button?.closest(".code");
  if (!button || !code) return;
  const wrapped = code.toggleAttribute("data-wrap");
  button.setAttribute("aria-pressed", String(wrapped));
}

export function startWrap(): () => void {
  document.addEventListener("click", toggle);
  return () => document.removeEventListener("click", toggle);
}

/** Shows the toggle of each block that overflows, whenever its size changes or it comes into view. */
export function watchOverflow(root: Element): () => void {
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const code = target.closest(".code");
      const button = code?.querySelector<HTMLElement>(".code-wrap");
      if (!button || code?.hasAttribute("data-wrap")) continue;
      button.hidden = target.scrollWidth <= target.clientWidth;
    }
  });
  for (const pre of root.querySelectorAll(".code pre")) sizes.observe(pre);
  return () => sizes.disconnect();
}
