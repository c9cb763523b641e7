/** Keeps focus in an open dialog. Pressing Tab cycles through the dialog's visible elements. */

const focusable = "a[href], button:not([disabled]), input:not([disabled])";

export function keepFocus(event: KeyboardEvent, dialog: Element): void {
  if (event.key !== "Tab") return;
  // Don't let DocSearch handle the key, because DocSearch would remove the result list.
  event.stopPropagation();
  const all = [...dialog.querySelectorAll<HTMLElement>(focusable)].filter((each) => each.checkVisibility());
  const [first, last] = [all[0], all.at(-1)];
  const inside = dialog.contains(document.activeElement);
  const end = event.shiftKey ? first : last;
  if (inside && document.activeElement !== end) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
