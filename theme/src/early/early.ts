/**
 * What readers do before the app starts. The script in the head (`head.ts`) takes their events, the first script
 * (`take.ts`) does what is possible without the app, and the app repeats the rest when the page is hydrated
 * (`replay.ts`).
 */

import type { Waiting } from "../search/waiting.ts";

export interface Early {
  /** The events until the first script has loaded. */
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
  /** Whether events aren't taken anymore, because the app can't be loaded. */
  ended?: boolean;
}

declare global {
  interface Window {
    docgenEarly?: Early;
  }
}
