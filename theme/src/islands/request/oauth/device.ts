/** The device authorization grant (RFC 8628): the reader enters a code on the server's own page, on any device. */

import type { FlowRequest } from "./flow.ts";
import { ask, type FlowResult, type Reply, requestToken, resultOf } from "./token.ts";

/** The code that the reader enters, and the page to enter it on. */
export interface DeviceCode {
  code: string;
  url: string;
  /** The page with the code already filled in. Absent if the server doesn't have one. */
  filled?: string;
}

/** A device code with what the page needs to wait for the reader. Times are in seconds. */
interface Issued extends DeviceCode {
  secret: string;
  interval: number;
  lifetime: number;
}

const isWeb = (value: unknown): value is string =>
  typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

/** Parses the response from the device authorization endpoint. If the response has no code, returns `null`. */
export function issuedIn({ json }: Pick<Reply, "json">): Issued | null {
  const { device_code: secret, user_code: code, interval, expires_in: lifetime } = json;
  // Some servers use the name from an early draft.
  const url = json.verification_uri ?? json.verification_url;
  const filled = json.verification_uri_complete;
  if (typeof secret !== "string" || typeof code !== "string" || !isWeb(url)) return null;
  return {
    secret,
    code,
    url,
    ...(isWeb(filled) && { filled }),
    interval: Number(interval) > 0 ? Number(interval) : 5,
    lifetime: Number(lifetime) > 0 ? Number(lifetime) : 600,
  };
}

const pause = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** Requests a code, shows it to the reader, and waits until the reader has entered it or the code has expired. */
export async function authorizeDevice(
  request: FlowRequest,
  signal: AbortSignal,
  show: (code: DeviceCode) => void,
): Promise<FlowResult> {
  const { clientId, scopes, deviceAuthorizationUrl, tokenUrl } = request;
  const form = new URLSearchParams({ client_id: clientId, ...(scopes.length > 0 && { scope: scopes.join(" ") }) });
  const reply = await ask(deviceAuthorizationUrl, signal, form);
  const issued = issuedIn(reply);
  if (!issued) return resultOf(reply);
  const { code, url, filled } = issued;
  show({ code, url, ...(filled && { filled }) });
  const grant = { grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code: issued.secret };
  let { interval } = issued;
  for (let waited = 0; waited < issued.lifetime; waited += interval) {
    await pause(interval, signal);
    const answer = await requestToken(tokenUrl, grant, request, signal);
    if (answer.json.error === "slow_down") interval += 5;
    else if (answer.json.error === "expired_token") break;
    else if (answer.json.error !== "authorization_pending") return resultOf(answer);
  }
  return { error: "expired" };
}
