/**
 * The channel for the result of an authorization. The authorization server redirects to `/_docgen/oauth.html`, which
 * sends the result to the page that opened the window.
 */

export const CHANNEL = "docgen.oauth";

/** The server's response, from the URL. */
export interface Returned {
  state: string;
  code?: string;
  /** The token of an implicit flow, and its lifetime in seconds. */
  token?: string;
  expires?: string;
  error?: string;
  description?: string;
}

/** Parses a message from the channel. If the message has a different form, returns `null`. */
export function parseReturned(value: unknown): Returned | null {
  if (typeof value !== "object" || value === null) return null;
  const { state, ...more } = value as Record<string, unknown>;
  if (typeof state !== "string") return null;
  const texts = ["code", "token", "expires", "error", "description"].filter((name) => typeof more[name] === "string");
  return { state, ...Object.fromEntries(texts.map((name) => [name, more[name]])) };
}

/** Parses the URL that an authorization server redirects to. In an implicit flow, the response is in the fragment. */
export function returnedIn(address: string): Returned {
  const { searchParams, hash } = new URL(address);
  const fragment = new URLSearchParams(hash.slice(1));
  const value = (name: string) => searchParams.get(name) ?? fragment.get(name) ?? undefined;
  return parseReturned({
    state: value("state") ?? "",
    code: value("code"),
    token: value("access_token"),
    expires: value("expires_in"),
    error: value("error"),
    description: value("error_description"),
  }) as Returned;
}
