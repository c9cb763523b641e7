/**
 * Images that readers can enlarge. Readers without JavaScript see plain images. An enlarged image is the original file,
 * which is shown in a dialog. Clicking or pressing Escape closes the dialog.
 */

import "../shared.ts";
import { t } from "../messages.ts";
import styles from "../styles/zoom.css?text";

/** The styles for these images. Only pages with such images load the styles. */
const sheet = new CSSStyleSheet();
sheet.replaceSync(`@layer components{${styles}}`);

/** The elements in which a click on an image already has a different effect. */
const taken = "a, button, summary, label";

function enlarge(image: HTMLImageElement): void {
  const dialog = document.createElement("dialog");
  dialog.className = "zoom";
  dialog.setAttribute("aria-label", image.alt);
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute("aria-label", String(t("close")));
  button.append(Object.assign(new Image(), { src: image.src, alt: image.alt }));
  dialog.append(button);
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    image.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
}

export function start(element: Element, early: Event[]): () => void {
  const root = element.closest(".article") ?? document.body;
  document.adoptedStyleSheets.push(sheet);
  const images = [...root.querySelectorAll<HTMLImageElement>("img[data-zoom]")].filter(
    (image) => !image.closest(taken),
  );
  for (const image of images) {
    image.tabIndex = 0;
    image.role = "button";
    image.ariaHasPopup = "dialog";
  }
  const open = (event: Event) => {
    const image = event.target;
    if (!(image instanceof HTMLImageElement) || !images.includes(image)) return;
    if (event instanceof KeyboardEvent) {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
    }
    enlarge(image);
  };
  root.addEventListener("click", open);
  root.addEventListener("keydown", open);
  early.slice(-1).forEach(open);
  return () => {
    root.removeEventListener("click", open);
    root.removeEventListener("keydown", open);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    document.querySelector("dialog.zoom")?.remove();
  };
}
