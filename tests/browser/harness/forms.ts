/**
 * Request forms of all kinds, with a server that responds and a server that doesn't. Tests use the forms as readers do.
 */

import type { RequestModel } from "../../../theme/src/islands/request/model.ts";
import { type Api, api } from "./api.ts";
import { type Reader, type ReaderOptions, read } from "./reader.ts";
import { operation, parameter, requestFiles } from "./requests.ts";
import { site } from "./site.ts";

/** Attacks that a document could contain. */
export const script = `</script><img src=x onerror="top.hacked = true">`;

const order = (server: Api, other: Api) =>
  operation(server.url, {
    document: "orders",
    method: "POST",
    path: "/orders/{id}",
    servers: [
      { url: server.url, variables: [] },
      {
        url: "http://127.0.0.1:{port}/{version}",
        variables: [
          { name: "port", default: new URL(other.url).port },
          { name: "version", default: "v1", values: ["v1", "v2"] },
        ],
      },
    ],
    parameters: [
      parameter("id", "path"),
      parameter("limit", "query", { required: true, input: { type: "integer" }, example: "10" }),
      parameter("tag", "query", { input: { type: "array", items: { type: "string" } } }),
      parameter("open", "query", { input: { type: "boolean" } }),
      parameter("filter", "query", { style: "deepObject", input: { type: "object" } }),
      ...["sort", "cursor", "page"].map((name) => parameter(name, "query")),
      parameter("X-Trace", "header"),
      parameter("session", "cookie"),
    ],
    bodies: [
      {
        mediaType: "application/json",
        examples: [
          { name: "first", title: "First", text: '{\n  "amount": 9007199254740993,\n  "email": "a@b.example"\n}' },
          { name: "second", title: "Second", text: '{\n  "amount": 2\n}' },
        ],
      },
      {
        mediaType: "multipart/form-data",
        examples: [],
        fields: [
          { name: "title", required: true, style: "form", explode: true, input: { type: "string" } },
          { name: "file", required: false, style: "form", explode: true, input: { type: "file" } },
        ],
      },
      { mediaType: "application/octet-stream", examples: [], file: true },
    ],
    bodyRequired: true,
    security: [
      [{ scheme: "token", scopes: [] }],
      [{ scheme: "key", scopes: [] }],
      [{ scheme: "basic", scopes: [] }],
      [],
    ],
    schemes: {
      token: { type: "http", scheme: "bearer" },
      key: { type: "apiKey", in: "query", name: "key" },
      basic: { type: "http", scheme: "basic" },
    },
    accepts: ["application/json", "text/csv"],
    schemas: "/schemas.json",
  });

const signed = (server: Api) =>
  operation(server.url, {
    document: "signed",
    path: "/echo",
    security: [[{ scheme: "oauth", scopes: ["read"] }]],
    schemes: {
      oauth: {
        type: "oauth2",
        flows: [
          {
            kind: "authorizationCode",
            authorizationUrl: `${server.url}/authorize`,
            tokenUrl: `${server.url}/token`,
            scopes: { read: "See all", write: "Change all" },
          },
        ],
      },
    },
  });

/** Returns an operation with one scheme for each way to get a token. */
const flows = (server: Api) => {
  const urls = {
    authorizationUrl: `${server.url}/authorize`,
    deviceAuthorizationUrl: `${server.url}/device`,
    tokenUrl: `${server.url}/token`,
    scopes: {},
  };
  const kinds = ["deviceAuthorization", "clientCredentials", "password", "implicit"] as const;
  return operation(server.url, {
    document: "flows",
    path: "/echo",
    security: [
      [{ scheme: "oauth", scopes: [] }],
      [{ scheme: "openid", scopes: ["openid"] }],
      [{ scheme: "tls", scopes: [] }],
    ],
    schemes: {
      oauth: { type: "oauth2", flows: kinds.map((kind) => ({ kind, ...urls })) },
      openid: { type: "openIdConnect", url: `${server.url}/metadata` },
      tls: { type: "mutualTLS" },
    },
  });
};

const hostile = (server: Api) =>
  operation(server.url, {
    document: script,
    method: "GET",
    path: `/json/${script}`,
    servers: [
      {
        url: "javascript:alert(1)",
        description: script,
        variables: [{ name: script, default: script, description: script }],
      },
      { url: server.url, variables: [] },
    ],
    parameters: [parameter(script, "query", { input: { type: "string", enum: [JSON.stringify(script)] } })],
    security: [[{ scheme: script, scopes: [script] }], [{ scheme: "oauth", scopes: [] }]],
    schemes: {
      [script]: { type: "apiKey", in: "header", name: script },
      oauth: {
        type: "oauth2",
        flows: [
          {
            kind: "authorizationCode",
            authorizationUrl: "javascript:top.hacked=true",
            tokenUrl: "javascript:top.hacked=true",
            scopes: { [script]: script },
          },
        ],
      },
    },
    samples: [{ lang: script, label: script, source: script }],
  });

const parts = (server: Api) =>
  operation(server.url, {
    method: "POST",
    path: "/parts/{id}",
    parameters: [parameter("id", "path"), parameter("flag", "query", { required: true, allowEmpty: true })],
    bodies: [
      {
        mediaType: "multipart/mixed",
        examples: [{ name: "generated", title: "Example", text: '[{"a":1},null,"x"]' }],
        fields: [
          {
            name: "1",
            place: "one",
            required: true,
            style: "json",
            explode: false,
            headers: [["X-Part", "one"]],
            input: { type: "object" },
          },
          { name: "2", place: "one", required: true, style: "json", explode: false, input: { type: "file" } },
          {
            name: "",
            place: "rest",
            required: false,
            style: "form",
            explode: true,
            contentType: "text/csv",
            input: { type: "array", items: { type: "string" } },
          },
        ],
      },
      { mediaType: "text/tab-separated-values", examples: [] },
    ],
    bodyRequired: true,
  });

