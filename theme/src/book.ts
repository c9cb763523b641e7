/**
 * Prepares a book for printing: loads every font and draws every diagram. `docgen export pdf` waits until nothing is
 * left to load or to run.
 */

import { draw, drawClosed } from "./islands/diagram.ts";

interface Diagram {
  source: string;
  label?: string;
  closed?: boolean;
}

const { fontFamily } = getComputedStyle(document.body);

/** Draws a diagram. The library's settings are global, so draw one diagram at a time. */
async function drawing({ source, label = "", closed }: Diagram, number: number): Promise<Element> {
  const job = { id: `diagram-${number}`, source, mode: "light" as const };
  const diagram = document.createElement("div");
  diagram.className = "diagram";
  diagram.role = "img";
  diagram.ariaLabel = label;
  if (closed) {
    const { src, width, height } = await drawClosed(job);
    const image = new Image(width, height);
    image.src = src;
    await image.decode();
    diagram.append(image);
  } else {
    const svg = await draw({ ...job, fontFamily });
    diagram.append(document.createRange().createContextualFragment(svg));
  }
  return diagram;
}

// Otherwise, a font that is used only in print would be requested too late.
await Promise.allSettled([...document.fonts].map((font) => font.load()));

let number = 0;
for (const place of document.querySelectorAll('[data-island="diagram"]')) {
  const data = place.querySelector('script[type="application/json"]')?.textContent ?? "";
  try {
    place.replaceChildren(await drawing(JSON.parse(data) as Diagram, ++number));
  } catch {
    // If a diagram can't be drawn, its source stays and tells readers what the diagram shows.
  }
}
