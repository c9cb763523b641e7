/** The search page, with every provider. */

import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { searched } from "./harness/search.ts";

const worlds = [await searched("embedded"), await searched("hosted")];

const parts = (page: Page) => ({
  input: page.getByRole("searchbox", { name: "Search" }),
  results: page.locator(".search-result"),
  heading: page.locator("h1"),
  more: page.getByText("Fetching new results…"),
});

describe.each(worlds)("with the $name provider", (world) => {
  test("a URL with a query shows the results: their number, locations, and matches", async () => {
    const { page, open } = await world.read();
    const { input, results, heading } = parts(page);
    await open("/search/?q=okapi");
    await results.first().waitFor();
    expect(await heading.textContent()).toBe('Search results for "okapi"');
    expect(await page.title()).toBe('Search results for "okapi" | Harness');
    expect(await input.inputValue()).toBe("okapi");
    expect(await page.locator(".search-count").textContent()).toMatch(/^\d+ documents found$/);
    const first = results.filter({ hasText: "Okapi 1" }).first();
    const link = first.locator("h2 a");
    expect(await link.getAttribute("href")).toMatch(/^\/docs\/forest\/okapi-1\//);
    expect(await results.locator("mark").count()).toBeGreaterThan(0);
    expect(await first.getByRole("navigation", { name: "breadcrumbs" }).count()).toBe(1);
    await link.click();
    await page.locator("h1", { hasText: "Okapi 1" }).waitFor();
  });

  test("without a query or without results, it suggests sections of the site", async () => {
    const { page, open } = await world.read();
    const { input, results } = parts(page);
    const suggestion = page.locator(".search-suggestions button").first();
    await open("/search/?q=zzqqyyxx");
    await page.getByText("No results were found").waitFor();
    await suggestion.click();
    await results.first().waitFor();
    expect(await suggestion.count()).toBe(0);
    expect(await input.inputValue()).not.toBe("zzqqyyxx");
    await input.fill("");
    await suggestion.waitFor();
  });

  test("without a query, it's an empty form with focus", async () => {
    const { page, open } = await world.read();
    const { input, heading } = parts(page);
    await open("/search/");
    await page.locator("[data-fallback]").waitFor({ state: "detached" });
    expect(await heading.textContent()).toBe("Search the documentation");
    expect(await page.title()).toBe("Search the documentation | Harness");
    expect(await page.getAttribute("meta[name=robots]", "content")).toBe("noindex, follow");
    const names = ["type", "name", "placeholder", "maxlength"];
    expect(await input.evaluate((field, all) => all.map((name) => field.getAttribute(name)), names)).toEqual([
      ...["search", "q", "Type your search here", "64"],
    ]);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("q");
    if (world.service) expect(world.asked()).toEqual([]);
    expect(await page.locator(".search-count").textContent()).toBe("");
  });

  test("typing searches 300 ms after the last key, and creates no history entry", async () => {
    const { page, open, at } = await world.read();
    const { input, heading, results } = parts(page);
    await page.clock.install();
    await open("/docs/start/");
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>(".navbar-brand")?.click());
    await page.locator("h1", { hasText: "Harness" }).waitFor();
    await open("/search/");
    await page.locator("[data-fallback]").waitFor({ state: "detached" });
    const entries = await page.evaluate(() => history.length);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await input.pressSequentially("okapi");
    await page.clock.runFor(299);
    expect(await heading.textContent()).toBe("Search the documentation");
    if (world.service) expect(world.asked()).toEqual([]);
    await page.clock.runFor(2);
    await page.clock.resume();
    await results.first().waitFor();
    if (world.service) expect([...new Set(world.asked())]).toEqual(["okapi"]);
    expect(await at()).toBe("/search/?q=okapi");
    expect(await page.evaluate(() => history.length)).toBe(entries);
  });

  test("back and forward restore the query and the results", async () => {
    const { page, open, at, follow } = await world.read();
    const { input, heading, results } = parts(page);
    await open("/search/?q=quagga");
    await results.first().waitFor();
    await input.fill("okapi");
    await page.locator("h1", { hasText: "okapi" }).waitFor();
    await follow(results.locator("h2 a", { hasText: "Okapi 2" }).first(), "Okapi 2");
    await page.goBack();
    await page.locator("h1", { hasText: 'Search results for "okapi"' }).waitFor();
    expect([await at(), await input.inputValue()]).toEqual(["/search/?q=okapi", "okapi"]);
    await results.first().waitFor();
    expect(await page.title()).toBe('Search results for "okapi" | Harness');
    await page.goForward();
    await page.locator("h1", { hasText: "Okapi 2" }).waitFor();
    await page.goBack();
    await heading.filter({ hasText: 'for "okapi"' }).waitFor();
    // A different query on the same page is a separate history entry.
    await page.keyboard.press("Control+k");
    await page.locator(".DocSearch-Input").fill("zebra");
    await page.locator(".DocSearch-HitsFooter a").click();
    await page.locator("h1", { hasText: 'Search results for "zebra"' }).waitFor();
    expect(await input.inputValue()).toBe("zebra");
    await page.goBack();
    await page.locator("h1", { hasText: 'Search results for "okapi"' }).waitFor();
    await expect.poll(() => page.title()).toBe('Search results for "okapi" | Harness');
    expect(await input.inputValue()).toBe("okapi");
  });

  test("twenty at a time: more load when the end is visible, until all are shown once", async () => {
    const { page, open } = await world.read();
    const { results, more } = parts(page);
    await open("/search/?q=zebra");
    await results.nth(19).waitFor();
    expect(await results.count()).toBe(20);
    const all = Number(/\d+/.exec((await page.locator(".search-count").textContent()) ?? "")?.[0]);
    expect(all).toBeGreaterThan(20);
    for (let shown = 20; shown < all; shown = Math.min(all, shown + 20)) {
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
      await expect.poll(() => results.count()).toBe(Math.min(all, shown + 20));
    }
    await more.waitFor({ state: "detached" });
    const links = await results.locator("h2 a").evaluateAll((list) => list.map((link) => link.getAttribute("href")));
    expect(links).toHaveLength(all);
  });

  test("on a tall screen, more load without scrolling; another query starts over", async () => {
    const { page, open } = await world.read({ viewport: { width: 1280, height: 4000 } });
    const { input, results } = parts(page);
    await open("/search/?q=zebra");
    await expect.poll(() => results.count()).toBeGreaterThan(20);
    await input.fill("okapi");
    await page.locator("h1", { hasText: "okapi" }).waitFor();
    await expect.poll(() => results.first().textContent()).toContain("kapi");
    await expect.poll(() => results.count()).toBeLessThan(20);
  });

  test("readers limit the results to one kind of page, choose another kind, and keep the choice in the URL", async () => {
    const { page, open, at } = await world.read();
    const { results } = parts(page);
    const kind = page.getByRole("combobox", { name: "Type" });
    const names = () => kind.locator("option").allTextContents();
    await open("/search/?q=code");
    await results.first().waitFor();
    expect(await names()).toEqual(["Type: All", "Documentation", "Blog"]);
    const links = () =>
      results.locator("h2 a").evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    const only = (folder: string) =>
      expect.poll(async () => new Set((await links()).map((link) => link.split("/")[1]))).toEqual(new Set([folder]));
    await kind.selectOption({ label: "Blog" });
    await only("blog");
    expect(await at()).toBe("/search/?q=code&kind=blog");
    expect(await names()).toEqual(["Type: All", "Documentation", "Blog"]);
    await kind.selectOption({ label: "Documentation" });
    await only("docs");
    await page.reload();
    await only("docs");
    expect(await kind.inputValue()).toBe("docs");
    await kind.selectOption({ index: 0 });
    await expect.poll(async () => new Set((await links()).map((link) => link.split("/")[1])).size).toBe(2);
    expect(await at()).toBe("/search/?q=code");
  });

  test("nothing found, and a blank query", async () => {
    const { page, open } = await world.read();
    const { heading } = parts(page);
    await open("/search/?q=xyzzyplugh");
    await page.getByText("No results were found").waitFor();
    await open("/search/?q=%20");
    await page.locator("[data-fallback]").waitFor({ state: "detached" });
    expect(await heading.textContent()).toBe("Search the documentation");
    expect(await page.getByText("No results were found").count()).toBe(0);
  });

  test.each(["network", "status", "corrupt"] as const)(
    "%s: it's reported, and the next query tries again",
    async (how) => {
      const { page, open, said } = await world.read();
      const { input, results } = parts(page);
      await open("/docs/start/");
      const heal = world.fail(how);
      await open("/search/?q=zebra");
      await page.getByText("Unable to fetch results").waitFor();
      expect(await page.getByText("You might want to check your network connection.").isVisible()).toBe(true);
      expect(await page.getByText("No results were found").count()).toBe(0);
      heal();
      await input.fill("okapi");
      await results.first().waitFor();
      expect(await page.getByText("Unable to fetch results").count()).toBe(0);
      said();
    },
  );

  test("slow results show a loading state, and late results are ignored", async () => {
    const { page, open, visit } = await world.read();
    const { input, results } = parts(page);
    await open("/docs/start/");
    const release = world.hold();
    await visit("/search/?q=zebra");
    await page.getByRole("status", { name: "Loading" }).waitFor();
    await input.fill("okapi");
    await page.locator("h1", { hasText: "okapi" }).waitFor();
    release();
    await results.first().waitFor();
    await page.waitForLoadState("networkidle");
    expect(await results.first().textContent()).toContain("kapi");
    expect(await page.getByRole("status", { name: "Loading" }).count()).toBe(0);
  });

  test("the field shows at most 64 characters; a longer query from the URL is searched as a whole", async () => {
    const { page, open } = await world.read();
    const { input } = parts(page);
    await open(`/search/?q=${"a".repeat(100)}`);
    await page.locator("[data-fallback]").waitFor({ state: "detached" });
    expect(await input.inputValue()).toBe("a".repeat(64));
    await page.locator("h1", { hasText: "a".repeat(100) }).waitFor();
  });
});

