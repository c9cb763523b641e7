/** The focus stays within an open dialog: Tab wraps at both ends of what can be seen just then. */

const focusable = "a[href], button:not([disabled]), input:not([disabled])";

export function keepFocus(event: KeyboardEvent, dialog: Element): void {
  if (event.key !== "Tab") return;
  // The list of results stays as it is; DocSearch would take it away.
  event.stopPropagation();
  const all = [...dialog.querySelectorAll<HTMLElement>(focusable)].filter((each) => each.checkVisibility());
  const [first, last] = [all[0], all.at(-1)];
  const inside = dialog.contains(document.activeElement);
  const end = event.shiftKey ? first : last;
  if (inside && document.activeElement !== end) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
