/**
 * A reader's credentials, by environment and origin. Credentials for one origin are never used for another origin.
 * Credentials are kept only in memory, unless the reader chooses to keep them until the tab closes.
 */

import { cells } from "../../hooks/cell.ts";
import { entries, readKept, texts, writeKept } from "./session.ts";

/** How to renew a token. */
export interface Renewal {
  /** The refresh token. */
  refresh: string;
  /** The URL that the refresh token is sent to. */
  url: string;
  /** The time at which the token expires, in milliseconds since 1970. */
  expires: number;
}

export interface Credentials {
  /** Whether the credentials are kept until the tab closes. */
  kept: boolean;
  /** Whether code samples contain the credentials. The tab doesn't keep this choice. */
  shown: boolean;
  /** The token, key, or `user:password` for each scheme. */
  secrets: Readonly<Record<string, string>>;
  /** What the reader entered to get a token for each scheme, such as the ID of the reader's own client. */
  inputs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** How to renew the token of each scheme. */
  renewals: Readonly<Record<string, Renewal>>;
}

const isRenewal = (value: unknown): value is Renewal => {
  const { refresh, url, expires } = Object(value) as Record<string, unknown>;
  return typeof refresh === "string" && typeof url === "string" && typeof expires === "number";
};

export const credentialsKey = (scope: string, origin: string): string => `docgen.credentials.${scope}.${origin}`;

export function parseCredentials(text: string | null): Credentials {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    const { secrets, inputs, renewals } = Object(value) as Record<string, unknown>;
    const named = entries(inputs).map(([scheme, own]) => [scheme, texts(own)]);
    return {
      kept: value !== null,
      shown: false,
      secrets: texts(secrets),
      inputs: Object.fromEntries(named),
      renewals: Object.fromEntries(
        entries(renewals).filter((entry): entry is [string, Renewal] => isRenewal(entry[1])),
      ),
    };
  } catch {
    return { kept: false, shown: false, secrets: {}, inputs: {}, renewals: {} };
  }
}

const known = cells<Credentials>((key) => parseCredentials(readKept(key)));

/**
 * Returns the credentials for a URL and a function that changes them. All URLs with the same origin share their
 * credentials.
 */
export function credentialsOf(scope: string, address: string) {
  const origin = URL.canParse(address) ? new URL(address).origin : "";
  const key = credentialsKey(scope, origin);
  const of = known(key);
  return {
    cell: of,
    origin,
    change(changes: Partial<Credentials>): void {
      const next = { ...of.get(), ...changes };
      const { kept, secrets, inputs, renewals } = next;
      writeKept(key, kept ? JSON.stringify({ secrets, inputs, renewals }) : null);
      of.set(next);
    },
  };
}
