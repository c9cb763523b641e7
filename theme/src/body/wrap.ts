/** The word wrap toggle, which is shown if a code block contains lines that are wider than the block. */

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

/** Updates each code block's toggle when the block changes size or becomes visible. */
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
