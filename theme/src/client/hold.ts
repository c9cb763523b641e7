/**
 * Holds events on interactive components that aren't ready. `replay.ts` repeats these events when the components are
 * ready. If the first page that a reader opens has such components, this code is the page's first script (`early.ts`).
 * Otherwise, the code loads later, together with the components.
 */

/** An island that isn't ready. */
const WAITING = "slot[data-client]:not([data-ready])";

/**
 * The types of the events to hold: all events that components react to, except frequent events such as `pointermove`.
 */
const TYPES =
  "pointerdown mousedown pointerup mouseup click dblclick contextmenu keydown keyup input change submit".split(" ");

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface Held {
  event: Event;
  target: Element;
  /** The value of the field after an `input` event. */
  value: string | undefined;
}

export interface Hold {
  held: Held[];
  /** Called when an event is held. */
  heard(target: Element): void;
  /** Stops holding events and repeats the held ones. Called if the components can't be loaded. */
  end(): void;
}

declare global {
  interface Window {
    docgenHold?: Hold;
  }
}

const isField = (element: Element): element is Field => element.matches("input, textarea, select");

/**
 * Whether an event on an element is for an island that isn't ready. An event on prerendered HTML inside the island
 * isn't for the island.
 */
function isWaiting(target: Element): boolean {
  const around = target.closest("slot[data-client], slot[data-slot]");
  return around?.matches(WAITING) === true && !target.closest("a[href]");
}

/** Repeats an event. */
export function repeat(event: Event, target: Element): void {
  if (!target.isConnected) return;
  if (event.type === "submit") (target as HTMLFormElement).requestSubmit((event as SubmitEvent).submitter);
  else target.dispatchEvent(new (event.constructor as typeof Event)(event.type, event));
}

/** Starts to hold events, unless they're already being held. */
export function hold(): Hold {
  if (window.docgenHold) return window.docgenHold;
  const own: Hold = {
    held: [],
    heard: () => {},
    end() {
      for (const type of TYPES) removeEventListener(type, listen, true);
      for (const { event, target } of own.held.splice(0)) repeat(event, target);
    },
  };
  window.docgenHold = own;
  const listen = (event: Event) => {
    const { target, type } = event;
    if (!(target instanceof Element) || !isWaiting(target)) return;
    // Prevent the browser's default action, which would otherwise happen twice.
    if (/^(?:click|submit)$/.test(type)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    own.held.push({ event, target, value: type === "input" && isField(target) ? target.value : undefined });
    own.heard(target);
  };
  for (const type of TYPES) addEventListener(type, listen, true);
  return own;
}