/** An optional form whose fields are optional, too. */
const signup = (server: Api) =>
  operation(server.url, {
    method: "POST",
    path: "/json",
    bodies: [
      {
        mediaType: "multipart/form-data",
        examples: [{ name: "generated", title: "Example", text: '{"name":"Ann","plan":"pro","photo":"a.png"}' }],
        fields: (["string", "string", "file"] as const).map((type, at) => ({
          name: ["name", "plan", "photo"][at] ?? "",
          required: false,
          style: "form",
          explode: true,
          input: { type, ...(at === 1 && { enum: ['"free"', '"pro"'] }) },
        })),
        optional: [
          [["name"], ""],
          [["plan"], ""],
          [["photo"], ""],
        ],
      },
    ],
    optional: true,
  });

const schemas = {
  parameters: { "query:limit": { type: "integer", maximum: 100 } },
  bodies: [{ type: "object", required: ["city"], properties: { email: { type: "string", format: "email" } } }],
};

/** Returns a document that contains a request for each way to send a secret. All responses redirect to `to`. */
const redirected = (server: Api, to: string) => {
  const path = `/moved?to=${encodeURIComponent(to)}`;
  const status = parameter("status", "query", { required: true });
  const scheme = (key: RequestModel["schemes"][string]) =>
    operation(server.url, {
      document: "redirected",
      path,
      parameters: [status],
      security: [[{ scheme: "key", scopes: [] }]],
      schemes: { key },
    });
  const body = {
    mediaType: "application/json",
    examples: [{ name: "generated", title: "Example", text: '{"password":"top-secret"}' }],
  };
  return {
    header: scheme({ type: "apiKey", in: "header", name: "X-Api-Key" }),
    query: scheme({ type: "apiKey", in: "query", name: "api_key" }),
    bearer: scheme({ type: "http", scheme: "bearer" }),
    basic: scheme({ type: "http", scheme: "basic" }),
    token: scheme({ type: "oauth2", flows: [] }),
    openid: scheme({ type: "openIdConnect", url: "https://id.example" }),
    parameter: operation(server.url, { path, parameters: [status, parameter("X-Key", "header", { required: true })] }),
    body: operation(server.url, { method: "POST", path, parameters: [status], bodies: [body], bodyRequired: true }),
    nothing: operation(server.url, { path, parameters: [status] }),
  };
};

/** Returns a document with a token endpoint that redirects to another endpoint. */
const exchanged = (server: Api, other: Api) => {
  const model = signed(server);
  const to = encodeURIComponent(`${other.url}/token`);
  const flow = {
    kind: "authorizationCode" as const,
    authorizationUrl: `${server.url}/authorize`,
    tokenUrl: `${server.url}/moved?to=${to}`,
    scopes: {},
  };
  return { ...model, schemes: { oauth: { type: "oauth2" as const, flows: [flow] } } };
};

const paths = [
  "json",
  "wrong",
  "large",
  "events",
  "lines",
  "image",
  "drawing",
  "html",
  "csv",
  "xml",
  "pdf",
  "binary",
  "empty",
  "closed",
  "slow",
];

const named = (start: string, models: Record<string, RequestModel>) =>
  Object.fromEntries(Object.entries(models).map(([name, model]) => [`${start}-${name}`, model]));

/**
 * Creates the servers, the site, and functions that use the site's forms as a reader does. Call this function once per
 * test file.
 */
export async function forms() {
  const server = await api();
  const other = await api();
  const host = await site("files", {
    files: {
      ...requestFiles({
        ...Object.fromEntries(paths.map((path) => [path, operation(server.url, { path: `/${path}` })])),
        order: order(server, other),
        signed: signed(server),
        flows: flows(server),
        exchanged: exchanged(server, other),
        ...named("away", redirected(server, `${other.url}/json`)),
        ...named("within", redirected(server, "/json")),
        parts: parts(server),
        signup: signup(server),
        hostile: hostile(server),
        down: operation("http://127.0.0.1:9", {}),
        broken: { document: "x" } as never,
      }),
      "static/schemas.json": JSON.stringify(schemas),
    },
  });

  /** Opens a page and the page's request form. */
  async function form(name: string, options: ReaderOptions = {}): Promise<Reader> {
    const reader = await read(host, options);
    await reader.open(`/docs/${name}`);
    await reader.page.getByRole("button", { name: "Try it" }).click();
    await reader.page.getByRole("button", { name: "Send API request" }).waitFor();
    server.received.length = 0;
    other.received.length = 0;
    return reader;
  }

  const send = ({ page }: Reader) => page.getByRole("button", { name: "Send API request" }).click();

  /** Sends the request, waits for the response, and returns the response panel. */
  async function answer(reader: Reader) {
    await send(reader);
    const panel = reader.page.getByRole("region", { name: "Response" });
    await panel.getByRole("link", { name: "Download" }).waitFor();
    return panel;
  }

  /** Fills in the required fields of the order. */
  async function fill({ page }: Reader): Promise<void> {
    await page.getByLabel("id", { exact: true }).fill("a/b");
    await page.getByLabel("limit", { exact: true }).fill("9007199254740993");
  }

  return { server, other, host, form, send, answer, fill, order: order(server, other) };
}
