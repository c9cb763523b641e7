/** The site's specification: search, with the embedded index and with a hosted service. */

import { expect } from "vitest";
import { mobile, type ReaderOptions } from "./harness/reader.ts";
import { modal, ownSearched, type Searched } from "./harness/search.ts";
import { line, visitor } from "./harness/spec.ts";

const worlds = [await ownSearched("embedded"), await ownSearched("hosted")];
const button = ".search-button";

async function reader(world: Searched, options: ReaderOptions = {}) {
  const visiting = await visitor(world.host, options);
  world.service?.reset();
  await world.service?.route(visiting.page);
  return { ...visiting, ...modal(visiting.page), openModal: modal(visiting.page).open, open: visiting.open };
}

line("2.3", "/search is the search results page and takes the query parameter q", async () => {
  for (const world of worlds) {
    const { page, open } = await reader(world);
    await open("/search/?q=screenshot");
    await page.locator("h1", { hasText: 'Search results for "screenshot"' }).waitFor();
    await page.locator(".search-result").first().waitFor();
    expect(await page.inputValue("input[name=q]")).toBe("screenshot");
    expect(await page.locator(".search-result mark").first().textContent()).toMatch(/^screenshot/i);
  }
});

line("2.22", "a search box is between Blog and the community chat", async () => {
  for (const world of worlds) {
    const { page, open } = await reader(world);
    await open("/docs/quickstart/");
    const order = await page.$$eval(".navbar-items a.navbar-link, .navbar .search-button", (all) =>
      all.map((each) => each.firstChild?.textContent ?? ""),
    );
    expect(order.slice(order.indexOf("Blog"), order.indexOf("Blog") + 3)).toEqual(["Blog", "Search", "Community"]);
  }
});

line("2.31", "a click, /, a letter, or Ctrl/Cmd+K opens the search modal; Escape or Cancel closes it", async () => {
  for (const world of worlds) {
    const { page, open, dialog, closed } = await reader(world);
    await open("/docs/quickstart/");
    const ways = [
      () => page.click(button),
      () => page.keyboard.press("Control+k"),
      () => page.keyboard.press("Meta+k"),
      () => page.keyboard.press("/"),
      () => page.locator(button).press("b"),
    ];
    for (const [index, way] of ways.entries()) {
      await way();
      await dialog.waitFor();
      if (index % 2) await page.keyboard.press("Escape");
      else await page.getByRole("button", { name: "Cancel" }).click();
      await closed();
    }
  }
});

line("2.32", "the search modal loads lazily on hover, focus, or touch", async () => {
  for (const world of worlds) {
    for (const event of ["hover", "focus", "touch"]) {
      const { page, open } = await reader(world, { hasTouch: true });
      // Count only requests from this page, because the previous page might still be fetching.
      const loaded: string[] = [];
      page.on("request", (request) => {
        if (/_docgen\/(?:immutable\/)?(?:open-|search[./])/.test(request.url())) loaded.push(request.url());
      });
      await open("/docs/quickstart/");
      await page.waitForLoadState("networkidle");
      expect([loaded, world.service?.requests.length ?? 0]).toEqual([[], 0]);
      if (event === "hover") await page.hover(button);
      else if (event === "focus") await page.focus(button);
      else await page.dispatchEvent(button, "touchstart");
      await expect.poll(() => loaded.length).toBeGreaterThanOrEqual(2);
    }
  }
});

