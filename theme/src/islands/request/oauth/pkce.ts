/** Proof Key for Code Exchange (RFC 7636), method S256. */

export interface Proof {
  verifier: string;
  challenge: string;
}

/** Encodes bytes in URL-safe Base64, without padding. */
export function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Generates an unguessable string. */
export const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return base64url(new Uint8Array(digest));
}

export async function createProof(): Promise<Proof> {
  const verifier = randomText();
  return { verifier, challenge: await challengeOf(verifier) };
}

/** Whether a proof can be created. Browsers provide the required hash functions only on secure pages. */
export const canProve = (): boolean => globalThis.crypto?.subtle !== undefined;
