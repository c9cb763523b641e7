import { afterEach, expect, test, vi } from "vitest";
import { authorizationAddress } from "../../src/islands/request/oauth/authorization.ts";
import { parseReturned, returnedIn } from "../../src/islands/request/oauth/channel.ts";
import { issuedIn } from "../../src/islands/request/oauth/device.ts";
import { flowsIn } from "../../src/islands/request/oauth/discovery.ts";
import { type FlowRequest, requestAccess } from "../../src/islands/request/oauth/flow.ts";
import { base64url, challengeOf, createProof, randomText } from "../../src/islands/request/oauth/pkce.ts";
import { resultOf } from "../../src/islands/request/oauth/token.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("the challenge is the one in RFC 7636, appendix B", async () => {
  expect(await challengeOf("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")).toBe(
    "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  );
});

test("a verifier is long enough, has only allowed characters, and is new each time", async () => {
  const { verifier, challenge } = await createProof();
  expect(verifier).toMatch(/^[A-Za-z0-9_-]{43,128}$/);
  expect(challenge).toBe(await challengeOf(verifier));
  expect(randomText()).not.toBe(randomText());
  expect(base64url(new Uint8Array([251, 255, 254]))).toBe("-__-");
});

test("the sign-in URL contains the request's fields, whatever it contained before", () => {
  const request = {
    authorizationUrl: "https://id.example/authorize?tenant=a&state=old#x",
    clientId: "own & co",
    scopes: ["read", "write"],
  };
  const url = new URL(authorizationAddress(request, { response_type: "code", state: "s" }));
  expect(url.hash).toBe("");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    tenant: "a",
    response_type: "code",
    client_id: "own & co",
    scope: "read write",
    state: "s",
  });
});

test("the response is read only from the URL", () => {
  expect(returnedIn("https://d.example/oauth.html?state=s&code=c")).toEqual({ state: "s", code: "c" });
  expect(returnedIn("https://d.example/oauth.html?state=s&error=access_denied&error_description=No")).toEqual({
    state: "s",
    error: "access_denied",
    description: "No",
  });
  expect(returnedIn("https://d.example/oauth.html#access_token=t&expires_in=60&state=s")).toEqual({
    state: "s",
    token: "t",
    expires: "60",
  });
  expect(returnedIn("https://d.example/oauth.html")).toEqual({ state: "" });
  for (const value of [null, "s", 1, {}, { state: 1 }, []]) expect(parseReturned(value)).toBeNull();
  expect(parseReturned({ state: "s", code: {}, other: 1 })).toEqual({ state: "s" });
});

const reply = (text: string, status = 200) => {
  let json = {};
  try {
    json = Object(JSON.parse(text));
  } catch {}
  return { status, text, json };
};

test("a token endpoint returns a token or an error", () => {
  expect(resultOf(reply('{"access_token":"t","expires_in":"3600"}'))).toEqual({ token: "t", expires: 3600 });
  expect(resultOf(reply('{"access_token":"t"}'))).toEqual({ token: "t" });
  expect(resultOf(reply('{"error":"invalid_grant","error_description":"Used"}', 400))).toEqual({
    error: "refused",
    message: "invalid_grant: Used",
  });
  expect(resultOf(reply("<h1>Oops", 500))).toEqual({ error: "refused", message: "500 <h1>Oops" });
  expect(resultOf(reply("null"))).toEqual({ error: "refused", message: "200 null" });
  expect(resultOf(reply('{"access_token":{}}'))).toHaveProperty("error");
});

test("a device code needs a page that a browser can open", () => {
  const issued = (more: object) => issuedIn({ json: { device_code: "d", user_code: "U", ...more } });
  expect(issued({ verification_uri: "https://id.example/device", interval: 1, expires_in: 60 })).toEqual({
    secret: "d",
    code: "U",
    url: "https://id.example/device",
    interval: 1,
    lifetime: 60,
  });
  expect(issued({ verification_url: "https://id.example/device" })).toMatchObject({ interval: 5, lifetime: 600 });
  expect(issued({ verification_uri: "javascript:alert(1)" })).toBeNull();
  const filled = { verification_uri: "https://id.example", verification_uri_complete: "javascript:alert(1)" };
  expect(issued(filled)).not.toHaveProperty("filled");
  expect(issuedIn({ json: {} })).toBeNull();
});

test("the metadata of an authorization server lists its flows, and the standard's flows if it names none", () => {
  const json = {
    authorization_endpoint: "https://id.example/authorize",
    token_endpoint: "https://id.example/token",
    scopes_supported: ["openid", 1, "email"],
  };
  const kinds = (more: object) => flowsIn({ json: { ...json, ...more } }).map(({ kind }) => kind);
  expect(kinds({})).toEqual(["authorizationCode", "implicit"]);
  const named = ["client_credentials", "urn:ietf:params:oauth:grant-type:device_code", "refresh_token"];
  expect(kinds({ grant_types_supported: named })).toEqual(["deviceAuthorization", "clientCredentials"]);
  expect(flowsIn({ json })[0]).toEqual({
    kind: "authorizationCode",
    authorizationUrl: "https://id.example/authorize",
    tokenUrl: "https://id.example/token",
    scopes: { openid: "", email: "" },
  });
});

