import "../shared.ts";
import { use, useDeferredValue } from "react";
import type { Html } from "../frame/data.ts";
import { type Mode, useColorMode } from "../hooks/colorMode.ts";
import { idle } from "../hooks/turns.ts";
import { t } from "../messages.ts";
import { Prose } from "../ui/Prose.tsx";
import type { Picture } from "./diagram.ts";

export interface DiagramProps {
  source: string;
  /** A description for those who cannot see it. */
  label?: string;
  /** Whether it must not load anything: someone else may have written it. */
  closed?: boolean;
  /** Which of the page's islands this is: two like diagrams need an id each, and React has none before the first commit. */
  place: number;
}

type Drawing = { svg: Html } | { picture: Picture } | { error: unknown };

const drawings = new Map<string, Promise<Drawing>>();
/** A drawing keeps the browser busy: one at a time. */
let queue: Promise<unknown> = Promise.resolve();

async function render(id: string, source: string, closed: boolean, mode: Mode): Promise<Drawing> {
  try {
    const { draw, drawClosed } = await import("./diagram.ts");
    await idle();
    if (closed) return { picture: await drawClosed({ id, source, mode }) };
    const { fontFamily } = getComputedStyle(document.body);
    return { svg: (await draw({ id, source, mode, fontFamily })) as unknown as Html };
  } catch (error) {
    return { error };
  }
}

function draw(place: number, source: string, closed: boolean, mode: Mode): Promise<Drawing> {
  const key = `${place} ${closed} ${mode} ${source}`;
  let drawing = drawings.get(key);
  if (!drawing) {
    drawing = queue.then(idle).then(() => render(`diagram-${place}`, source, closed, mode));
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
export default function Diagram({ source, label, closed = false, place }: DiagramProps) {
  const mode = useDeferredValue(useColorMode());
  const drawing = use(draw(place, source, closed, mode));
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
      {"picture" in drawing ? (
        <img alt="" {...drawing.picture} style={{ maxInlineSize: drawing.picture.width }} />
      ) : (
        <Prose html={drawing.svg} />
      )}
    </div>
  );
}
