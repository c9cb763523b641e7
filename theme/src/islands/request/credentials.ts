/**
 * A reader's credentials, by document and origin. Credentials for one origin are never used for another origin.
 * Credentials are kept only in memory, unless the reader chooses to keep them until the tab closes.
 */

import { cells } from "../../hooks/cell.ts";
import { readKept, writeKept } from "./session.ts";

export interface Credentials {
  /** Whether the credentials are kept until the tab closes. */
  kept: boolean;
  /** The token, key, or `user:password` for each scheme. */
  secrets: Readonly<Record<string, string>>;
  /** The ID of the reader's own client for each scheme. The ID isn't secret. */
  clients: Readonly<Record<string, string>>;
}

export const credentialsKey = (document: string, origin: string): string => `docgen.credentials.${document}.${origin}`;

const texts = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(Object(value) as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );

export function parseCredentials(text: string | null): Credentials {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    const { secrets, clients } = Object(value) as Record<string, unknown>;
    return { kept: value !== null, secrets: texts(secrets), clients: texts(clients) };
  } catch {
    return { kept: false, secrets: {}, clients: {} };
  }
}

const known = cells<Credentials>((key) => parseCredentials(readKept(key)));

/**
 * Returns the credentials for a URL and a function that changes them. All URLs with the same origin share their
 * credentials.
 */
export function credentialsOf(document: string, address: string) {
  const origin = URL.canParse(address) ? new URL(address).origin : "";
  const key = credentialsKey(document, origin);
  const of = known(key);
  return {
    cell: of,
    origin,
    change(changes: Partial<Credentials>): void {
      const next = { ...of.get(), ...changes };
      const { kept, secrets, clients } = next;
      writeKept(key, kept ? JSON.stringify({ secrets, clients }) : null);
      of.set(next);
    },
  };
}
