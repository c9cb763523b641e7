import "../shared.ts";
import { use, useDeferredValue, useEffect, useRef } from "react";
import type { Html } from "../frame/data.ts";
import { cell, useCell } from "../hooks/cell.ts";
import { type Mode, useColorMode } from "../hooks/colorMode.ts";
import { watchScrolls } from "../hooks/overflow.ts";
import { idle } from "../hooks/turns.ts";
import { t } from "../messages.ts";
import { loadPart, loadPartAgain } from "../parts.ts";
import styles from "../styles/diagrams.css?text";
import { PartFailure } from "../ui/Part.tsx";
import { Prose } from "../ui/Prose.tsx";
import type { Picture } from "./diagram.ts";

/** Only pages with diagrams load these styles. A security policy can forbid `<style>` elements, but not this sheet. */
const sheet = new CSSStyleSheet();
sheet.replaceSync(`@layer components{${styles}}`);
document.adoptedStyleSheets.push(sheet);

export interface DiagramProps {
  source: string;
  /** An accessible description. */
  label?: string;
  /** Whether the diagram must not load anything, because the diagram's author isn't trusted. */
  closed?: boolean;
  /**
   * The number of this island on the page. The number makes the IDs of identical diagrams different, because React has
   * no IDs before the first commit.
   */
  place: number;
}

type Drawing = { svg: Html } | { picture: Picture } | { error: unknown };

interface Job extends Required<Pick<DiagramProps, "source" | "closed" | "place">> {
  mode: Mode;
}

interface Attempt {
  drawing: Promise<Drawing>;
  number: number;
  failed: boolean;
}

const attempts = new Map<string, Attempt>();
/** The number of retries that the reader has requested, on all pages. */
const retries = cell(0);
/** Drawing blocks the browser, so diagrams are drawn one at a time. */
let queue: Promise<unknown> = Promise.resolve();

async function render({ source, closed, place, mode }: Job): Promise<Drawing> {
  const { draw, drawClosed } = await import("./diagram.ts");
  await idle();
  const id = `diagram-${place}`;
  if (closed) return { picture: await drawClosed({ id, source, mode }) };
  const { fontFamily } = getComputedStyle(document.body);
  return { svg: (await draw({ id, source, mode, fontFamily })) as unknown as Html };
}

/**
 * Returns the drawing for a job. If drawing failed and the reader has requested a retry since then, draws the diagram
 * again.
 */
function draw(job: Job, number: number): Promise<Drawing> {
  const key = `${job.place} ${job.closed} ${job.mode} ${job.source}`;
  const known = attempts.get(key);
  if (known && !(known.failed && known.number < number)) return known.drawing;
  const load = known ? loadPartAgain : loadPart;
  const drawing = queue
    .then(idle)
    .then(() => load(() => render(job)))
    .catch((error: unknown) => {
      attempt.failed = true;
      return { error };
    });
  const attempt = { drawing, number, failed: false };
  queue = drawing;
  attempts.set(key, attempt);
  return drawing;
}

/** Scrollable content must be reachable without a mouse. */
const scrollable = { tabIndex: 0 };

/**
 * A diagram in the current color mode. The diagram's source stays visible until the diagram is drawn. When the mode
 * changes, the old drawing stays visible until the new one is ready. If the diagram can't be drawn, the reason is
 * shown.
 */
export default function Diagram({ source, label, closed = false, place }: DiagramProps) {
  const mode = useDeferredValue(useColorMode());
  // During a retry, keep showing the failure until there is a drawing.
  const number = useDeferredValue(useCell(retries));
  const drawing = use(draw({ place, source, closed, mode }, number));
  const frame = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new drawing has a new element.
  useEffect(() => (frame.current ? watchScrolls([frame.current]) : undefined), [drawing]);
  if ("error" in drawing) {
    return (
      <PartFailure text={t("diagram_error")} error={drawing.error} retry={() => retries.set(retries.get() + 1)}>
        <pre {...scrollable}>{source}</pre>
      </PartFailure>
    );
  }
  return (
    <div className="diagram" role="img" aria-label={label ?? t("diagram")} ref={frame}>
      {"picture" in drawing ? (
        <img alt="" {...drawing.picture} style={{ maxInlineSize: drawing.picture.width }} />
      ) : (
        <Prose html={drawing.svg} />
      )}
    </div>
  );
}
