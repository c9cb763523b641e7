/** Loads the code that makes components interactive. */

type Client = typeof import("./start.ts");

/** The development server has a copy of the code, with React's checks. */
export function loadClient(): Promise<Client> {
  const own = document.querySelector<HTMLElement>("script[data-client]")?.dataset.client;
  return own ? (import(own) as Promise<Client>) : import("./start.ts");
}
