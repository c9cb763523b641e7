/** Pages that have moved. On a host that only serves files, a redirect keeps a link's query and fragment. */

import { expect, test } from "vitest";
import { host, tryFiles } from "./harness/hosts.ts";
import { read } from "./harness/reader.ts";
import { build, siteFolder } from "./harness/site.ts";

const redirects = `
[[redirects]]
from = "/one"
to = "/docs/other"
[[redirects]]
from = "/two"
to = "/docs/other?a=1#part"
[[redirects]]
from = "/old/*"
to = "/docs/*"
[[redirects]]
from = "/gone/*"
to = "/docs/other"
`;

const dist = build(siteFolder("subpath"), {
  append: redirects,
  files: { "content/docs/links.md": "# Links\n\n[One](/one?x=y) and [two](/two?x=y).\n" },
});

const site = await host(dist, tryFiles, "/below/");

/**
 * Whether the browser has reported files that weren't found, and nothing else. The number depends on the time: the app
 * also tries the canonical path of an unknown URL.
 */
const onlyMissing = (said: string[]) => said.length > 0 && said.every((message) => message.includes("status of 404"));

test.each([
  ["one/?x=y#part", "docs/other/?x=y#part", 0],
  ["two/?x=y", "docs/other/?a=1#part", 0],
  ["old/other/?x=y#part", "docs/other/?x=y#part", 0],
  ["gone/some/where?x=y", "docs/other/?x=y", 1],
])("%s leads to %s", async (from, to, missing) => {
  const { page, visit, at, said } = await read(site);
  await visit(`/below/${from}`);
  await page.waitForURL(`**/below/${to}`);
  await page.locator("h1", { hasText: "Other" }).waitFor();
  expect(await at()).toBe(`/below/${to}`);
  if (missing) expect(said()).toSatisfy(onlyMissing);
});

test("a redirect works even if a policy or the reader blocks its script", async () => {
  const { page, visit, said } = await read(site);
  await page.route("**/below/one/", async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), "content-security-policy": "script-src 'none'" };
    await route.fulfill({ response, headers });
  });
  await visit("/below/one/");
  await page.waitForURL("**/below/docs/other/");
  expect(said()).toEqual([expect.stringContaining("Content Security Policy")]);
});

test("an unknown path in a redirected folder leads to the not-found page of its target", async () => {
  const { page, visit, said } = await read(site);
  await visit("/below/old/un%20known/x?q=1");
  await page.waitForURL("**/below/docs/un%20known/x?q=1");
  await page.locator("h1").waitFor();
  expect(said()).toSatisfy(onlyMissing);
});

test("the app follows redirects with the query of the link", async () => {
  const { open, page, follow, at } = await read(site);
  await open("/below/docs/links/");
  await follow(page.getByRole("link", { name: "One" }), "Other");
  expect(await at()).toBe("/below/docs/other/?x=y");
  await page.goBack();
  await follow(page.getByRole("link", { name: "two", exact: true }), "Other");
  expect(await at()).toBe("/below/docs/other/?a=1#part");
});