const request = (changes: Partial<FlowRequest>): FlowRequest => ({
  kind: "clientCredentials",
  authorizationUrl: "",
  tokenUrl: "https://id.example/token",
  deviceAuthorizationUrl: "https://id.example/device",
  clientId: "own & co",
  clientSecret: "",
  username: "",
  password: "",
  scopes: [],
  ...changes,
});

interface Asked {
  url: string;
  authorization: string | undefined;
  form: Record<string, string>;
}

/** Answers requests in turn. A missing answer is a request that the browser blocks. */
function server(...answers: (object | undefined)[]): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    expect(init).toMatchObject({ credentials: "omit", redirect: "manual", referrerPolicy: "no-referrer" });
    const { authorization } = init.headers as Record<string, string>;
    asked.push({ url, authorization, form: Object.fromEntries(init.body as URLSearchParams) });
    const answer = answers[asked.length - 1];
    if (!answer) throw new TypeError("blocked");
    return new Response(JSON.stringify(answer), { status: "error" in answer ? 400 : 200 });
  });
  return asked;
}

const { signal } = new AbortController();

test("a client with a secret uses the header, and the form if the header doesn't work", async () => {
  const secret = { clientSecret: "s:cret/" };
  const grant = { grant_type: "client_credentials", scope: "read" };
  const first = server({ access_token: "t" });
  expect(await requestAccess(request({ ...secret, scopes: ["read"] }), signal, () => {})).toEqual({ token: "t" });
  expect(first).toEqual([
    { url: "https://id.example/token", authorization: `Basic ${btoa("own+%26+co:s%3Acret%2F")}`, form: grant },
  ]);
  for (const refusal of [undefined, { error: "invalid_client" }]) {
    const asked = server(refusal, { access_token: "t" });
    expect(await requestAccess(request(secret), signal, () => {})).toEqual({ token: "t" });
    expect(asked[1]).toEqual({
      url: "https://id.example/token",
      authorization: undefined,
      form: { grant_type: "client_credentials", client_id: "own & co", client_secret: "s:cret/" },
    });
  }
  server({ error: "invalid_scope" });
  expect(await requestAccess(request(secret), signal, () => {})).toEqual({
    error: "refused",
    message: "invalid_scope",
  });
  server();
  expect(await requestAccess(request(secret), signal, () => {})).toEqual({ error: "unreachable" });
});

test("a password is sent only to the token endpoint", async () => {
  const asked = server({ access_token: "t" });
  const login = { kind: "password", username: "u", password: "p", clientId: "" } as const;
  expect(await requestAccess(request(login), signal, () => {})).toEqual({ token: "t" });
  const form = { grant_type: "password", username: "u", password: "p" };
  expect(asked).toEqual([{ url: "https://id.example/token", authorization: undefined, form }]);
});

test("a device waits as long as the server asks for", async () => {
  vi.useFakeTimers();
  const issued = {
    device_code: "d",
    user_code: "U",
    verification_uri: "https://id.example",
    expires_in: 60,
    interval: 2,
  };
  const asked = server(issued, { error: "authorization_pending" }, { error: "slow_down" }, { access_token: "t" });
  const shown: unknown[] = [];
  const result = requestAccess(request({ kind: "deviceAuthorization" }), signal, (code) => shown.push(code));
  await vi.advanceTimersByTimeAsync(2000);
  expect(shown).toEqual([{ code: "U", url: "https://id.example" }]);
  expect(asked.map(({ url }) => new URL(url).pathname)).toEqual(["/device", "/token"]);
  await vi.advanceTimersByTimeAsync(2000 + 6999);
  expect(asked).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toEqual({ token: "t" });
  expect(asked[3]?.form).toMatchObject({ device_code: "d", client_id: "own & co" });
});

test("a device code that nobody enters expires, and waiting can be canceled", async () => {
  vi.useFakeTimers();
  const issued = {
    device_code: "d",
    user_code: "U",
    verification_uri: "https://id.example",
    expires_in: 9,
    interval: 5,
  };
  const pending = { error: "authorization_pending" };
  server(issued, pending, pending);
  const expired = requestAccess(request({ kind: "deviceAuthorization" }), signal, () => {});
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await expired).toEqual({ error: "expired" });
  server(issued, pending);
  const controller = new AbortController();
  const cancelled = requestAccess(request({ kind: "deviceAuthorization" }), controller.signal, () => {});
  await vi.advanceTimersByTimeAsync(1000);
  controller.abort();
  expect(await cancelled).toEqual({ error: "cancelled" });
});
