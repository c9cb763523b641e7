/** Draws diagrams in the page, or in a separate frame where nothing can be loaded. */

import type { Mode } from "../hooks/colorMode.ts";

export interface Job {
  /** The ID of the drawing, which must be unique on the page. */
  id: string;
  source: string;
  mode: Mode;
  fontFamily: string;
}

/** A drawing as an image. If an SVG file is used as an image, browsers don't load anything that the file refers to. */
export interface Picture {
  src: string;
  width?: number;
  height?: number;
}

declare global {
  interface Window {
    docgenDraw?: typeof draw;
  }
}

/** Returns the SVG of a diagram. The library's settings are global, so draw one diagram at a time. */
export async function draw({ id, source, mode, fontFamily }: Job): Promise<string> {
  const { default: mermaid } = await import("mermaid");
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    theme: mode === "dark" ? "dark" : "default",
    // The dark theme's own color makes edge labels hard to read.
    themeVariables: mode === "dark" ? { edgeLabelBackground: "#333" } : {},
    fontFamily,
    suppressErrorRendering: true,
  });
  return (await mermaid.render(id, source)).svg;
}

// Exported for `drawClosed`, because its frame also loads this module.
window.docgenDraw = draw;

/**
 * Draws a diagram from an untrusted author. To measure a diagram, the library inserts the diagram into the live
 * document. There, the browser would load the diagram's images and styles. Therefore, the library runs in a frame with
 * a policy that blocks all other requests.
 */
export async function drawClosed(job: Omit<Job, "fontFamily">): Promise<Picture> {
  const { href, origin } = new URL(import.meta.url);
  const policy = `default-src 'none'; script-src ${origin}; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`;
  const frame = document.createElement("iframe");
  frame.srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><script type="module" src="${href}"></script>`;
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  frame.style.cssText =
    "position: fixed; inset: 0 auto auto 0; inline-size: 80rem; block-size: 60rem; border: 0; visibility: hidden; pointer-events: none";
  try {
    await new Promise((loaded) => {
      frame.addEventListener("load", loaded, { once: true });
      document.body.append(frame);
    });
    const drawn = frame.contentWindow?.docgenDraw;
    if (!drawn) throw new Error(`${href} is unavailable`);
    // An image can use only system fonts.
    return picture(await drawn({ ...job, fontFamily: "system-ui, sans-serif" }));
  } finally {
    frame.remove();
  }
}

/** Returns the drawing and its size. The drawing is XML, because browsers require XML for SVG images. */
function picture(svg: string): Picture {
  const drawing = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
  if (!drawing) throw new Error("the library returned no drawing");
  const [, , width, height] = (drawing.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
  const size = width && height ? { width, height } : {};
  for (const [name, value] of Object.entries(size)) drawing.setAttribute(name, String(value));
  const xml = new XMLSerializer().serializeToString(drawing);
  return { src: `data:image/svg+xml,${encodeURIComponent(xml)}`, ...size };
}
