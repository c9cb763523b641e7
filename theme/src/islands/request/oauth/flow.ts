/** The OAuth 2.0 flows. Each flow ends with a token or a reason why there's no token. */

import type { FlowModel } from "../model.ts";
import { authorize, authorizeImplicitly } from "./authorization.ts";
import { authorizeDevice, type DeviceCode } from "./device.ts";
import { type Client, FlowFailure, type FlowResult, requestToken, resultOf } from "./token.ts";

/** A flow with absolute URLs and the reader's input. The URLs that the flow needs aren't empty. */
export interface FlowRequest extends Client {
  kind: FlowModel["kind"];
  authorizationUrl: string;
  tokenUrl: string;
  deviceAuthorizationUrl: string;
  username: string;
  password: string;
  scopes: readonly string[];
}

/** The names of a flow's URLs in a request. */
export type Endpoint = "authorizationUrl" | "tokenUrl" | "deviceAuthorizationUrl";
/** The names of the reader's inputs in a request. */
export type Input = "clientId" | "clientSecret" | "username" | "password";

interface Flow {
  /** The URLs that the flow needs, the first of which is shown on the button. */
  endpoints: readonly [Endpoint, ...Endpoint[]];
  /** The flow's inputs, and whether each is required. */
  inputs: Readonly<Partial<Record<Input, boolean>>>;
  /** Whether the authorization server must know this site's redirect URL. */
  redirects?: boolean;
  run(request: FlowRequest, signal: AbortSignal, show: (code: DeviceCode) => void): Promise<FlowResult>;
}

const scopeOf = ({ scopes }: FlowRequest) => (scopes.length > 0 ? { scope: scopes.join(" ") } : {});

const grant = async (request: FlowRequest, signal: AbortSignal, fields: Record<string, string>) =>
  resultOf(await requestToken(request.tokenUrl, { ...fields, ...scopeOf(request) }, request, signal));

export const FLOWS: Readonly<Record<FlowModel["kind"], Flow>> = {
  authorizationCode: {
    endpoints: ["authorizationUrl", "tokenUrl"],
    inputs: { clientId: true, clientSecret: false },
    redirects: true,
    run: authorize,
  },
  deviceAuthorization: {
    endpoints: ["deviceAuthorizationUrl", "tokenUrl"],
    inputs: { clientId: true, clientSecret: false },
    run: authorizeDevice,
  },
  clientCredentials: {
    endpoints: ["tokenUrl"],
    inputs: { clientId: true, clientSecret: true },
    run: (request, signal) => grant(request, signal, { grant_type: "client_credentials" }),
  },
  password: {
    endpoints: ["tokenUrl"],
    inputs: { username: true, password: true, clientId: false, clientSecret: false },
    run: (request, signal) =>
      grant(request, signal, { grant_type: "password", username: request.username, password: request.password }),
  },
  implicit: {
    endpoints: ["authorizationUrl"],
    inputs: { clientId: true },
    redirects: true,
    run: authorizeImplicitly,
  },
};

/** Runs a flow. Call this function in a click handler. Otherwise, the browser blocks the flow's window. */
export async function requestAccess(
  request: FlowRequest,
  signal: AbortSignal,
  show: (code: DeviceCode) => void,
): Promise<FlowResult> {
  try {
    return await FLOWS[request.kind].run(request, signal, show);
  } catch (error) {
    if (signal.aborted) return { error: "cancelled" };
    if (error instanceof FlowFailure) return error.result;
    if (error instanceof TypeError) return { error: "unreachable" };
    throw error;
  }
}
