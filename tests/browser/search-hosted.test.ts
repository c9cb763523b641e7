/** How the hosted provider uses its service, with the service's own client. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type HostedHost, type HostedRequest, keys } from "./harness/hosted.ts";
import { modal, searched } from "./harness/search.ts";

const world = await searched("hosted");

function serviceOf(): HostedHost {
  if (!world.service) throw new Error("there is no service");
  return world.service;
}

const service = serviceOf();
const levels = ["lvl0", "lvl1", "lvl2", "lvl3", "lvl4", "lvl5", "lvl6"];

/** Searches for a query in the dialog. */
async function ask(query: string) {
  const reader = await world.read();
  const parts = modal(reader.page);
  await reader.open("/docs/start/");
  await parts.open();
  await parts.input.fill(query);
  return { ...reader, ...parts };
}

/**
 * Searches for a query with the clock stopped. Otherwise, the service's client would try its next host whenever this
 * host is slow.
 */
async function askPatiently(query: string) {
  const asking = await ask("");
  await asking.page.clock.install();
  await asking.page.clock.pauseAt(Date.now() + 3_600_000);
  await asking.input.fill(query);
  return asking;
}

const hostsAsked = (requests: HostedRequest[]) => requests.map(({ host }) => host);

test("a query is one request in the service's format, and nothing else", async () => {
  const { hits, page } = await askPatiently("okapi");
  await hits.first().waitFor();
  expect(service.requests).toHaveLength(1);
  const [request] = service.requests;
  expect(request?.path).toBe("/1/indexes/*/queries");
  expect(request?.host).toBe("testapp-dsn.algolia.net");
  expect(request?.query.get("x-algolia-application-id")).toBe(keys.appId);
  expect(request?.query.get("x-algolia-api-key")).toBe(keys.apiKey);
  expect(request?.body).toEqual({
    requests: [
      {
        indexName: "benchtop_stage",
        query: "okapi",
        hitsPerPage: 20,
        facetFilters: ["language:en", ["docusaurus_tag:default", "docusaurus_tag:docs-default-current"]],
        attributesToRetrieve: [...levels.map((level) => `hierarchy.${level}`), "content", "type", "url"],
        attributesToSnippet: [...levels.slice(1).map((level) => `hierarchy.${level}:15`), "content:15"],
        highlightPreTag: "<mark>",
        highlightPostTag: "</mark>",
        snippetEllipsisText: "…",
        clickAnalytics: false,
      },
    ],
  });
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("algolia")))).toEqual([]);
});

test("its connection is opened early, unlike with the embedded search", async () => {
  const shell = readFileSync(join(world.host.dist, "docs/start/index.html"), "utf8");
  expect(shell).toContain('<link rel="preconnect" href="https://testapp-dsn.algolia.net" crossorigin>');
  const embedded = await searched("embedded");
  const other = readFileSync(join(embedded.host.dist, "docs/start/index.html"), "utf8");
  expect(other).not.toContain("preconnect");
  expect(other).not.toContain("algolia");
});

test("after a host fails, the others are tried, and the host isn't requested again", async () => {
  const { hits, input, said } = await askPatiently("");
  service.trouble = ({ host }) => (host.includes("-dsn") ? { status: 500 } : null);
  await input.fill("okapi");
  await hits.first().waitFor();
  const [first, second, ...rest] = hostsAsked(service.requests);
  expect(first).toBe("testapp-dsn.algolia.net");
  expect(second).toMatch(/^testapp-[123]\.algolianet\.com$/);
  expect(rest).toEqual([]);
  await input.fill("okapi 1");
  await expect.poll(() => service.requests.length).toBe(3);
  expect(service.requests[2]?.host).toMatch(/^testapp-[123]\.algolianet\.com$/);
  said();
});

test("if all hosts fail, so does the query; each was tried", async () => {
  const { page, input, said } = await ask("");
  service.trouble = () => ({ abort: true });
  await input.fill("okapi");
  await page.getByText("Unable to fetch results", { exact: true }).waitFor();
  expect(new Set(hostsAsked(service.requests))).toEqual(
    new Set(["testapp-dsn.algolia.net", ...[1, 2, 3].map((number) => `testapp-${number}.algolianet.com`)]),
  );
  said();
});

test("if a host limits the rate, the client waits as long as the host says", async () => {
  const { hits, input, said } = await ask("");
  let limited = 0;
  service.trouble = () => {
    limited += 1;
    return limited === 1 ? { status: 429, headers: { "retry-after": "1" } } : null;
  };
  await input.fill("okapi");
  await hits.first().waitFor();
  expect(service.requests).toHaveLength(2);
  said();
});

test("after a host rejects the key, no host is requested again", async () => {
  const { page, input, said } = await askPatiently("");
  service.trouble = () => ({ status: 403 });
  await input.fill("okapi");
  await page.getByText("Unable to fetch results", { exact: true }).waitFor();
  expect(service.requests).toHaveLength(1);
  said();
});

test("an unneeded query is canceled", async () => {
  const { hits, input, page } = await askPatiently("");
  const failed: string[] = [];
  page.on("requestfailed", (request) => failed.push(request.postData() ?? ""));
  service.trouble = ({ asked }) => (asked.query === "zebra" ? { hang: true } : null);
  await input.fill("zebra");
  await expect.poll(() => service.requests.length).toBe(1);
  await input.fill("okapi");
  await hits.first().waitFor();
  await expect.poll(() => failed.length).toBe(1);
  expect(failed[0]).toContain("zebra");
});

test("the search page requests its second page of results", async () => {
  const { page, open } = await world.read();
  await open("/search/?q=zebra");
  await page.locator(".search-result").nth(19).waitFor();
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
  await expect.poll(() => [...new Set(service.requests.map(({ asked }) => asked.page))]).toEqual([undefined, 1]);
});
