/** An API whose responses can be slow, wrong, large, streaming, inaccessible to other origins, or missing. */

import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

export interface Received {
  method: string;
  /** The path and the query. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export interface Api {
  url: string;
  /** The requests received, except preflights. */
  received: Received[];
  /** Sends another piece on every open stream. */
  send(text: string): void;
  /** Ends every open stream. */
  end(): void;
  /** The number of open streams. */
  streams(): number;
}

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFElEQVR4nGNgYPiPFWEVHWgJ7AgA6nE/wTN3wucAAAAASUVORK5CYII=",
  "base64",
);

const types: Record<string, [type: string, body: string | Buffer]> = {
  "/json": ["application/json", '{"id":9007199254740993,"price":1.10,"tags":["a","b"],"note":"<b>&amp;"}'],
  "/wrong": ["application/json", "<h1>Not JSON</h1>"],
  "/text": ["text/plain; charset=utf-8", "Plain & simple"],
  "/html": [
    "text/html",
    '<!doctype html><h1 id="in">A page</h1><script>top.hacked = true; parent.document.title = "hacked"</script><img src=x onerror="top.hacked = true">',
  ],
  "/image": ["image/png", pixel],
  "/drawing": [
    "image/svg+xml",
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><script>top.hacked = true</script><rect width="40" height="40" fill="red"/></svg>',
  ],
  "/csv": ["text/csv", 'name,note\n"Ada, C.","<b>"\n'],
  "/xml": ["application/xml", '<pets><pet id="1"><name>Rex</name></pet></pets>'],
  "/pdf": ["application/pdf", "%PDF-1.4"],
  "/binary": ["application/octet-stream", Buffer.from([0, 1, 2, 250, 251, 252])],
  "/large": [
    "application/json",
    JSON.stringify(Array.from({ length: 40_000 }, (_, id) => ({ id, name: `item ${id}` }))),
  ],
};

const open = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*, authorization",
  "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
  "access-control-expose-headers": "x-request-id",
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("latin1");
}

export async function api(): Promise<Api> {
  const received: Received[] = [];
  const streams = new Set<ServerResponse>();
  /** The PKCE challenge for each authorization code that has been issued so far. */
  const challenges = new Map<string, string>();

  function stream(response: ServerResponse, type: string): void {
    response.writeHead(200, { ...open, "content-type": type });
    response.flushHeaders();
    streams.add(response);
    response.on("close", () => streams.delete(response));
  }

  function authorize(url: URL, response: ServerResponse): void {
    const ask = (name: string) => url.searchParams.get(name) ?? "";
    if (ask("client_id") === "stay") {
      response.writeHead(200, { "content-type": "text/html" }).end("<h1>Sign in</h1>");
      return;
    }
    const back = new URL(ask("redirect_uri"));
    const denied = ask("client_id") === "denied";
    if (denied) back.searchParams.set("error", "access_denied");
    else {
      challenges.set("the-code", ask("code_challenge"));
      back.searchParams.set("code", "the-code");
    }
    if (ask("response_type") === "token") {
      const result = { access_token: "implicit-token", state: ask("state") };
      back.search = "";
      back.hash = new URLSearchParams(result).toString();
    } else back.searchParams.set("state", ask("client_id") === "forged" ? "another" : ask("state"));
    response.writeHead(302, { location: back.href }).end();
  }

  const json = (response: ServerResponse, status: number, value: object) =>
    response.writeHead(status, { ...open, "content-type": "application/json" }).end(JSON.stringify(value));

  /** Whether a token request contains what its grant requires. */
  function isGood(form: URLSearchParams): boolean {
    switch (form.get("grant_type")) {
      case "client_credentials":
        return true;
      case "password":
        return form.get("username") === "ada" && form.get("password") === "lovelace";
      case "refresh_token":
        return form.get("refresh_token") === "again";
      case "urn:ietf:params:oauth:grant-type:device_code":
        return form.get("device_code") === "the-device";
      default: {
        const verifier = form.get("code_verifier") ?? "";
        return createHash("sha256").update(verifier).digest("base64url") === challenges.get(form.get("code") ?? "");
      }
    }
  }

  function token(body: string, response: ServerResponse): void {
    const form = new URLSearchParams(body);
    const good = isGood(form);
    // The token for a password expires at once.
    const lifetime = form.has("password") ? { expires_in: 1, refresh_token: "again" } : { expires_in: 3600 };
    const name = form.has("refresh_token") ? "renewed-token" : "good-token";
    const answer = { access_token: name, token_type: "bearer", ...lifetime };
    json(response, good ? 200 : 400, good ? answer : { error: "invalid_grant" });
  }

  function metadata(response: ServerResponse): void {
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const grants = ["authorization_code", "client_credentials"];
    json(response, 200, {
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      scopes_supported: ["openid"],
      grant_types_supported: grants,
    });
  }

  /** Redirects to `to` with `status` and, as a careless server would, with the entire query. */
  function moved(url: URL, response: ServerResponse): void {
    const location = `${url.searchParams.get("to")}${url.search}`;
    response.writeHead(Number(url.searchParams.get("status") ?? 307), { ...open, location }).end();
  }

  /** Paths with special responses. */
  const special: Record<string, (url: URL, body: string, response: ServerResponse) => void> = {
    "/slow": () => {},
    "/events": (_url, _body, response) => stream(response, "text/event-stream"),
    "/lines": (_url, _body, response) => stream(response, "application/x-ndjson"),
    "/authorize": (url, _body, response) => authorize(url, response),
    "/token": (_url, body, response) => token(body, response),
    "/device": (_url, _body, response) => {
      const page = { verification_uri: "https://id.example/device", interval: 1 };
      json(response, 200, { device_code: "the-device", user_code: "WDJB-MJHT", ...page });
    },
    "/metadata": (_url, _body, response) => metadata(response),
    "/moved": (url, _body, response) => moved(url, response),
    "/redirect": (_url, _body, response) => response.writeHead(302, { ...open, location: "/json" }).end(),
    "/empty": (_url, _body, response) => response.writeHead(204, open).end(),
  };

  const server = createServer(async (request, response) => {
    const { method = "", headers } = request;
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const { pathname } = url;
    const policy = pathname === "/closed" ? {} : open;
    if (method === "OPTIONS") {
      response.writeHead(204, policy).end();
      return;
    }
    const body = await bodyOf(request).catch(() => null);
    // If the client has disconnected in the meantime, don't respond.
    if (body === null) return;
    received.push({ method, url: request.url ?? "", headers, body });
    const answer = special[pathname];
    if (answer) {
      answer(url, body, response);
      return;
    }
    const echo = JSON.stringify({ method, url: request.url, headers, body });
    const [type, content] = types[pathname] ?? ["application/json", echo];
    const own = { "x-request-id": "r-1", "x-secret": "hidden", "content-type": type };
    response.writeHead(pathname === "/wrong" ? 500 : 200, { ...policy, ...own }).end(content);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    send(text) {
      for (const response of streams) response.write(text);
    },
    end() {
      for (const response of streams) response.end();
    },
    streams: () => streams.size,
  };
}
