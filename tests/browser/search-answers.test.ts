/** How the search dialog handles valid and invalid responses, and which parts of the responses it stores. */

import type { Request } from "playwright-core";
import { describe, expect, test } from "vitest";
import { policed } from "./harness/policy.ts";
import { type Failure, modal, searched, wildlife } from "./harness/search.ts";

const extended = {
  append: 'report_url = "https://report.example/?missing={query}"\nexternal_url_regex = "/forest/quagga"',
};
const worlds = [await searched("embedded"), await searched("hosted")];

describe.each(worlds)("with the $name provider", (world) => {
  const start = async () => {
    const reader = await world.read();
    const parts = modal(reader.page);
    await reader.open("/docs/start/");
    await parts.open();
    return { ...reader, ...parts };
  };

  test("all hits are shown, in groups, a page before its sections, with highlighted matches", async () => {
    const { page, find, hits } = await start();
    await find("zebra");
    const groups = await page.$$eval(".DocSearch-Hits", (all) =>
      all.map((group) => ({
        title: group.querySelector(".DocSearch-Hit-source")?.textContent ?? "",
        hits: group.querySelectorAll(".DocSearch-Hit").length,
      })),
    );
    expect(groups.length).toBeGreaterThan(0);
    for (const group of groups) expect(group.title).not.toBe("");
    expect(groups.reduce((sum, group) => sum + group.hits, 0)).toBe(20);
    expect(await hits.first().locator("mark").first().textContent()).toMatch(/^zebra$/i);
    expect(await hits.first().locator(".DocSearch-Hit-title").isVisible()).toBe(true);
    const order = await page.$$eval(".DocSearch-Hit-Container", (all) => all.map((hit) => hit.textContent));
    expect(new Set(order).size).toBe(order.length);
  });

  test("hits are plain text: special characters are shown, and tags aren't created", async () => {
    const { page, find, hits } = await start();
    await find("quagga");
    const titles = await page.locator(".DocSearch-Hit-title").allTextContents();
    expect(titles).toContain("Quagga & <b>Co</b>");
    expect(await hits.locator("b, em").count()).toBe(0);
    await hits.filter({ hasText: "Quagga & <b>Co</b>" }).first().click();
    await page.locator("h1", { hasText: "Quagga" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByText("Recent", { exact: true }).waitFor();
    expect(await hits.first().locator(".DocSearch-Hit-title").textContent()).toBe("Quagga & <b>Co</b>");
    expect(await hits.locator("b, em, mark").count()).toBe(0);
  });

  test("all results of this query are counted and listed on the search page", async () => {
    const { page, find, at } = await start();
    const all = page.locator(".DocSearch-HitsFooter a");
    await find("zebra");
    const many = Number(/^See all (\d+) results$/.exec((await all.textContent()) ?? "")?.[1]);
    expect(many).toBeGreaterThan(20);
    await find("okapi");
    await expect.poll(async () => Number(/\d+/.exec((await all.textContent()) ?? "")?.[0])).toBeLessThan(many);
    const few = Number(/\d+/.exec((await all.textContent()) ?? "")?.[0]);
    expect(await all.getAttribute("href")).toBe("/search/?q=okapi");
    await all.click();
    await page.getByText(`${few} documents found`).waitFor();
    expect(await at()).toBe("/search/?q=okapi");
    await page.locator("h1", { hasText: 'Search results for "okapi"' }).waitFor();
  });

  test("nothing found: the query, and sections to try, which become the query", async () => {
    const { page, find, input } = await start();
    await find("zebra");
    await input.fill("xyzzyplugh");
    await page.getByText('No results for "xyzzyplugh"').waitFor();
    await page.getByText("Try searching for:").waitFor();
    const buttons = page.locator(".DocSearch-Prefill");
    expect(await buttons.count()).toBeGreaterThan(0);
    expect(await buttons.count()).toBeLessThanOrEqual(3);
    expect(await buttons.allTextContents()).not.toContain("Harness");
    expect(await page.locator(".DocSearch-Help a").count()).toBe(0);
    const section = (await buttons.first().textContent()) ?? "";
    await buttons.first().click();
    await expect.poll(() => input.inputValue()).toBe(`${section.toLowerCase()} `);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("docsearch-input");
  });

  test("nothing found at first: sections to try, each of which has results, but never the title of the site", async () => {
    const { page, input } = await start();
    await input.fill("xyzzyplugh");
    await page.getByText("Try searching for:").waitFor();
    const names = await page.locator(".DocSearch-Prefill").allTextContents();
    expect(names.length).toBeGreaterThan(0);
    expect(names).not.toContain("Harness");
    for (const name of names) {
      await input.fill("xyzzyplugh");
      await page.locator(".DocSearch-Prefill", { hasText: name }).click();
      await page.locator(".DocSearch-Hit").first().waitFor();
    }
  });

  test("an empty or blank query sends no request", async () => {
    const { page, input, find } = await start();
    await find("zebra");
    // The same request can occur twice, because it's retried if the service is slow.
    const asked = () => [...new Set(world.asked())];
    // The text of visible hits is requested after a pause.
    let before: string[];
    do {
      before = asked();
      await page.waitForTimeout(500);
    } while (asked().length > before.length);
    await input.fill("");
    await page.getByText("No recent searches").waitFor();
    await input.fill("   ");
    await page.waitForLoadState("networkidle");
    expect(asked()).toEqual(before);
  });

  test("a query has at most 64 characters", async () => {
    const { input } = await start();
    await input.pressSequentially("z".repeat(70));
    expect(await input.inputValue()).toBe("z".repeat(64));
  });

  test.each<Failure>(["network", "status", "corrupt"])(
    "%s: the failure shows and stays; the next letter tries again",
    async (how) => {
      const { page, open, said } = await world.read();
      const { input, open: openModal, hits } = modal(page);
      await open("/docs/start/");
      const heal = world.fail(how);
      await page.clock.install();
      await openModal();
      await input.fill("zebr");
      await page.getByText("Unable to fetch results", { exact: true }).waitFor();
      expect(
        await page.getByText("You might want to check your network connection.", { exact: true }).isVisible(),
      ).toBe(true);
      expect(await page.getByText("No results for").count()).toBe(0);
      // Let all timers fire.
      await page.clock.fastForward("01:00");
      expect(await page.getByText("Unable to fetch results", { exact: true }).isVisible()).toBe(true);
      expect(await page.locator(".DocSearch-LoadingIndicator").isVisible()).toBe(false);
      await page.keyboard.press("Enter");
      expect(await page.locator(".DocSearch-Modal").count(), "there is nothing to open").toBe(1);
      heal();
      await input.press("End");
      await input.pressSequentially("a");
      await hits.first().waitFor();
      expect(await page.getByText("Unable to fetch results", { exact: true }).count()).toBe(0);
      const messages = said();
      expect(messages.filter((message) => message.startsWith("uncaught"))).toEqual([]);
      expect(messages.some((message) => message.includes("docgen: the search failed."))).toBe(true);
    },
  );

  test("a failure is shown even if the page is busy when it arrives", async () => {
    const { page, open, said } = await world.read();
    const { input, open: openModal } = modal(page);
    await open("/docs/start/");
    // The failure, and the time after which DocSearch stops rendering, fall into the same long task.
    await page.evaluate(() => {
      let typed = Number.NEGATIVE_INFINITY;
      const wait = (time: number) => new Promise((done) => setTimeout(done, typed + time - performance.now()));
      window.fetch = () => wait(250).then(() => Promise.reject(new TypeError("lost")));
      const busy = () => {
        while (performance.now() < typed + 450);
      };
      const listen = () => {
        typed = performance.now();
        void wait(150).then(busy);
      };
      addEventListener("input", listen, { capture: true, once: true });
    });
    await openModal();
    await input.fill("zebr");
    await page.getByText("Unable to fetch results", { exact: true }).waitFor();
    said();
  });

  test("a provider that doesn't respond fails after ten seconds", async () => {
    const { page, open, said } = await world.read();
    const { input, open: openModal } = modal(page);
    await page.clock.install();
    await open("/docs/start/");
    world.fail("hang");
    await openModal();
    await input.fill("zebra");
    await page.clock.runFor(9000);
    await page.clock.runFor(1500);
    await page.getByText("Unable to fetch results", { exact: true }).waitFor();
    said();
  });

  test("loading is shown after 300 ms, over the previous results", async () => {
    const { page, open } = await world.read();
    const { input, find, hits, open: openModal } = modal(page);
    await open("/docs/start/");
    await openModal();
    await input.fill("okapi");
    await hits.first().waitFor();
    const spinner = page.locator(".DocSearch-LoadingIndicator");
    await spinner.waitFor({ state: "hidden" });
    if (!world.service) return;
    const release = world.hold();
    const before = await hits.count();
    await input.fill("zebra");
    await spinner.waitFor();
    expect(await hits.count()).toBe(before);
    release();
    await find("zebra");
    await spinner.waitFor({ state: "hidden" });
  });

  test("late responses are dropped", async () => {
    const { page, open, said } = await world.read();
    const { input, hits, open: openModal } = modal(page);
    await open("/docs/start/");
    const release = world.hold();
    const underway = new Set<Request>();
    page.on("request", (request) => underway.add(request));
    page.on("requestfinished", (request) => underway.delete(request));
    page.on("requestfailed", (request) => underway.delete(request));
    await openModal();
    await input.fill("zebra");
    await input.fill("okapi");
    if (world.service) {
      const { service } = world;
      await expect.poll(() => service.requests.length).toBeGreaterThan(0);
      service.trouble = () => null;
      await input.fill("okapi ");
    }
    release();
    await hits.filter({ hasText: "Okapi" }).first().waitFor();
    await expect.poll(() => underway.size).toBe(0);
    // Wait until the last response has been processed and shown.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    expect(await page.locator(".DocSearch-Hit-title").first().textContent()).toContain("kapi");
    said();
  });

  test("selected hits are remembered without highlighting, once, the latest first, and can be removed", async () => {
    const { page, find, hits, open: openModal, closed } = await start();
    const chosen = async (query: string, title: string) => {
      await find(query);
      await hits.filter({ hasText: title }).first().click();
      await closed();
      await page.locator("h1", { hasText: title }).waitFor();
      await openModal();
    };
    await chosen("okapi", "Okapi 1");
    await chosen("okapi", "Okapi 2");
    await chosen("okapi", "Okapi 1");
    const titles = page.locator(".DocSearch-Hit-title");
    expect(await page.locator(".DocSearch-Hit-source").textContent()).toBe("Recent");
    await expect.poll(() => titles.allTextContents()).toEqual(["Okapi 1", "Okapi 2"]);
    const kept = await page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.includes("DOCSEARCH")));
    expect(kept).toHaveLength(1);
    expect(kept[0]?.[0]).toMatch(/^__DOCSEARCH_RECENT_SEARCHES__./);
    expect(kept[0]?.[1]).not.toContain("mark");
    await page.getByRole("button", { name: "Save this search" }).first().click();
    await page.getByText("Favorite", { exact: true }).waitFor();
    await expect.poll(() => titles.allTextContents()).toEqual(["Okapi 2", "Okapi 1"]);
    await page.getByRole("button", { name: "Remove this search from history" }).click();
    await expect.poll(() => titles.allTextContents()).toEqual(["Okapi 1"]);
    await chosen("okapi", "Okapi 1");
    const message = "a favourite is not recent besides";
    await expect.poll(() => titles.allTextContents(), { message }).toEqual(["Okapi 1"]);
    await page.getByRole("button", { name: "Remove this search from favorites" }).click();
    await page.getByText("No recent searches").waitFor();
  });

  test("seven recent searches are kept, or four if there are favorites, and ten favorites", async () => {
    const { page, open } = await world.read();
    const { hits, open: openModal, closed, find } = modal(page);
    await open("/docs/start/");
    const visit = async (number: number) => {
      await openModal();
      await find(`zebra ${number}`);
      await hits
        .filter({ hasText: `Zebra ${number}` })
        .first()
        .click();
      await closed();
    };
    for (let number = 11; number <= 18; number += 1) await visit(number);
    await openModal();
    await expect.poll(() => hits.count()).toBe(7);
    const save = page.getByRole("button", { name: "Save this search" });
    await save.first().click();
    await page.getByText("Favorite", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await closed();
    await openModal();
    await expect.poll(() => save.count()).toBe(4);
    const [key] = await page.evaluate(() => Object.keys(localStorage).filter((each) => each.includes("FAVORITE")));
    await page.evaluate((name) => {
      const [one] = JSON.parse(localStorage.getItem(name) ?? "[]") as object[];
      const many = Array.from({ length: 12 }, (_, index) => ({ ...one, objectID: `f${index}` }));
      localStorage.setItem(name, JSON.stringify(many));
    }, key ?? "");
    await page.keyboard.press("Escape");
    await closed();
    await openModal();
    const kept = page.getByRole("button", { name: "Remove this search from favorites" });
    await expect.poll(() => kept.count()).toBe(10);
  });

  test("a hit of body text is remembered as its page", async () => {
    const { page, find, hits, open: openModal, closed } = await start();
    await find("quagga writes");
    await hits.first().click();
    await closed();
    await page.locator("h1", { hasText: "Quagga" }).waitFor();
    await openModal();
    await page.getByText("Recent", { exact: true }).waitFor();
    expect(await page.locator(".DocSearch-Hit-title").allTextContents()).toEqual(["Quagga & <b>Co</b>"]);
    expect(await hits.first().locator("a").getAttribute("href")).toMatch(/^\/docs\/forest\/quagga\/(?:#.*)?$/);
  });

  test("stored searches can be invalid or unavailable", async () => {
    const { page, open } = await world.read();
    const { hits, find, open: openModal } = modal(page);
    await open("/docs/start/");
    await openModal();
    await find("okapi");
    await hits.first().click();
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.includes("RECENT")) localStorage.setItem(key, '{"a":');
    });
    await openModal();
    await page.getByText("No recent searches").waitFor();
    await find("okapi");
    const denied = await world.read({
      before: [
        () =>
          Object.defineProperty(window, "localStorage", {
            get() {
              throw new DOMException("denied", "SecurityError");
            },
          }),
      ],
    });
    const other = modal(denied.page);
    await denied.open("/docs/start/");
    await other.open();
    await other.find("okapi");
    await other.hits.first().click();
    await other.closed();
    expect(denied.said().filter((message) => !message.includes("storage is unavailable"))).toEqual([]);
  });

  test("nothing violates the site's policy, or a policy against inline styles", async () => {
    const { page, open, violations, said } = await policed(world.host, "/docs/plain/");
    if (world.service) await world.service.route(page);
    const shell = await (await page.request.get(`${world.host.url}/docs/plain/`)).text();
    expect(shell).toContain("search-button");
    const answering = await world.read();
    await answering.page.close();
    const parts = modal(page);
    await open("/docs/plain/");
    await parts.open();
    await parts.input.fill("zebra");
    await page.locator(".DocSearch-Hit, .DocSearch-ErrorScreen, .DocSearch-NoResults").first().waitFor();
    expect(await violations()).toEqual([]);
    expect(
      await page.locator(".DocSearch-Container style, .DocSearch-Container [style*=':']:not(.DocSearch-Modal)").count(),
    ).toBe(0);
    said();
  });
});

