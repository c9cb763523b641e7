/**
 * A host that implements the hosted search service's protocol, and fails like a real host when a test requires it to.
 */

import { execFile } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll } from "vitest";
import { emptyIndex, type Index, indexes, recordsOf } from "./indexes.ts";
import { answer, type Question } from "./records.ts";
import { binary } from "./site.ts";

export const keys = { appId: "TESTAPP", apiKey: "test-key", adminKey: "admin-test-key", indexName: "benchtop_stage" };

/** The settings of a site that uses this host for search. */
export const hostedConfig = `[search]\nprovider = "algolia"\napp_id = "${keys.appId}"\napi_key = "${keys.apiKey}"\nindex_name = "${keys.indexName}"`;

export interface HostedRequest {
  /** The host that the page requested. */
  host: string;
  path: string;
  query: URLSearchParams;
  /** The first search request in the body. */
  asked: Record<string, unknown> & { query: string };
  body: Record<string, unknown>;
}

/** A replacement for the normal response. */
export interface Trouble {
  status?: number;
  headers?: Record<string, string>;
  /** Closes the connection. */
  abort?: boolean;
  /** Never responds. */
  hang?: boolean;
  /** Responds when this promise resolves. */
  hold?: Promise<void>;
  /** Responds with a different body. */
  body?: string;
}

export interface HostedHost {
  /** The URL that the host listens on, for requests that fill the host's indexes. */
  url: string;
  /** The records pushed so far, by index name. */
  indexes: Map<string, Index>;
  requests: HostedRequest[];
  /**
   * Returns how to handle a request, based on the request's query and host. Returns `null` if the request must be
   * handled normally.
   */
  trouble: (request: HostedRequest) => Trouble | null;
  /** Routes the page's requests for the service to this host. */
  route(page: Page): Promise<void>;
  reset(): void;
}

const hostsOf = (app: string) => new RegExp(`^https://${app}(?:-dsn\\.algolia\\.net|-[123]\\.algolianet\\.com)/`, "i");

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

const cors = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "*",
};

const json = { ...cors, "content-type": "application/json" };

/** Fills an index of the service with a site, as the site's owner would. */
export function push(host: HostedHost, root: string, ...rest: string[]) {
  const env = { ...process.env, ALGOLIA_ADMIN_KEY: keys.adminKey, ALGOLIA_HOSTS: host.url };
  return promisify(execFile)(binary, ["search", "push", "--root", root, ...rest], { env });
}

export async function hosted(app = keys.appId): Promise<HostedHost> {
  const stored = indexes();
  const host: HostedHost = {
    url: "",
    indexes: stored.all,
    requests: [],
    trouble: () => null,
    async route(page) {
      await page.context().route(hostsOf(app), async (route) => {
        const request = route.request();
        const { host: name, pathname, search } = new URL(request.url());
        try {
          const response = await fetch(`${host.url}${pathname}${search}`, {
            method: request.method(),
            headers: { "x-asked-host": name, "content-type": "text/plain" },
            body: request.postData(),
          });
          const headers = { ...Object.fromEntries(response.headers), ...cors };
          await route.fulfill({ status: response.status, headers, body: await response.text() });
        } catch {
          await route.abort("connectionreset").catch(() => {});
        }
      });
    },
    reset() {
      host.requests.length = 0;
      host.trouble = () => null;
    },
  };

  const found = (name: string, question: Question & { distinct?: boolean }) => {
    const index = stored.all.get(name) ?? emptyIndex();
    return answer(recordsOf(index), question, question.distinct ?? Boolean(index.settings.distinct));
  };

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === "OPTIONS") return response.writeHead(200, cors).end();
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const text = await bodyOf(request);
    const given: unknown = text ? JSON.parse(text) : undefined;
    const done = stored.answer(request.method ?? "", pathname, given);
    if (done) return response.writeHead(done.status, json).end(JSON.stringify(done.body));
    const single = /^\/1\/indexes\/([^*/]+)\/query$/.exec(pathname)?.[1];
    if (single) {
      const result = found(decodeURIComponent(single), given as Question);
      return response.writeHead(200, json).end(JSON.stringify({ ...result, exhaustive: { nbHits: true } }));
    }
    const body = given as Record<string, unknown> & { requests: HostedRequest["asked"][] };
    const [asked] = body.requests;
    if (!asked) return response.writeHead(400, cors).end();
    const heard = {
      host: String(request.headers["x-asked-host"]),
      path: pathname,
      query: searchParams,
      asked,
      body,
    };
    host.requests.push(heard);
    const trouble = host.trouble(heard);
    if (trouble?.hang) return;
    if (trouble?.abort) return response.destroy();
    await trouble?.hold;
    const results = body.requests.map((each) => found(String(each.indexName), each));
    const answered = trouble?.body ?? JSON.stringify(trouble?.status ? { message: "refused" } : { results });
    const headers = { ...json, ...trouble?.headers };
    return response.writeHead(trouble?.status ?? 200, headers).end(answered);
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return host;
}
