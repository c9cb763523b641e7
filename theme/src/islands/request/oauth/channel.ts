/**
 * The channel for the result of an authorization. The authorization server redirects to `/_docgen/oauth.html`, which
 * sends the result to the page that opened the window.
 */

export const CHANNEL = "docgen.oauth";

/** The server's response, from the URL. */
export interface Returned {
  state: string;
  code?: string;
  error?: string;
  description?: string;
}

/** Parses a message from the channel. If the message has a different form, returns `null`. */
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

/** Parses the URL that an authorization server redirects to. */
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