describe.each(["embedded", "hosted"] as const)("with more settings, and the %s provider", (name) => {
  test("a reader can report a query, and hits that match a pattern leave the site", async () => {
    const world = await further[name];
    const { page, open } = await world.read();
    const { input, hits, find, open: openModal } = modal(page);
    await open("/docs/start/");
    await openModal();
    await input.fill("xyzzy & plugh");
    await page.getByText("Believe this query should return results?").waitFor();
    const report = page.getByRole("link", { name: "Let us know." });
    expect(await report.getAttribute("href")).toBe("https://report.example/?missing=xyzzy%20%26%20plugh");
    expect(await report.getAttribute("target")).toBe("_blank");
    await find("quagga");
    const link = hits.first().locator("a");
    expect(await link.getAttribute("href")).toContain("/forest/quagga");
    expect(await link.getAttribute("data-no-router")).toBe("");
    await find("okapi");
    expect(await hits.first().locator("a").getAttribute("data-no-router")).toBeNull();
  });
});

const variant = (name: "embedded" | "hosted") => ({
  append: name === "hosted" ? extended.append : `[search]\n${extended.append}`,
});
const further = {
  embedded: await searched("embedded", "main", { ...variant("embedded"), files: wildlife }),
  hosted: await searched("hosted", "main", { ...variant("hosted"), files: wildlife }),
};
