import { expect, test } from "vitest";
import type { RequestDescriptor } from "../../src/islands/request/model.ts";
import { prepare, refusal, throughProxy, withheld } from "../../src/islands/request/send/prepare.ts";

const request = (other: Partial<RequestDescriptor> = {}): RequestDescriptor => ({
  method: "POST",
  url: "https://api.example/x",
  headers: [],
  ...other,
});

test("nothing about the reader is sent", () => {
  expect(prepare(request(), undefined).init).toMatchObject({
    credentials: "omit",
    referrerPolicy: "no-referrer",
    mode: "cors",
    cache: "no-store",
  });
});

test("only a request without secrets follows redirects", () => {
  const redirect = (other: Partial<RequestDescriptor>, secret = false) =>
    prepare(request(other), undefined, secret).init.redirect;
  expect(redirect({ headers: [["Accept", "text/csv"]] })).toBe("follow");
  expect(redirect({}, true)).toBe("manual");
  expect(redirect({ headers: [["Authorization", "Bearer x"]] })).toBe("manual");
  expect(redirect({ headers: [["X-Key", "x"]] })).toBe("manual");
  expect(redirect({ body: { kind: "text", text: "{}" } })).toBe("manual");
});

test("only http and https URLs are requested", () => {
  for (const url of [
    "/x",
    "x",
    "ftp://a.example/",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "data:,x",
    "https://",
  ]) {
    expect(refusal(request({ url }), "https:"), url).toEqual({ kind: "address", url });
  }
  expect(refusal(request({ url: "https://user:word@a.example/" }), "https:")?.kind).toBe("address");
  expect(refusal(request(), "https:")).toBeNull();
  expect(refusal(request(), "https:", "javascript:alert(1)//")?.kind).toBe("address");
});

test("a secure page sends no requests to insecure servers, except on its own machine", () => {
  expect(refusal(request({ url: "http://api.example/" }), "https:")?.kind).toBe("mixed");
  expect(refusal(request({ url: "http://api.example/" }), "http:")).toBeNull();
  for (const host of ["localhost:8080", "127.0.0.1", "[::1]:1", "a.localhost"]) {
    expect(refusal(request({ url: `http://${host}/` }), "https:"), host).toBeNull();
  }
  expect(refusal(request({ url: "http://localhost.example/" }), "https:")?.kind).toBe("mixed");
});

test("a path that the browser would resolve is rejected", () => {
  for (const path of ["a/../b", "a/%2E%2e", "./", "a/.?x", "%2e./a#x"]) {
    expect(refusal(request({ url: `https://api.example/${path}` }), "https:")?.kind, path).toBe("climbs");
  }
  for (const path of ["a/...", "a?b=/../", "a/.b/..c", "a/%252e"]) {
    expect(refusal(request({ url: `https://api.example/${path}` }), "https:"), path).toBeNull();
  }
});

test("headers that browsers don't send are listed first", () => {
  expect(refusal(request({ method: "TRACE" }), "https:")).toEqual({ kind: "method", method: "TRACE" });
  const body = { kind: "text" as const, text: "{}" };
  expect(refusal(request({ method: "GET", body }), "https:")).toEqual({ kind: "body", method: "GET" });
  const headers = [
    ["Cookie", "a=1"],
    ["X-Own", "1"],
    ["Sec-Fetch-Mode", "x"],
    ["cookie", "b"],
    ["Origin", "x"],
  ] as const;
  expect(withheld(request({ headers }))).toEqual(["Cookie", "Sec-Fetch-Mode", "cookie", "Origin"]);
  expect(prepare(request({ headers })).init.headers).toEqual([["X-Own", "1"]]);
});

test("a text is sent as its bytes, without an additional type", async () => {
  const { url, init } = prepare(request({ body: { kind: "text", text: "é" } }));
  const sent = new Request(url, init);
  expect(sent.headers.get("content-type")).toBeNull();
  expect([...new Uint8Array(await sent.arrayBuffer())]).toEqual([0xc3, 0xa9]);
});

test("a file is sent without the browser's type for it", () => {
  const file = { name: "a.png", type: "image/png", blob: new Blob(["x"], { type: "image/png" }) };
  const { url, init } = prepare(
    request({ headers: [["Content-Type", "application/x-own"]], body: { kind: "file", file } }),
  );
  expect(new Request(url, init).headers.get("content-type")).toBe("application/x-own");
});

test("parts have the described names, types, and files, and nothing else", async () => {
  const body = {
    kind: "multipart" as const,
    parts: [
      { name: 'a"\r\nb', text: "1\r\n2" },
      { name: "json", contentType: "application/json", text: "{}" },
      {
        name: "file",
        contentType: "image/png",
        file: { name: 'x".png', type: "image/png", blob: new Blob(["bytes"]) },
      },
    ],
  };
  const { url, init } = prepare(request({ body }));
  const sent = new Request(url, init);
  const type = sent.headers.get("content-type") ?? "";
  const [, boundary = ""] = /^multipart\/form-data; boundary=(docgen-\d+)$/.exec(type) ?? [];
  expect(boundary).not.toBe("");
  expect(await sent.text()).toBe(
    [
      `--${boundary}`,
      'Content-Disposition: form-data; name="a%22%0D%0Ab"',
      "",
      "1\r\n2",
      `--${boundary}`,
      'Content-Disposition: form-data; name="json"',
      "Content-Type: application/json",
      "",
      "{}",
      `--${boundary}`,
      'Content-Disposition: form-data; name="file"; filename="x%22.png"',
      "Content-Type: image/png",
      "",
      "bytes",
      `--${boundary}--`,
      "",
    ].join("\r\n"),
  );
});

test("parts outside forms have additional headers and no names", async () => {
  const body = {
    kind: "multipart" as const,
    mediaType: 'multipart/related; type="application/json"',
    parts: [
      { name: "", contentType: "application/json", headers: [["X-Part", "1"] as const], text: "{}" },
      { name: "", text: "plain" },
      { name: "named", headers: [["Content-Disposition", "inline"] as const], text: "a" },
      { name: "", file: { name: "x", type: "", blob: new Blob(["bytes"]) } },
    ],
  };
  const { url, init } = prepare(request({ body }));
  const sent = new Request(url, init);
  const [type = "", boundary] = sent.headers.get("content-type")?.split("; boundary=") ?? [];
  expect(type).toBe('multipart/related; type="application/json"');
  expect(await sent.text()).toBe(
    [
      `--${boundary}`,
      "Content-Type: application/json",
      "X-Part: 1",
      "",
      "{}",
      `--${boundary}`,
      "",
      "plain",
      `--${boundary}`,
      "Content-Disposition: inline",
      "",
      "a",
      `--${boundary}`,
      'Content-Disposition: attachment; filename="x"',
      "",
      "bytes",
      `--${boundary}--`,
      "",
    ].join("\r\n"),
  );
});

test("a proxy is used only if it's configured", () => {
  const url = "https://api.example/x?a=1&b=2";
  expect(throughProxy(url, undefined)).toBe(url);
  expect(throughProxy(url, "https://proxy.example/")).toBe(`https://proxy.example/${url}`);
  expect(throughProxy(url, "https://proxy.example/?to={url}")).toBe(
    "https://proxy.example/?to=https%3A%2F%2Fapi.example%2Fx%3Fa%3D1%26b%3D2",
  );
});
