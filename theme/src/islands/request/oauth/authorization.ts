/**
 * The flows in which the reader signs in in a separate window. The window can't access this page. These flows end on a
 * separate page on the site, which sends the result on a channel that only this origin can receive.
 */

import { CHANNEL, parseReturned, type Returned } from "./channel.ts";
import type { FlowRequest } from "./flow.ts";
import { createProof, randomText } from "./pkce.ts";
import { type FlowResult, requestToken, resultOf } from "./token.ts";

/**
 * Returns the URL that the authorization server redirects to. Unlike the names of the bundle's files, this URL never
 * changes.
 */
export const redirectUri = (): string => new URL("../oauth.html", import.meta.url).href;

type Asked = Pick<FlowRequest, "authorizationUrl" | "clientId" | "scopes">;

/** Returns the URL at which the reader signs in. */
export function authorizationAddress(request: Asked, more: Readonly<Record<string, string>>): string {
  const url = new URL(request.authorizationUrl);
  const fields = {
    client_id: request.clientId,
    ...(request.scopes.length > 0 && { scope: request.scopes.join(" ") }),
    ...more,
  };
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  url.hash = "";
  return url.href;
}

/** Waits for the response with this `state`. */
function answered(state: string, signal: AbortSignal): Promise<Returned> {
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
      resolve(returned);
    };
  });
}

/** Opens the window in which the reader signs in, and returns the server's response. */
async function signIn(
  request: FlowRequest,
  signal: AbortSignal,
  fields: () => Promise<Readonly<Record<string, string>>>,
): Promise<Returned | null> {
  const popup = open("", "_blank", "popup,width=520,height=720");
  if (!popup) return null;
  popup.opener = null;
  const state = randomText();
  try {
    const more = { ...(await fields()), redirect_uri: redirectUri(), state };
    const waiting = answered(state, signal);
    popup.location.replace(authorizationAddress(request, more));
    return await waiting;
  } finally {
    if (signal.aborted) popup.close();
  }
}

const refusal = ({ error, description }: Returned): FlowResult => ({
  error: "refused",
  message: [error, description].filter(Boolean).join(": "),
});

/** The authorization code flow with PKCE (RFC 6749, section 4.1, and RFC 7636). */
export async function authorize(request: FlowRequest, signal: AbortSignal): Promise<FlowResult> {
  let verifier = "";
  const returned = await signIn(request, signal, async () => {
    const proof = await createProof();
    verifier = proof.verifier;
    return { response_type: "code", code_challenge: proof.challenge, code_challenge_method: "S256" };
  });
  if (!returned) return { error: "blocked" };
  if (!returned.code) return refusal(returned);
  const grant = {
    grant_type: "authorization_code",
    code: returned.code,
    redirect_uri: redirectUri(),
    code_verifier: verifier,
  };
  return resultOf(await requestToken(request.tokenUrl, grant, request, signal));
}

/** The implicit flow (RFC 6749, section 4.2), for servers that support nothing else. */
export async function authorizeImplicitly(request: FlowRequest, signal: AbortSignal): Promise<FlowResult> {
  const returned = await signIn(request, signal, async () => ({ response_type: "token" }));
  if (!returned) return { error: "blocked" };
  const { token, expires } = returned;
  if (!token) return refusal(returned);
  return { token, ...(Number(expires) > 0 && { expires: Number(expires) }) };
}
