/**
 * Removes the interactive components in an element that the app is about to remove, while the components are still in
 * the document. Returns whether there are any such components. `client/start.ts` listens for the event.
 */
export function removeComponents(selector: string): boolean {
  const leaving = new Event("docgen:leaving", { bubbles: true, cancelable: true });
  return document.querySelector(selector)?.dispatchEvent(leaving) === false;
}
