/**
 * The authorization code flow for a public client, in a separate window. The window can't access this page. The flow
 * ends on a separate page on the site, which sends the result on a channel that only this origin can receive.
 */

import { CHANNEL, parseReturned } from "./channel.ts";
import { createProof, randomText } from "./pkce.ts";

export interface FlowRequest {
  authorizationUrl: string;
  tokenUrl: string;
  clientId: string;
  scopes: readonly string[];
}

export type FlowResult =
  | { token: string; expires?: number }
  | { error: "blocked" | "cancelled" | "unreachable" | "redirected" }
  /** The server's message. */
  | { error: "refused"; message: string };

/**
 * Returns the URL that the authorization server redirects to. Unlike the names of the bundle's files, this URL never
 * changes.
 */
export const redirectUri = (): string => new URL("../oauth.html", import.meta.url).href;

/** Returns the URL for requesting an authorization code. */
export function authorizationAddress(request: FlowRequest, state: string, challenge: string, redirect: string): string {
  const url = new URL(request.authorizationUrl);
  const ask = {
    response_type: "code",
    client_id: request.clientId,
    redirect_uri: redirect,
    ...(request.scopes.length > 0 && { scope: request.scopes.join(" ") }),
    state,
    code_challenge: challenge,
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(ask)) url.searchParams.set(name, value);
  url.hash = "";
  return url.href;
}

/** Waits for the response with this `state`. */
function answered(state: string, signal: AbortSignal): Promise<{ code: string } | { refused: string }> {
  return new Promise((resolve, reject) => {
    const channel = new BroadcastChannel(CHANNEL);
    const stop = () => {
      channel.close();
      reject(signal.reason);
    };
    signal.addEventListener("abort", stop, { once: true });
    channel.onmessage = ({ data, origin }) => {
      const returned = parseReturned(data);
      if (origin !== location.origin || returned?.state !== state) return;
      channel.close();
      signal.removeEventListener("abort", stop);
      const { code, error, description } = returned;
      resolve(code ? { code } : { refused: [error, description].filter(Boolean).join(": ") });
    };
  });
}

async function redeem(request: FlowRequest, code: string, verifier: string, signal: AbortSignal): Promise<FlowResult> {
  const response = await fetch(request.tokenUrl, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri(),
      client_id: request.clientId,
      code_verifier: verifier,
    }),
    credentials: "omit",
    referrerPolicy: "no-referrer",
    cache: "no-store",
    // Don't follow redirects, because the code and the proof are only for this server.
    redirect: "manual",
    signal,
  });
  if (response.type === "opaqueredirect") return { error: "redirected" };
  return tokenIn(response.status, await response.text());
}

/** Parses the response from a token endpoint. */
export function tokenIn(status: number, text: string): FlowResult {
  let answer: Record<string, unknown> = {};
  try {
    answer = Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    // A response that isn't JSON contains no token.
  }
  const { access_token: token, expires_in: expires, error, error_description: description } = answer;
  if (typeof token === "string" && token !== "") {
    return { token, ...(Number(expires) > 0 && { expires: Number(expires) }) };
  }
  const said = [error, description].filter((part) => typeof part === "string").join(": ");
  return { error: "refused", message: said || `${status} ${text.slice(0, 200)}`.trim() };
}

/** Requests a token. Call this function in a click handler. Otherwise, the browser blocks the window. */
export async function authorize(request: FlowRequest, signal: AbortSignal): Promise<FlowResult> {
  const popup = open("", "_blank", "popup,width=520,height=720");
  if (!popup) return { error: "blocked" };
  popup.opener = null;
  try {
    const state = randomText();
    const { verifier, challenge } = await createProof();
    const waiting = answered(state, signal);
    popup.location.replace(authorizationAddress(request, state, challenge, redirectUri()));
    const answer = await waiting;
    if ("refused" in answer) return { error: "refused", message: answer.refused };
    return await redeem(request, answer.code, verifier, signal);
  } catch (error) {
    if (signal.aborted) {
      popup.close();
      return { error: "cancelled" };
    }
    if (error instanceof TypeError) return { error: "unreachable" };
    throw error;
  }
}