line("2.33", "the search modal has its parts, screens, and footer link", async () => {
  for (const world of worlds) {
    const { page, open, input, hits, find, openModal } = await reader(world);
    await open("/docs/quickstart/");
    await openModal();
    await page.getByText("No recent searches").waitFor();
    await find("workstation");
    expect(await page.locator(".DocSearch-Hit-source").first().textContent()).not.toBe("");
    expect(await hits.first().locator("a").getAttribute("href")).toMatch(/^\/(?:docs|api|blog)\//);
    const all = page.locator(".DocSearch-HitsFooter a");
    expect(await all.textContent()).toMatch(/^See all \d+ results$/);
    expect(await all.getAttribute("href")).toBe("/search/?q=workstation");
    await input.fill("xyzzyplugh");
    await page.getByText('No results for "xyzzyplugh"').waitFor();
    await input.fill("workstation");
    await hits.first().click();
    await page.keyboard.press("Control+k");
    await page.getByText("Recent", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Save this search" }).click();
    await page.getByText("Favorite", { exact: true }).waitFor();
  }
});

line("4.5", "search modal: closed, open", async () => {
  for (const world of worlds) {
    const { page, open, dialog, closed } = await reader(world, { viewport: mobile });
    await open("/docs/quickstart/");
    expect(await dialog.count()).toBe(0);
    await page.click(button);
    await dialog.waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe("hidden");
    await page.getByRole("button", { name: "Cancel" }).click();
    await closed();
    expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).not.toBe("hidden");
  }
});

line("5.2", "a search query has at most 64 characters", async () => {
  for (const world of worlds) {
    const { page, open, input, openModal } = await reader(world);
    await open("/docs/quickstart/");
    await openModal();
    await input.pressSequentially("x".repeat(66));
    expect(await input.inputValue()).toBe("x".repeat(64));
    await page.keyboard.press("Escape");
    await open(`/search/?q=${"y".repeat(66)}`);
    await expect.poll(() => page.inputValue("input[name=q]")).toBe("y".repeat(64));
  }
});

line("7.2", "search queries are filtered by language and version; insights are off", async () => {
  const [, world] = worlds;
  const { service } = world ?? {};
  if (!world || !service) throw new Error("there is no hosted search");
  const third: string[] = [];
  const { page, open, find, hits, openModal, closed } = await reader(world);
  page.on("request", (request) => third.push(new URL(request.url()).host));
  await open("/docs/quickstart/");
  await openModal();
  await find("voice");
  await hits.first().click();
  await closed();
  expect(service.requests.length).toBeGreaterThan(0);
  for (const { asked } of service.requests) {
    expect(asked.facetFilters).toEqual([
      "language:en",
      ["docusaurus_tag:default", "docusaurus_tag:docs-default-current"],
    ]);
    expect(asked.clickAnalytics).toBe(false);
  }
  expect(third.filter((host) => /insights|jsdelivr/.test(host))).toEqual([]);
});

line("7.3", "the search index is a stage index; the search page path is search", async () => {
  const [, world] = worlds;
  const { service } = world ?? {};
  if (!world || !service) throw new Error("there is no hosted search");
  const { page, open } = await reader(world);
  await open("/search/?q=voice");
  await page.locator(".search-result").first().waitFor();
  expect([...new Set(service.requests.map(({ asked }) => asked.indexName))]).toEqual(["benchtop_stage"]);
});

line("8.5", "search error screen: Unable to fetch results, and its help text", async () => {
  for (const world of worlds) {
    const { page, open, input, openModal, said } = await reader(world);
    await open("/docs/quickstart/");
    world.fail("network");
    await openModal();
    await input.fill("voice");
    const screen = page.locator(".DocSearch-ErrorScreen");
    await screen.waitFor();
    expect(await screen.innerText()).toMatch(
      /^Unable to fetch results\s+You might want to check your network connection\.$/,
    );
    said();
  }
});

line("8.6", "search without results: all four texts are shown", async () => {
  for (const world of worlds) {
    const { page, open, input, openModal } = await reader(world);
    await open("/docs/quickstart/");
    await openModal();
    await input.fill("xyzzyplugh");
    const screen = page.locator(".DocSearch-NoResults");
    await screen.waitFor();
    const text = (await screen.innerText()).replace(/\s+/g, " ");
    expect(text).toContain('No results for "xyzzyplugh"');
    expect(text).toContain("Try searching for:");
    expect(text).toContain("Believe this query should return results? Let us know.");
    expect(text).not.toContain("Let's Build Together");
    const report = screen.getByRole("link", { name: "Let us know." });
    expect(await report.getAttribute("href")).toMatch(/^https:\/\/code\.benchtop\.example\/.*xyzzyplugh$/);
  }
});

line("9.3", "search: 20 hits, 64 characters, 7 or 4 recent searches, 10 favorites", async () => {
  for (const world of worlds) {
    const { page, open, hits, find, input, openModal } = await reader(world);
    await open("/docs/quickstart/");
    await openModal();
    await find("browser");
    const { requests } = world.service ?? {};
    if (requests) expect([...new Set(requests.map(({ asked }) => asked.hitsPerPage))]).toEqual([20]);
    expect(await hits.count()).toBeLessThanOrEqual(20);
    expect(await input.getAttribute("maxlength")).toBe("64");
    const key = await page.evaluate(() => {
      const options = JSON.parse(document.getElementById("docgen-site")?.textContent ?? "{}") as {
        search: { options?: { indexName: string } };
        locale: { href: string };
      };
      return options.search.options?.indexName ?? `docgen:${options.locale.href}`;
    });
    const fill = (recent: number, favorites: number) =>
      page.evaluate(
        ([index, many, liked]) => {
          const none = { lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null };
          const list = (prefix: string, count: number) =>
            JSON.stringify(
              Array.from({ length: count }, (_, number) => ({
                objectID: `${prefix}${number}`,
                url: `/docs/${prefix}${number}/`,
                type: "lvl1",
                hierarchy: { lvl0: "Docs", lvl1: `${prefix}${number}`, ...none },
                content: null,
              })),
            );
          localStorage.setItem(`__DOCSEARCH_RECENT_SEARCHES__${index}`, list("r", Number(many)));
          localStorage.setItem(`__DOCSEARCH_FAVORITE_SEARCHES__${index}`, list("f", Number(liked)));
        },
        [key, recent, favorites] as const,
      );
    for (const [recent, favorites, shown] of [
      [9, 0, 7],
      [9, 12, 14],
    ] as const) {
      await page.keyboard.press("Escape");
      await fill(recent, favorites);
      await openModal();
      await hits.first().waitFor();
      await expect.poll(() => hits.count()).toBe(shown);
    }
    await open("/search/?q=browser");
    await page.locator(".search-result").nth(19).waitFor();
    expect(await page.locator(".search-result").count()).toBe(20);
  }
});

line("9.4", "search placeholder: Search docs", async () => {
  for (const world of worlds) {
    const { open, input, openModal } = await reader(world);
    await open("/docs/quickstart/");
    await openModal();
    expect(await input.getAttribute("placeholder")).toBe("Search docs");
  }
});

line("9.7", "a search app id and a public search key are configured", async () => {
  const [, world] = worlds;
  const { service } = world ?? {};
  if (!world || !service) throw new Error("there is no hosted search");
  const { page, open } = await reader(world);
  await open("/search/?q=voice");
  await page.locator(".search-result").first().waitFor();
  const [request] = service.requests;
  expect(request?.host).toBe("application-dsn.algolia.net");
  expect(request?.query.get("x-algolia-application-id")).toBe("APPLICATION");
  expect(request?.query.get("x-algolia-api-key")).toBe("{key}");
});