test("without scripts, the page explains what is missing and links to the home page", async () => {
  const [world] = worlds;
  if (!world) throw new Error("there is no site");
  const { page, visit } = await world.read({ javaScriptEnabled: false });
  await visit("/search/?q=zebra");
  expect(await page.locator("h1").textContent()).toBe("Search the documentation");
  expect(await page.getByText("Search requires JavaScript").isVisible()).toBe(true);
  expect(await page.locator(".search-button").isVisible()).toBe(false);
  await page.getByRole("link", { name: "Home page" }).click();
  expect(await page.locator("h1").first().textContent()).toContain("Harness");
});

test("the not-found page immediately shows results for the words of its URL", async () => {
  const [world] = worlds;
  if (!world) throw new Error("there is no site");
  const { page, visit, said } = await world.read();
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { shift: number }).shift += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  // On a slow device, the excerpts appear one after the other.
  await (await page.context().newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await visit("/docs/savanna/okapi-2-old.html");
  const { input, results } = parts(page);
  await results.first().waitFor();
  await page.locator(".search-snippet mark").first().waitFor();
  expect(await input.inputValue()).toBe("docs savanna okapi 2 old");
  const paths = await results.locator("h2 a").evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(paths.length).toBeLessThanOrEqual(6);
  expect(paths.slice(0, 3).some((path) => path.startsWith("/docs/forest/okapi-2/"))).toBe(true);
  // Each page is listed only once.
  const pages = paths.map((path) => path.replace(/#.*/, ""));
  expect(new Set(pages).size).toBe(pages.length);
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.01);
  expect(await page.locator("h1").textContent()).toBe("Page not found");
  // The reader can search for something else. The URL stays the same, because it's not the search page's URL.
  await input.fill("quagga");
  await expect.poll(() => results.first().textContent()).toContain("Quagga");
  expect(await page.evaluate(() => location.pathname + location.search)).toBe("/docs/savanna/okapi-2-old/");
  await input.fill("zebra");
  const all = page.getByRole("link", { name: /^See all \d+ results$/ });
  expect(await all.getAttribute("href")).toBe("/search/?q=zebra");
  said();
});

test("if nothing matches the words of an unknown URL, the not-found page says so", async () => {
  const [world] = worlds;
  if (!world) throw new Error("there is no site");
  const { page, visit, said } = await world.read();
  await visit("/xyzzyplugh/qwrtpsdf/");
  await page.getByText("No results were found").waitFor();
  expect(await page.getByRole("main").getByRole("link", { name: "Home page" }).getAttribute("href")).toBe("/");
  said();
});

test("without scripts, the not-found page links to the home page", async () => {
  const [world] = worlds;
  if (!world) throw new Error("there is no site");
  const { page, visit, said } = await world.read({ javaScriptEnabled: false });
  await visit("/docs/savanna/zebra-7-old");
  expect(await page.locator(".search-form").isVisible()).toBe(false);
  await page.getByRole("main").getByRole("link", { name: "Home page" }).click();
  expect(await page.locator("h1").first().textContent()).toContain("Harness");
  said();
});

const versions = {
  embedded: await searched("embedded", "versions", {}),
  hosted: await searched("hosted", "versions", {}),
};

describe.each(["embedded", "hosted"] as const)("several versions, with the %s provider", (name) => {
  const world = versions[name];

  test("a reader finds pages of the current version, and can search another one", async () => {
    const { page, open } = await world.read();
    const { results } = parts(page);
    await open("/search/?q=start");
    await results.first().waitFor();
    const select = page.getByRole("combobox", { name: "Version" });
    expect(await select.locator("option").allTextContents()).toEqual(["Next", "2.x", "1.x"]);
    const paths = () =>
      results.locator("h2 a").evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    expect((await paths()).some((path) => path.includes("/v1/"))).toBe(false);
    await select.selectOption("v1");
    await expect
      .poll(async () => (await paths()).every((path) => path.includes("/v1/") || !path.startsWith("/docs/")))
      .toBe(true);
    expect((await paths()).some((path) => path.includes("/v1/"))).toBe(true);
  });

  test("the current version takes precedence, and then the last selected one", async () => {
    const { page, open } = await world.read();
    const hits = page.locator(".DocSearch-Hit a");
    const paths = () => hits.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    const find = async () => {
      await page.keyboard.press("Control+k");
      await page.locator(".DocSearch-Input").fill("start");
      await hits.first().waitFor();
      const found = await paths();
      await page.keyboard.press("Escape");
      return found.filter((path) => path.startsWith("/docs/"));
    };
    await open("/docs/v1/start/");
    expect((await find()).every((path) => path.includes("/v1/"))).toBe(true);
    await open("/search/");
    expect((await find()).some((path) => path.includes("/v1/"))).toBe(false);
    await page.evaluate(() => localStorage.setItem("docgen.docs-preferred-version.default", "v1"));
    expect((await find()).every((path) => path.includes("/v1/"))).toBe(true);
  });
});
