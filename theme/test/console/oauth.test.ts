import { expect, test } from "vitest";
import { parseReturned, returnedIn } from "../../src/islands/request/oauth/channel.ts";
import { authorizationAddress, tokenIn } from "../../src/islands/request/oauth/flow.ts";
import { base64url, challengeOf, createProof, randomText } from "../../src/islands/request/oauth/pkce.ts";

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

test("the URL requests a code with the state and the challenge, whatever it contained before", () => {
  const request = {
    authorizationUrl: "https://id.example/authorize?tenant=a&state=old#x",
    tokenUrl: "https://id.example/token",
    clientId: "own & co",
    scopes: ["read", "write"],
  };
  const url = new URL(authorizationAddress(request, "s", "c", "https://docs.example/_docgen/oauth.html"));
  expect(url.hash).toBe("");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    tenant: "a",
    response_type: "code",
    client_id: "own & co",
    redirect_uri: "https://docs.example/_docgen/oauth.html",
    scope: "read write",
    state: "s",
    code_challenge: "c",
    code_challenge_method: "S256",
  });
});

test("the response is read only from the URL", () => {
  expect(returnedIn("https://d.example/oauth.html?state=s&code=c")).toEqual({ state: "s", code: "c" });
  expect(returnedIn("https://d.example/oauth.html?state=s&error=access_denied&error_description=No")).toEqual({
    state: "s",
    error: "access_denied",
    description: "No",
  });
  expect(returnedIn("https://d.example/oauth.html")).toEqual({ state: "" });
  for (const value of [null, "s", 1, {}, { state: 1 }, []]) expect(parseReturned(value)).toBeNull();
  expect(parseReturned({ state: "s", code: {}, other: 1 })).toEqual({ state: "s" });
});

test("a token endpoint returns a token or an error", () => {
  expect(tokenIn(200, '{"access_token":"t","expires_in":"3600"}')).toEqual({ token: "t", expires: 3600 });
  expect(tokenIn(200, '{"access_token":"t"}')).toEqual({ token: "t" });
  expect(tokenIn(400, '{"error":"invalid_grant","error_description":"Used"}')).toEqual({
    error: "refused",
    message: "invalid_grant: Used",
  });
  expect(tokenIn(500, "<h1>Oops")).toEqual({ error: "refused", message: "500 <h1>Oops" });
  expect(tokenIn(200, "null")).toEqual({ error: "refused", message: "200 null" });
  expect(tokenIn(200, '{"access_token":{}}').valueOf()).toHaveProperty("error");
});
