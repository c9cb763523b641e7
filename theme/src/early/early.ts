/**
 * The reader's actions before the app starts. The script in the head (`head.ts`) takes the events, the first script
 * (`take.ts`) handles those that don't need the app, and the app repeats the others when the page is hydrated
 * (`replay.ts`).
 */

import type { Waiting } from "../search/waiting.ts";

export interface Early {
  /** The events that occurred before the first script loaded. */
  events: Event[];
  /** Handles an event. */
  take(event: Event): unknown;
  /** Shows a color mode. If the mode is `null`, the site's settings apply. */
  show(theme: string | null): void;
  /** Whether the reader is typing a query before there's a field for it. */
  typing?: boolean;
  /** The controls that the reader has clicked, in order. */
  held?: HTMLElement[];
  /** Creates the search field. The app uses the first script's code. */
  wait?(query: string, delay: number): Waiting;
  /** The open search field. */
  waiting?: Waiting | undefined;
  /** Whether the app handles the search. */
  searches?: boolean;
  /** Whether events are no longer taken, because the app can't be loaded. */
  ended?: boolean;
}

declare global {
  interface Window {
    docgenEarly?: Early;
  }
}
