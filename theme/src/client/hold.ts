/**
 * Holds the events on interactive components that aren't ready, so that they happen when the components are. A page with
 * such components has this code as its first script (`early.ts`). On other pages, it loads with the code of the components.
 */

/** An island that isn't ready. */
const WAITING = "slot[data-client]:not([data-ready])";

/** The events that components react to, except those that happen again and again. */
const TYPES =
  "pointerdown mousedown pointerup mouseup click dblclick contextmenu keydown keyup input change submit".split(" ");

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface Held {
  event: Event;
  target: Element;
  /** What the reader has entered. */
  value: string | undefined;
}

export interface Hold {
  held: Held[];
  /** Called when an event is held. */
  heard(target: Element): void;
  /** Holds no more events, and repeats those that are held: the components can't become ready. */
  end(): void;
}

declare global {
  interface Window {
    docgenHold?: Hold;
  }
}

const isField = (element: Element): element is Field => element.matches("input, textarea, select");

/** Whether an event on an element is for an island that isn't ready, and not for finished HTML inside it. */
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

/** Starts to hold events, unless that's done already. */
export function hold(): Hold {
  if (window.docgenHold) return window.docgenHold;
  const options = { capture: true };
  const own: Hold = {
    held: [],
    heard: () => {},
    end() {
      for (const type of TYPES) removeEventListener(type, listen, options);
      for (const { event, target } of own.held.splice(0)) repeat(event, target);
    },
  };
  window.docgenHold = own;
  const listen = (event: Event) => {
    const { target, type } = event;
    if (!(target instanceof Element) || !isWaiting(target)) return;
    // What the browser does then would happen twice.
    if (/^(?:click|submit)$/.test(type)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    own.held.push({ event, target, value: type === "input" && isField(target) ? target.value : undefined });
    own.heard(target);
  };
  for (const type of TYPES) addEventListener(type, listen, options);
  return own;
}
