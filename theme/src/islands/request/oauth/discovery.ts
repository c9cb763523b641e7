/** The metadata of an authorization server: OpenID Connect Discovery 1.0 and RFC 8414. */

import type { FlowModel } from "../model.ts";
import { ask, FlowFailure, type Reply } from "./token.ts";

/** The flows, by the names of the grants in the metadata. */
const GRANTS: Readonly<Record<string, FlowModel["kind"]>> = {
  authorization_code: "authorizationCode",
  "urn:ietf:params:oauth:grant-type:device_code": "deviceAuthorization",
  client_credentials: "clientCredentials",
  password: "password",
  implicit: "implicit",
};

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

/** Returns the flows that an authorization server supports. Without a list of grants, the standard's default applies. */
export function flowsIn({ json }: Pick<Reply, "json">): FlowModel[] {
  const url = (name: string) => (typeof json[name] === "string" ? json[name] : undefined);
  const authorizationUrl = url("authorization_endpoint");
  const tokenUrl = url("token_endpoint");
  const deviceAuthorizationUrl = url("device_authorization_endpoint");
  const scopes = Object.fromEntries(textsIn(json.scopes_supported).map((scope) => [scope, ""]));
  const named = textsIn(json.grant_types_supported);
  const grants = new Set(named.length > 0 ? named : ["authorization_code", "implicit"]);
  return Object.entries(GRANTS)
    .filter(([grant]) => grants.has(grant))
    .map(([, kind]) => ({
      kind,
      ...(authorizationUrl && { authorizationUrl }),
      ...(tokenUrl && { tokenUrl }),
      ...(deviceAuthorizationUrl && { deviceAuthorizationUrl }),
      scopes,
    }));
}

/** Fetches the flows of an authorization server. */
export async function discover(url: string, signal: AbortSignal): Promise<FlowModel[]> {
  const reply = await ask(url, signal);
  const flows = flowsIn(reply);
  if (
    reply.status >= 400 ||
    flows.length === 0 ||
    !flows.some(({ authorizationUrl, tokenUrl }) => authorizationUrl || tokenUrl)
  ) {
    throw new FlowFailure({ error: "refused", message: `${reply.status} ${reply.text.slice(0, 200)}`.trim() });
  }
  return flows;
}
