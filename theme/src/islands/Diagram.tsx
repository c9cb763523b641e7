import "../shared.ts";
import { use, useDeferredValue } from "react";
import type { Html } from "../frame/data.ts";
import { type Mode, useColorMode } from "../hooks/colorMode.ts";
import { idle } from "../hooks/turns.ts";
import { t } from "../messages.ts";
import { Prose } from "../ui/Prose.tsx";

export interface DiagramProps {
  source: string;
  /** A description for those who cannot see it. */
  label?: string;
  /** Which of the page's islands this is: two like diagrams need an id each, and React has none before the first commit. */
  place: number;
}

type Drawing = { svg: Html } | { error: unknown };

const drawings = new Map<string, Promise<Drawing>>();
/** The library holds its settings globally, and a drawing keeps the browser busy: one at a time. */
let queue: Promise<unknown> = Promise.resolve();

async function render(id: string, source: string, mode: Mode): Promise<Drawing> {
  try {
    const { default: mermaid } = await import("mermaid");
    await idle();
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: "strict",
      theme: mode === "dark" ? "dark" : "default",
      // The dark theme's own leaves the labels of edges just short of readable.
      themeVariables: mode === "dark" ? { edgeLabelBackground: "#333" } : {},
      fontFamily: getComputedStyle(document.body).fontFamily,
      suppressErrorRendering: true,
    });
    const { svg } = await mermaid.render(id, source);
    return { svg: svg as unknown as Html };
  } catch (error) {
    return { error };
  }
}

function draw(place: number, source: string, mode: Mode): Promise<Drawing> {
  const key = `${place} ${mode} ${source}`;
  let drawing = drawings.get(key);
  if (!drawing) {
    drawing = queue.then(idle).then(() => render(`diagram-${place}`, source, mode));
    queue = drawing.catch(() => {});
    drawings.set(key, drawing);
  }
  return drawing;
}

/** What scrolls has to be reachable without a mouse. */
const scrollable = { tabIndex: 0 };

/**
 * A diagram, drawn in the colours of the mode. It waits for its drawing, so its source stays on screen until then, and
 * after a change of mode the old drawing does. One that cannot be drawn says why in its place.
 */
export default function Diagram({ source, label, place }: DiagramProps) {
  const mode = useDeferredValue(useColorMode());
  const drawing = use(draw(place, source, mode));
  if ("error" in drawing) {
    return (
      <div className="diagram-error" role="alert">
        <p>{t("diagram_error")}</p>
        <pre {...scrollable}>{drawing.error instanceof Error ? drawing.error.message : String(drawing.error)}</pre>
        <pre {...scrollable}>{source}</pre>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide one scrolls, and a keyboard must be able to scroll it.
    <div className="diagram" role="img" aria-label={label ?? t("diagram")} tabIndex={0}>
      <Prose html={drawing.svg} />
    </div>
  );
}
