/** The site works under a policy that allows only its own scripts and the hashes of its inline scripts. */

import { expect, test } from "vitest";
import { announced, kinds } from "./harness/kinds.ts";
import { policed } from "./harness/policy.ts";
import { site } from "./harness/site.ts";

const main = await site("main", announced);

for (const [kind, path] of Object.entries(kinds)) {
  test(`${kind}: no violations of the policy`, async () => {
    const { page, open, violations } = await policed(main, path);
    await open(path);
    await page.waitForLoadState("networkidle");
    // A diagram is drawn when the reader scrolls near it.
    if (kind.includes("diagram")) await page.locator("[data-island]").last().scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.querySelector("[data-island] [data-fallback]") === null);
    expect(await violations()).toEqual([]);
    expect(await page.getAttribute("html", "data-theme")).toBe("light");
  });
}

test("no violations while navigating the site", async () => {
  const { page, open, follow, violations } = await policed(main, "/docs/start/");
  await open("/docs/start/");
  await page.click("nav .color-toggle");
  await follow(page.locator(".sidebar").getByRole("link", { name: "Diagram", exact: true }), "Diagram");
  await page.locator("[data-island=diagram] svg").waitFor();
  await follow(page.locator(".navbar-brand"), "Harness");
  expect(await violations()).toEqual([]);
});

test("this check can fail: a script without its hash is blocked", async () => {
  const { page, visit, violations, said } = await policed(main, "/glossary/");
  main.rule("/glossary/", {
    headers: { "content-security-policy": "script-src 'self'" },
  });
  await visit("/glossary/");
  await page.waitForSelector("html[data-has-hydrated]");
  expect(await violations()).toEqual(["script-src-elem inline"]);
  expect(said().length).toBeGreaterThan(0);
});
