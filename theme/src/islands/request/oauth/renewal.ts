/** Renews expired tokens before a request is sent (RFC 6749, section 6). */

import type { Credentials, credentialsOf, Renewal } from "../credentials.ts";
import { type Client, type FlowResult, requestToken, resultOf } from "./token.ts";

/** The time before a token's expiry at which it's renewed, in milliseconds. */
const EARLY = 10_000;

/** Returns how to renew a token, if the server issued a refresh token and said when the token expires. */
export function renewalOf(result: FlowResult, url: string): Renewal | undefined {
  if (!("token" in result) || !result.refresh || !result.expires) return undefined;
  return { refresh: result.refresh, url, expires: Date.now() + result.expires * 1000 };
}

/** Returns the credentials with a token of a scheme. Without a renewal, the token isn't renewed. */
export function withToken(
  { secrets, renewals }: Credentials,
  scheme: string,
  token: string,
  renewal?: Renewal,
): Pick<Credentials, "secrets" | "renewals"> {
  const others = Object.entries(renewals).filter(([name]) => name !== scheme);
  return {
    secrets: { ...secrets, [scheme]: token },
    renewals: Object.fromEntries(renewal ? [...others, [scheme, renewal]] : others),
  };
}

type Kept = Pick<ReturnType<typeof credentialsOf>, "cell" | "change">;

/** Renews the token of a scheme. If the server refuses, the token stays as it is and isn't renewed again. */
async function renew({ cell, change }: Kept, scheme: string, signal: AbortSignal): Promise<void> {
  const { renewals, inputs, secrets } = cell.get();
  const renewal = renewals[scheme];
  if (!renewal) return;
  const { refresh, url } = renewal;
  const { clientId = "", clientSecret = "" } = inputs[scheme] ?? {};
  const client: Client = { clientId: clientId.trim(), clientSecret };
  const reply = await requestToken(url, { grant_type: "refresh_token", refresh_token: refresh }, client, signal).catch(
    () => null,
  );
  // The reader might have cancelled, or might have changed the credentials in the meantime.
  if (signal.aborted || cell.get().renewals[scheme] !== renewal) return;
  const result = reply && resultOf(reply);
  if (result && "token" in result) {
    // A server can keep the refresh token.
    const next = renewalOf({ ...result, refresh: result.refresh ?? refresh }, url);
    change(withToken(cell.get(), scheme, result.token, next));
  } else if (reply) change(withToken(cell.get(), scheme, secrets[scheme] ?? ""));
}

/**
 * Renews the expired tokens of some schemes and then starts a request with the credentials. Returns a function that
 * cancels both. `cancelled` is called if the request didn't start.
 */
export function afterRenewal(
  kept: Kept,
  schemes: readonly string[],
  start: (secrets: Credentials["secrets"]) => () => void,
  cancelled: () => void,
): () => void {
  const { renewals } = kept.cell.get();
  const expired = schemes.filter(
    (scheme) => (renewals[scheme]?.expires ?? Number.POSITIVE_INFINITY) < Date.now() + EARLY,
  );
  if (expired.length === 0) return start(kept.cell.get().secrets);
  const controller = new AbortController();
  let cancel = () => {
    controller.abort();
    cancelled();
  };
  const run = async () => {
    for (const scheme of expired) await renew(kept, scheme, controller.signal);
    if (!controller.signal.aborted) cancel = start(kept.cell.get().secrets);
  };
  void run();
  return () => cancel();
}
