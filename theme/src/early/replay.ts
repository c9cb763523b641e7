/** Repeats the clicks that happened before the app started. */

import type {} from "./early.ts";

/** Repeats the held clicks on controls that are ready. */
export function replayHeld(): void {
  const held = window.docgenEarly?.held ?? [];
  for (const control of held.splice(0)) {
    // The sidebar becomes interactive later than the rest of the page.
    if (control.closest(".sidebar-nav:not([data-live])")) held.push(control);
    else {
      control.removeAttribute("data-held");
      control.click();
    }
  }
}
