/** How the window that an authorisation server returns to (`/_docgen/oauth.html`) tells the page that opened it. */

export const CHANNEL = "docgen.oauth";

/** What the server answered, as it stood in the address. */
export interface Returned {
  state: string;
  code?: string;
  error?: string;
  description?: string;
}

/** Reads a message of the channel; `null` for anything else. */
export function parseReturned(value: unknown): Returned | null {
  if (typeof value !== "object" || value === null) return null;
  const { state, code, error, description } = value as Record<string, unknown>;
  if (typeof state !== "string") return null;
  return {
    state,
    ...(typeof code === "string" && { code }),
    ...(typeof error === "string" && { error }),
    ...(typeof description === "string" && { description }),
  };
}

/** What an address says that an authorisation server has sent a reader back to. */
export function returnedIn(address: string): Returned {
  const { searchParams } = new URL(address);
  const value = (name: string) => searchParams.get(name) ?? undefined;
  return parseReturned({
    state: value("state") ?? "",
    code: value("code"),
    error: value("error"),
    description: value("error_description"),
  }) as Returned;
}
