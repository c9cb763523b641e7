/** Requests to OAuth endpoints. They never contain cookies or the page's URL, and never follow redirects. */

export type FlowResult =
  /** `expires` is the lifetime in seconds. `refresh` renews the token. */
  | { token: string; expires?: number; refresh?: string }
  | { error: "blocked" | "cancelled" | "unreachable" | "redirected" | "expired" }
  /** The server's message. */
  | { error: "refused"; message: string };

/** The client that the reader registered. Public clients have no secret. */
export interface Client {
  clientId: string;
  clientSecret: string;
}

/** The status and the JSON object in a response. If the body isn't an object, `json` is empty. */
export interface Reply {
  status: number;
  text: string;
  json: Readonly<Record<string, unknown>>;
}

/** A failure that ends a flow. */
export class FlowFailure extends Error {
  constructor(readonly result: FlowResult) {
    super();
  }
}

/** Sends a form to an endpoint, or fetches the endpoint if there's no form. */
export async function ask(url: string, signal: AbortSignal, form?: URLSearchParams, headers = {}): Promise<Reply> {
  const response = await fetch(url, {
    ...(form && { method: "POST", body: form }),
    headers: { accept: "application/json", ...headers },
    credentials: "omit",
    referrerPolicy: "no-referrer",
    cache: "no-store",
    // Don't follow redirects, because the form is only for this server.
    redirect: "manual",
    signal,
  });
  if (response.type === "opaqueredirect") throw new FlowFailure({ error: "redirected" });
  const text = await response.text();
  try {
    return { status: response.status, text, json: Object(JSON.parse(text)) as Record<string, unknown> };
  } catch {
    return { status: response.status, text, json: {} };
  }
}

/** Returns the result that a token endpoint's response contains (RFC 6749, sections 5.1 and 5.2). */
export function resultOf({ status, text, json }: Reply): FlowResult {
  const {
    access_token: token,
    expires_in: expires,
    refresh_token: refresh,
    error,
    error_description: description,
  } = json;
  if (typeof token === "string" && token !== "") {
    return {
      token,
      ...(Number(expires) > 0 && { expires: Number(expires) }),
      ...(typeof refresh === "string" && refresh !== "" && { refresh }),
    };
  }
  const said = [error, description].filter((part) => typeof part === "string").join(": ");
  return { error: "refused", message: said || `${status} ${text.slice(0, 200)}`.trim() };
}

const formEncoded = (text: string): string => new URLSearchParams([["", text]]).toString().slice(1);

/** Returns the header that identifies a client with a secret (RFC 6749, section 2.3.1). */
export const clientHeader = ({ clientId, clientSecret }: Client): string =>
  `Basic ${btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`;

/**
 * Requests a token with a grant. A client with a secret identifies itself in the header, which every server must
 * support (RFC 6749, section 2.3.1). If the server's cross-origin policy doesn't allow the header, or if the server
 * rejects it, sends the secret in the form instead.
 */
export async function requestToken(
  url: string,
  grant: Readonly<Record<string, string>>,
  client: Client,
  signal: AbortSignal,
): Promise<Reply> {
  const { clientId, clientSecret } = client;
  const form = (more = {}) => new URLSearchParams({ ...grant, ...more });
  const id = clientId === "" ? {} : { client_id: clientId };
  if (clientSecret === "") return ask(url, signal, form(id));
  const reply = await ask(url, signal, form(), { authorization: clientHeader(client) }).catch((error: unknown) => {
    if (error instanceof TypeError && !signal.aborted) return null;
    throw error;
  });
  if (reply && reply.json.error !== "invalid_client" && reply.status !== 401) return reply;
  return ask(url, signal, form({ ...id, client_secret: clientSecret }));
}
