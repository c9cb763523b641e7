import type { MouseEvent } from "react";
import { t } from "../messages.ts";
import { isSearching } from "../search/context.ts";

/** Where the skip link leads without JavaScript: the wrapper of all that is between navbar and footer. */
export const fallbackId = "__docgen_skipToContent_fallback";

const region = "skip-region";

/** Focuses an element that is not focusable by itself, for as long as the focus stays. */
function focus(element: HTMLElement): void {
  element.setAttribute("tabindex", "-1");
  element.focus({ preventScroll: true });
  // Not at once: what cannot hold the focus any longer loses it.
  element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
}

/** Starts the order of focus anew, as a full page load would: Tab goes to the skip link. Who is searching goes on. */
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
