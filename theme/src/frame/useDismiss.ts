import { type RefObject, useEffect } from "react";

/**
 * While a menu in an element is open, closes the menu when the reader selects something outside the element, presses
 * Escape, or goes to another page. Escape returns the focus to the button of the menu, unless it closes an inner menu.
 */
export function useDismiss(ref: RefObject<HTMLElement | null>, open: boolean, close: () => void): void {
  useEffect(() => {
    const element = ref.current;
    if (!open || !element) return;
    const outside = (event: Event) => {
      if (!element.contains(event.target as Node)) close();
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || element.querySelector("[data-open=true]")) return;
      close();
      if (element.contains(document.activeElement)) {
        element.querySelector<HTMLElement>("[aria-expanded=true]")?.focus();
      }
    };
    const events = ["mousedown", "touchstart", "focusin"];
    for (const name of events) document.addEventListener(name, outside);
    document.addEventListener("keydown", pressed);
    addEventListener("docgen:navigated", close);
    return () => {
      for (const name of events) document.removeEventListener(name, outside);
      document.removeEventListener("keydown", pressed);
      removeEventListener("docgen:navigated", close);
    };
  }, [ref, open, close]);
}
