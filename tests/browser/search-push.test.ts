/**
 * With the hosted service's own client, the site's search finds the records that `docgen search push` adds to a hosted
 * index.
 */

import { join } from "node:path";
import { algoliasearch } from "algoliasearch";
import { expect, test } from "vitest";
import { hostedConfig, keys, push } from "./harness/hosted.ts";
import { emptyIndex, recordsOf } from "./harness/indexes.ts";
import { records } from "./harness/records.ts";
import { modal, searched, wildlife } from "./harness/search.ts";
import { build, siteFolder } from "./harness/site.ts";

const site = { append: '[search.index]\nsynonyms = [["okapi", "mondonga"]]', files: wildlife };

const world = await searched("hosted", "main", site);
if (!world.service) throw new Error("there is no service");
const { service } = world;
const live = emptyIndex();
live.settings = { hitsPerPage: 7 };
live.rules.set("by-hand", { objectID: "by-hand" });
live.synonyms.set("by-hand", { objectID: "by-hand" });
service.indexes.set(keys.indexName, live);

const source = join(world.host.dist, "../site");
await push(service, source);

const { hostname, port } = new URL(service.url);
const hosts = [{ url: hostname, port: Number(port), accept: "readWrite" as const, protocol: "http" as const }];
const client = algoliasearch(keys.appId, keys.adminKey, { hosts });
const { indexName } = keys;

function pushed() {
  const index = service.indexes.get(indexName);
  if (!index) throw new Error("there is no index");
  return index;
}

test("the service's own client finds what was pushed", async () => {
  const { hits } = await client.searchSingleIndex<{ url: string; hierarchy: { lvl1: string } }>({
    indexName,
    searchParams: { query: "quagga", facetFilters: ["language:en", "docusaurus_tag:docs-default-current"] },
  });
  expect(hits[0]?.hierarchy.lvl1).toBe("Quagga & <b>Co</b>");
  expect(hits.length).toBeGreaterThan(0);
  expect(new Set(hits.map(({ url }) => url)).size).toBe(hits.length);
  const others = await client.searchSingleIndex({
    indexName,
    searchParams: { query: "quagga", facetFilters: ["language:fr"] },
  });
  expect(others.hits).toEqual([]);
});

test("existing settings stay, and the settings that the search needs are added", async () => {
  const settings = await client.getSettings({ indexName });
  expect(settings.hitsPerPage).toBe(7);
  expect(settings.attributesForFaceting).toEqual(expect.arrayContaining(["language", "docusaurus_tag"]));
  const synonyms = await client.searchSynonyms({ indexName });
  expect(synonyms.hits.map(({ objectID, synonyms }) => synonyms ?? objectID)).toEqual([
    "by-hand",
    ["mondonga", "okapi"],
  ]);
  expect([...pushed().rules.keys()]).toEqual(["by-hand"]);
  expect([...service.indexes.keys()]).toEqual([indexName]);
});

test("every heading of the built pages is found, at the same URL and with the same tags", () => {
  const facts = ({ url, tags }: { url: string; tags: string[] }) =>
    `${decodeURI(url).replace(/^https?:\/\/[^/]+/, "")} ${tags.filter((tag) => !tag.startsWith("kind:")).join(" ")}`;
  const shown = new Set(
    records(world.host.dist)
      .filter(({ type }) => type !== "content")
      .map(facts),
  );
  const found = new Set(recordsOf(pushed()).map(facts));
  expect(shown.size).toBeGreaterThan(100);
  expect([...shown].filter((each) => !found.has(each))).toEqual([]);
});

test("the client's own method for replacing an index produces the same records", async () => {
  const { stdout } = await push(service, source, "--dry-run");
  const objects = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(objects.every((object) => JSON.stringify(object).length <= 10_000)).toBe(true);
  await client.replaceAllObjects({ indexName: "other", objects });
  expect(service.indexes.get("other")?.records).toEqual(pushed().records);
});

test("a reader finds a page, a section, and a text that were pushed", async () => {
  const reader = await world.read();
  const { open, find, hits, input } = modal(reader.page);
  await reader.open("/docs/start/");
  await open();
  await find("quagga");
  await hits.first().getByText("Quagga & <b>Co</b>").first().waitFor();
  await input.fill("stripes of 17");
  await hits.first().waitFor();
  await expect.poll(() => hits.first().locator("a").getAttribute("href")).toContain("zebra-17/#stripes-of-17");
  await find("leaves are thick");
  await hits.first().click();
  await reader.page.waitForURL("**/docs/forest/okapi-*/");
});

test("a push that fails leaves the live index unchanged", async () => {
  const before = pushed();
  const dist = build(siteFolder("main"), { append: hostedConfig });
  const root = join(dist, "../site");
  const failed = push({ ...service, url: "http://127.0.0.1:9" }, root);
  await expect(failed).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("is unchanged") });
  expect(pushed()).toBe(before);
});
