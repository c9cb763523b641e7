/** Loads the code that makes components interactive. */

import type {} from "./hold.ts";

type Client = typeof import("./start.ts");

/** Loads the code. The development server has a separate copy, which includes React's checks. */
export async function loadClient(): Promise<Client> {
  const own = document.querySelector<HTMLElement>("script[data-client]")?.dataset.client;
  try {
    return await (own ? (import(own) as Promise<Client>) : import("./start.ts"));
  } catch (error) {
    window.docgenHold?.end();
    throw error;
  }
}
