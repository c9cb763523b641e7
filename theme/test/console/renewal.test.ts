/** Renewing expired OAuth tokens before a request is sent. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Credentials, credentialsOf, parseCredentials } from "../../src/islands/request/credentials.ts";
import { afterRenewal, renewalOf, withToken } from "../../src/islands/request/oauth/renewal.ts";

const answers: { status?: number; body: object }[] = [];
const asked: { url: string; form: string; header: string | null }[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  vi.stubGlobal("fetch", async (url: string, { body, headers }: { body: URLSearchParams; headers: HeadersInit }) => {
    asked.push({ url, form: String(body), header: new Headers(headers).get("authorization") });
    const { status = 200, body: answer } = answers.shift() ?? { status: 500, body: {} };
    return new Response(JSON.stringify(answer), { status });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  answers.length = 0;
  asked.length = 0;
});

let count = 0;

/** Returns credentials with a token that the server issued with a lifetime of 60 seconds. */
function signedIn(clientSecret = "") {
  count += 1;
  const kept = credentialsOf(`renewal-${count}`, "https://a.example");
  const renewal = renewalOf({ token: "old", expires: 60, refresh: "r1" }, "https://id.example/refresh");
  kept.change({
    ...withToken(kept.cell.get(), "oauth", "old", renewal),
    inputs: { oauth: { clientId: " me ", clientSecret } },
  });
  return kept;
}

/** Sends a request and returns the token that it contains. */
const send = (kept: ReturnType<typeof signedIn>) =>
  new Promise<string | undefined>((resolve) => {
    afterRenewal(
      kept,
      ["oauth"],
      (secrets) => {
        resolve(secrets.oauth);
        return () => {};
      },
      () => resolve(undefined),
    );
  });

test("a valid token is sent as it is", async () => {
  const kept = signedIn();
  expect(await send(kept)).toBe("old");
  expect(asked).toEqual([]);
});

test("an expired token is renewed, only at the URL for refresh tokens", async () => {
  const kept = signedIn();
  vi.setSystemTime(1_000_000 + 55_000);
  answers.push({ body: { access_token: "new", expires_in: 60 } });
  expect(await send(kept)).toBe("new");
  expect(asked).toEqual([
    { url: "https://id.example/refresh", form: "grant_type=refresh_token&refresh_token=r1&client_id=me", header: null },
  ]);
  // The server can keep the refresh token, or replace it.
  expect(kept.cell.get().renewals.oauth?.refresh).toBe("r1");
  vi.setSystemTime(1_000_000 + 200_000);
  answers.push({ body: { access_token: "newer", expires_in: 60, refresh_token: "r2" } });
  expect(await send(kept)).toBe("newer");
  expect(kept.cell.get().renewals.oauth?.refresh).toBe("r2");
  expect(await send(kept)).toBe("newer");
  expect(asked.length).toBe(2);
});

test("a client with a secret identifies itself", async () => {
  const kept = signedIn("s");
  vi.setSystemTime(2_000_000);
  answers.push({ body: { access_token: "new" } });
  expect(await send(kept)).toBe("new");
  expect(asked[0]?.header).toBe(`Basic ${btoa("me:s")}`);
  // Without a lifetime, nobody knows when the token expires.
  expect(kept.cell.get().renewals).toEqual({});
});

test("after a refusal, the request contains the old token, and the server isn't asked again", async () => {
  const kept = signedIn();
  vi.setSystemTime(2_000_000);
  answers.push({ status: 400, body: { error: "invalid_grant" } });
  expect(await send(kept)).toBe("old");
  expect(await send(kept)).toBe("old");
  expect(asked.length).toBe(1);
});

test("a token that the reader enters isn't renewed", async () => {
  const kept = signedIn();
  kept.change(withToken(kept.cell.get(), "oauth", "mine"));
  vi.setSystemTime(2_000_000);
  expect(await send(kept)).toBe("mine");
  expect(asked).toEqual([]);
});

test("canceling during a renewal sends nothing", async () => {
  const kept = signedIn();
  vi.setSystemTime(2_000_000);
  answers.push({ body: { access_token: "new", expires_in: 60 } });
  const started = vi.fn(() => () => {});
  const cancelled = vi.fn();
  afterRenewal(kept, ["oauth"], started, cancelled)();
  await vi.runAllTimersAsync();
  expect([started.mock.calls.length, cancelled.mock.calls.length]).toEqual([0, 1]);
  expect(kept.cell.get().secrets.oauth).toBe("old");
});

test("refresh tokens are stored only with their tokens", () => {
  const stored = {
    secrets: { oauth: "t" },
    inputs: {},
    renewals: { oauth: { refresh: "r", url: "u", expires: 1 }, bad: 7 },
  };
  const parsed: Credentials = parseCredentials(JSON.stringify(stored));
  expect(parsed.renewals).toEqual({ oauth: stored.renewals.oauth });
  expect(parseCredentials(null)).toMatchObject({ kept: false, renewals: {} });
});
