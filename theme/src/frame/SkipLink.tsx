import type { MouseEvent } from "react";
import { elementOfHash } from "../hooks/hash.ts";
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
  const isFixed = element.hasAttribute("tabindex");
  if (!isFixed) element.setAttribute("tabindex", "-1");
  element.focus({ preventScroll: true });
  if (isFixed) return;
  // Don't remove the attribute before the element loses focus, because removing the attribute would remove the focus.
  element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
}

/**
 * Moves focus as after a full page load: to the target of the URL's fragment or, if there's no such element, to a place
 * from which pressing Tab leads to the skip link. Does nothing while the reader is searching.
 */
export function resetFocus(hash: string): void {
  const element = elementOfHash(hash) ?? document.getElementById(region);
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
