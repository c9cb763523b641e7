import type { MouseEvent } from "react";
import { t } from "../messages.ts";
import { isSearching } from "../search/context.ts";

/**
 * The ID of the element that contains everything between the navbar and the footer. If JavaScript is disabled, this
 * element is the skip link's target.
 */
export const fallbackId = "__docgen_skipToContent_fallback";

const region = "skip-region";

/** Focuses an element that usually isn't focusable. The element stays focusable until it loses focus. */
function focus(element: HTMLElement): void {
  element.setAttribute("tabindex", "-1");
  element.focus({ preventScroll: true });
  // Don't remove the attribute before the element loses focus, because removing the attribute would remove the focus.
  element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
}

/**
 * Resets the focus order so that pressing Tab moves focus to the skip link, as it does after a full page load. Does
 * nothing while the reader is searching.
 */
export function resetFocus(): void {
  const element = document.getElementById(region);
  if (element && !isSearching()) focus(element);
}

function skip(event: MouseEvent): void {
  event.preventDefault();
  const main = document.querySelector("main") ?? document.getElementById(fallbackId);
  if (!main) return;
  focus(main);
  main.scrollIntoView();
}

export function SkipLink() {
  return (
    <div id={region} className="skip" role="region" aria-label={t("skip")}>
      <a className="skip-link" href={`#${fallbackId}`} onClick={skip}>
        {t("skip")}
      </a>
    </div>
  );
}
