/** Checks the proxy in the manual. */

import { afterEach, expect, test, vi } from "vitest";
// @ts-expect-error: the file has no types, because readers copy it.
import proxy from "../../../manual/content/docs/guides/proxy.js";

afterEach(() => {
  vi.unstubAllGlobals();
});

const origin = "https://docs.example.com";

function ask(url: string, init: RequestInit = {}): Promise<Response> {
  const address = `https://proxy.example.com/?url=${encodeURIComponent(url)}`;
  // `Request` would drop the origin, as in a browser.
  const headers = new Headers(Object.entries({ origin, ...init.headers }));
  const body = async () => new TextEncoder().encode(String(init.body ?? "")).buffer;
  return proxy.fetch({ url: address, method: init.method ?? "GET", headers, arrayBuffer: body });
}

test("requests go to a listed API, without cookies and origin, and the page may read the response", async () => {
  const sent: [string, RequestInit][] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    sent.push([url, init]);
    return new Response("[]", { status: 201, headers: { "x-id": "1", "set-cookie": "a=b" } });
  });
  const response = await ask("https://api.example.com/pets?limit=1", {
    method: "POST",
    headers: { authorization: "Bearer t", cookie: "a=b", "x-forwarded-for": "127.0.0.1" },
    body: "{}",
  });
  const [url, init] = sent[0] ?? ["", {}];
  expect(url).toBe("https://api.example.com/pets?limit=1");
  expect([...new Headers(init.headers)]).toEqual([["authorization", "Bearer t"]]);
  expect(init).toMatchObject({ method: "POST", redirect: "manual" });
  expect(new TextDecoder().decode(init.body as ArrayBuffer)).toBe("{}");
  expect(response.status).toBe(201);
  expect(Object.fromEntries(response.headers)).toMatchObject({ "x-id": "1", "access-control-allow-origin": origin });
  expect(response.headers.has("set-cookie")).toBe(false);
});

test("other servers and other sites are refused, and preflights are answered without the API", async () => {
  vi.stubGlobal("fetch", () => {
    throw new Error("requested");
  });
  for (const url of ["https://api.example.com.evil.example/", "http://api.example.com/", "", "file:///etc/passwd"]) {
    expect((await ask(url)).status, url).toBe(403);
  }
  const foreign = await ask("https://api.example.com/", { headers: { origin: "https://evil.example" } });
  expect(foreign.status).toBe(403);
  expect(foreign.headers.has("access-control-allow-origin")).toBe(false);
  const preflight = await ask("https://api.example.com/", {
    method: "OPTIONS",
    headers: { "access-control-request-method": "PUT" },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-headers")).toContain("authorization");
});
