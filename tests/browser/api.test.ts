/** Behavior 11.1 to 11.3: pages for an OpenAPI document. `console.test.ts` tests the request form. */

import { describe, expect, test } from "vitest";
import { apiKinds } from "./harness/kinds.ts";
import { copied, copying, desktop, mobile, type Reader, read, settled } from "./harness/reader.ts";
import { modal } from "./harness/search.ts";
import { site } from "./harness/site.ts";

const shop = await site("api");
const wide = { width: 1440, height: 900 };
const shown = (selector: string) => `${selector}:visible`;

/** Records when the body of an API page gets its click listener. */
function noteListening(): void {
  const plain = Element.prototype.addEventListener;
  Element.prototype.addEventListener = function (this: Element, ...given: Parameters<typeof plain>) {
    plain.apply(this, given);
    if (given[0] === "click" && this.matches(".api")) Object.assign(window, { listening: true });
  };
}

/** Records the page's layout shifts. */
function keepShifts(): void {
  const shifts: unknown[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      sources: { node: Element | null }[];
    })[]) {
      shifts.push([entry.value, ...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 80))]);
    }
  }).observe({ type: "layout-shift", buffered: true });
}

const acting = { ...copying, before: [...copying.before, noteListening] };

/** Opens a page and waits for the script that only API pages have. This script loads after the app. */
async function openActing({ open, until }: Reader, path: string): Promise<void> {
  await open(path);
  await until(() => "listening" in window);
}

describe("11.1", () => {
  test("11.1 the sidebar groups operations by tag, each with its method", async () => {
    const { page, open } = await read(shop);
    await open("/api/place-order/");
    const sidebar = page.locator(".sidebar-nav");
    expect(await sidebar.getByText("orders", { exact: true }).isVisible()).toBe(true);
    const badges = await sidebar.locator(".badge").allTextContents();
    expect(badges).toEqual(["GET", "POST", "GET", "EVENT"]);
    expect(await sidebar.locator("[aria-current=page]").textContent()).toContain("Place an order");
  });

  test("11.1 a method is readable without its color, and the colors differ", async () => {
    const { page, open } = await read(shop);
    await open("/api/orders/");
    const badges = page.locator(".api-operations .badge");
    expect(await badges.allTextContents()).toEqual(["GET", "POST", "GET", "EVENT"]);
    const colors = await badges.evaluateAll((all) => all.map((badge) => getComputedStyle(badge).color));
    expect(new Set(colors).size).toBe(3);
    const widths = await badges.evaluateAll((all) => all.map((badge) => badge.getBoundingClientRect().width));
    expect(new Set(widths).size).toBe(1);
  });
});

describe("11.2", () => {
  test("11.2 the path has its parameters as `:id`, after the server", async () => {
    const reader = await read(shop, acting);
    const { page } = reader;
    await openActing(reader, "/api/read-order/");
    const path = page.locator(".api-endpoint .api-path");
    expect(await path.textContent()).toBe("https://east.tea.example/v1/orders/:id");
    // After the request form changes the server, the button copies the new URL.
    await page.locator('[data-island="request"] [role="tab"]').first().waitFor();
    await page.evaluate(() => {
      const server = document.querySelector("[data-request-server]");
      if (server) server.textContent = "http://other.example";
    });
    await page.getByRole("button", { name: "Copy path" }).click();
    await expect.poll(() => page.evaluate(copied)).toBe("http://other.example/orders/:id");
  });

  test("11.2 parameters are listed by location, with all their details", async () => {
    const { page, open } = await read(shop);
    await open("/api/list-orders/");
    const heads = await page.locator(".api-main h3").allTextContents();
    expect(heads).toEqual(["Query parameters", "Header parameters", "Cookie parameters"]);
    const limit = page.locator('[id="query.limit"]');
    expect(await limit.locator(".api-facts > li").allTextContents()).toEqual(["Default 20", "1 to 100"]);
    const trace = page.locator('[id="header.X-Trace"]');
    expect(await trace.locator(".api-deprecated").textContent()).toBe("deprecated");
  });

  test("11.2 there is a tab for each media type, status, and view", async () => {
    const { page, open } = await read(shop);
    await open("/api/place-order/");
    expect(await page.locator(".api-section-head .api-required").first().textContent()).toBe("required");
    expect(await page.locator(".api-media-types > .tab-list").first().getByRole("tab").allTextContents()).toEqual([
      "application/json",
      "application/xml",
    ]);
    const responses = page.locator(".api-main > .api-responses");
    const statuses = responses.locator("> .tab-list > [role=tab]");
    expect(await statuses.allTextContents()).toEqual(["201", "400"]);
    await statuses.last().click();
    const views = page.locator(shown(".api-main > .api-responses > .tab-panel > .api-views"));
    expect(await views.getByRole("tab").allTextContents()).toEqual(["Schema", "Example"]);
    await views.getByRole("tab", { name: "Example" }).click();
    expect(await views.locator(shown(".code pre")).textContent()).toContain('"message": "No water"');
    // The selected view applies to the whole page.
    await statuses.first().click();
    expect(await views.getByRole("tab", { name: "Example" }).getAttribute("aria-selected")).toBe("true");
  });

  test("11.2 rows describe fields, objects open, variants are tabs, recursion is a link", async () => {
    const { page, open, at, follow } = await read(shop);
    await open("/api/place-order/");
    const body = page.locator(".api-main > .api-media-types");
    const row = (name: string) => body.locator(shown(`li:has(> .api-row-head > .api-name:text-is("${name}"))`));
    const words = async (name: string) =>
      (await row(name).first().locator("> .api-row-head > span").allTextContents()).join(" ");
    expect(await words("cups")).toBe("integer required");
    expect(await words("price")).toBe("number nullable");
    expect(await words("secret")).toBe("string write-only deprecated");
    expect(await row("id").count()).toBe(0);
    expect(await row("tags").locator("> .api-facts > li").allTextContents()).toEqual([
      "at least 1 item",
      "no duplicates",
    ]);
    expect(await row("steep").count()).toBe(0);
    await row("drink").locator("> details > summary").click();
    expect(await row("steep").count()).toBe(1);
    await row("drink").getByRole("tab", { name: "Black" }).click();
    expect([await row("steep").count(), await row("milk").count()]).toEqual([0, 1]);
    await follow(row("again").locator("> .api-more a"), "Order");
    expect(await at()).toBe("/api/schemas/order/");
  });

  test("11.2 everything opens and closes with one click", async () => {
    const reader = await read(shop, acting);
    const { page } = reader;
    await openActing(reader, "/api/place-order/");
    const schema = page.locator(".api-main > .api-media-types > .tab-panel > .api-schema").first();
    const closed = () => schema.locator("details:not([open])").count();
    expect(await closed()).toBeGreaterThan(1);
    await schema.getByRole("button", { name: "Expand all" }).click();
    await expect.poll(closed).toBe(0);
    await schema.getByRole("button", { name: "Collapse all" }).click();
    await expect.poll(closed).toBeGreaterThan(1);
    expect(await schema.getByRole("button", { name: "Expand all" }).count()).toBe(1);
  });

  test("11.2 clicks before the code has loaded are handled afterward", async () => {
    const { page, open } = await read(shop);
    const gate = shop.hold(/_docgen\/immutable\/api-.*\.js$/);
    await open("/api/place-order/");
    await gate.arrived;
    const schema = page.locator(".api-main > .api-media-types > .tab-panel > .api-schema").first();
    await schema.getByRole("button", { name: "Expand all" }).click();
    const closed = () => schema.locator("details:not([open])").count();
    expect(await closed()).toBeGreaterThan(1);
    gate.release();
    await expect.poll(closed).toBe(0);
  });

  test("11.2 the URL of a field opens it, through closed tabs and rows", async () => {
    const { page, open } = await read(shop, copying);
    await open("/api/place-order/");
    const id = await page.locator(".api-main > .api-media-types [role=tabpanel]").evaluateAll((panels) => {
      const hidden = panels.flatMap((panel) => [...panel.querySelectorAll("[hidden] li[id]")]);
      return hidden.at(-1)?.id ?? "";
    });
    expect(id).toContain("request-body");
    const field = page.locator(`[id="${id}"]`);
    expect(await field.isVisible()).toBe(false);
    await open(`/api/place-order/#${id}`);
    await field.waitFor();
    await expect.poll(() => field.evaluate((row) => row.getBoundingClientRect().top < innerHeight)).toBe(true);
    await field.locator("> .api-row-head > .api-name").click();
    await expect.poll(() => page.evaluate(copied)).toContain(`/api/place-order/#${id}`);
  });

  test("11.2 without scripts, everything is visible", async () => {
    const { page, visit } = await read(shop, { javaScriptEnabled: false });
    await visit("/api/place-order/");
    const panels = page.locator(".api-main [role=tabpanel]:not(details [role=tabpanel])");
    expect(await panels.count()).toBeGreaterThan(8);
    for (const panel of await panels.all()) expect(await panel.isVisible()).toBe(true);
    // Without tabs, the tab names are shown above the panels.
    expect(await panels.evaluateAll((all) => all.map((one) => getComputedStyle(one, "::before").content))).toContain(
      '"400"',
    );
    expect(await page.locator("[data-fallback] pre").first().textContent()).toContain("curl --request POST");
    await page.locator(shown("details.api-nest > summary")).first().click();
    expect(
      await page.locator("details.api-nest[open] .api-rows, details.api-nest[open] .api-choice").count(),
    ).toBeGreaterThan(0);
    expect(await page.getByRole("button", { name: "Expand all" }).count()).toBe(0);
  });
});

describe("11.3", () => {
  test("11.3 samples and responses are next to the text if there is room, and stay in view", async () => {
    const { page, open, scrollTo } = await read(shop, { viewport: wide });
    await open("/api/place-order/");
    const [text, side] = [page.locator(".api-main"), page.locator(".api-side-inner")];
    const [left, right] = [await text.boundingBox(), await side.boundingBox()];
    expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0));
    expect(await side.locator(".api-auth").textContent()).toContain("X-Key");
    expect(await page.locator(".api-answer pre").first().textContent()).toContain('"cups"');
    await scrollTo(900);
    const after = await side.boundingBox();
    expect(after?.y).toBeLessThan(80);
    expect(await page.locator(".toc").count()).toBe(0);
  });

  test("11.3 on narrow screens, they follow the description, in the order of the source", async () => {
    for (const width of [320, 390, 768, 996, 1099]) {
      for (const javaScriptEnabled of [true, false]) {
        const { page, open, visit } = await read(shop, { viewport: { width, height: 800 }, javaScriptEnabled });
        await (javaScriptEnabled ? open : visit)("/api/place-order/");
        const places = await page.evaluate(() => {
          const order = [
            "h1",
            ".api-endpoint",
            ".api-opening",
            ".api-auth",
            "#try-it",
            ".api-answer",
            "#request",
            "#responses",
          ];
          const all = order.map((selector) => document.querySelector(`.article ${selector}`) as Element);
          const follows = all.every(
            (one, at) => at === 0 || all[at - 1]?.compareDocumentPosition(one) === Node.DOCUMENT_POSITION_FOLLOWING,
          );
          return { follows, tops: all.map((one) => one.getBoundingClientRect().top) };
        });
        expect(places.follows, `${width}`).toBe(true);
        expect(places.tops, `${width}`).toEqual(places.tops.toSorted((a, b) => a - b));
      }
    }
  });

  test("links to security schemes are large enough to touch", async () => {
    const { page, open } = await read(shop, { viewport: { width: 390, height: 800 } });
    await open("/api/place-order/");
    const links = await page.locator(".api-scheme").all();
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) {
      const box = await link.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
    }
  });

  test("11.3 from 1100 px on, there are two columns", async () => {
    const { page, open } = await read(shop, { viewport: { width: 1100, height: 800 } });
    for (const path of ["/api/place-order/", "/api/schemas/order/", "/api/orders/"]) {
      await open(path);
      const [left, right] = [
        await page.locator(".api-main").boundingBox(),
        await page.locator(".api-side").boundingBox(),
      ];
      expect(right?.x, path).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0));
      expect(right?.width, path).toBeGreaterThan(320);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
  });

  test("11.3 on narrow screens, a bar at the bottom opens the request form", async () => {
    for (const viewport of [mobile, { width: 320, height: 560 }, { width: 1099, height: 700 }]) {
      const reader = await read(shop, { viewport, reducedMotion: "reduce", before: [noteListening] });
      const { page, scrollTo } = reader;
      await openActing(reader, "/api/place-order/");
      const bar = page.locator(".api-try");
      await scrollTo(2500);
      await expect.poll(() => bar.isVisible()).toBe(true);
      const box = await bar.boundingBox();
      expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(viewport.height);
      expect(await bar.textContent()).toContain("Try it");
      await bar.click();
      await page.locator(".request-console form, .request-console input").first().waitFor();
      const toggle = await page.locator(".request-toggle").boundingBox();
      expect(toggle?.y).toBeGreaterThan(50);
      expect(toggle?.y).toBeLessThan(200);
      await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("request-toggle");
      // The bar disappears to make room for the form and the keyboard.
      await expect.poll(() => bar.isVisible()).toBe(false);
    }
  });

  test("11.3 the bar covers nothing at the end of the page, and isn't printed", async () => {
    const { page, open, scrollTo } = await read(shop, { viewport: mobile });
    await open("/api/place-order/");
    await scrollTo(1_000_000);
    await page.locator(".api-try").waitFor();
    const [foot, bar] = [await page.locator(".api-foot").boundingBox(), await page.locator(".api-try").boundingBox()];
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".api-try").isVisible()).toBe(false);
  });

  test("11.3 there's no bar without a form: without scripts, for webhooks, and next to the samples", async () => {
    const plain = await read(shop, { viewport: mobile, javaScriptEnabled: false });
    await plain.visit("/api/place-order/");
    expect(await plain.page.locator(".api-try").isVisible()).toBe(false);
    const { page, open } = await read(shop, { viewport: wide });
    await open("/api/place-order/");
    expect(await page.locator(".api-try").isVisible()).toBe(false);
    await open("/api/order-ready/");
    expect(await page.locator(".api-try").count()).toBe(0);
  });

  test("11.3 nothing moves while a page loads on a phone", async () => {
    const { page, until } = await read(shop, { viewport: mobile, before: [keepShifts] });
    const shifts = () => page.evaluate(() => (window as unknown as { shifts: [number, ...string[]][] }).shifts);
    for (const path of ["/api/place-order/", "/api/read-order/", "/docs/start/"]) {
      let release = () => {};
      const isReleased = new Promise<void>((done) => {
        release = done;
      });
      await page.route(/\.woff2$/, async (route) => {
        await isReleased;
        await route.continue();
      });
      // The preloaded font holds up the `load` event.
      await page.goto(path, { waitUntil: "commit" });
      await until(settled);
      await until(() => performance.getEntriesByType("resource").some(({ name }) => /late\..*\.css$/.test(name)));
      await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
      expect(await shifts(), path).toEqual([]);
      // When the font arrives, at most a few words move horizontally by a few pixels.
      release();
      await page.evaluate(() => document.fonts.ready);
      await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
      const moved = await shifts();
      const sum = moved.reduce((sum, [shift]) => sum + shift, 0);
      expect(sum, `${path}: ${JSON.stringify(moved)}`).toBeLessThan(0.001);
      await page.unroute(/\.woff2$/);
    }
  });

  test("11.3 the endpoints of a tag are next to it if there is room, and each path is shown once", async () => {
    for (const [width, beside] of [
      [1100, true],
      [1099, false],
    ] as const) {
      const reader = await read(shop, { viewport: { width, height: 900 }, ...acting });
      const { page } = reader;
      await openActing(reader, "/api/orders/");
      expect(await page.locator(".api-endpoints").isVisible(), `${width}`).toBe(beside);
      const paths = await page.locator(shown("main li .api-path")).allTextContents();
      expect(paths.filter((path) => path === "/orders/:id")).toHaveLength(1);
      if (!beside) continue;
      await page.locator(".api-base").getByRole("button", { name: "Copy the base URL" }).first().click();
      await expect.poll(() => page.evaluate(copied)).toBe("https://east.tea.example/v1");
      await page.locator(".api-endpoints").getByRole("link").first().click();
      await expect.poll(() => page.locator("h1").textContent()).toBe("List orders");
    }
  });

  test("11.3 servers and authentication are next to the first page", async () => {
    const { page, open } = await read(shop, { viewport: wide });
    await open("/api/intro/");
    const side = page.getByRole("region", { name: "At a glance" });
    expect(await side.locator(".api-base").textContent()).toContain("https://east.tea.example/v1");
    await side.locator(".api-auth").getByRole("link").first().click();
    await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/^#authentication\./);
  });

  test("11.3 no page scrolls sideways", async () => {
    const { page, open } = await read(shop, { viewport: { width: 320, height: 700 } });
    for (const path of Object.values(apiKinds)) {
      await open(path);
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(over, path).toBe(0);
    }
  });

  test("11.3 a page opens with its styles, and its title appears together with them", async () => {
    for (const viewport of [desktop, mobile]) {
      const { page, open, follow } = await read(shop, { viewport });
      await open("/docs/start/");
      expect(await page.locator('link[rel=stylesheet][href*="/api."]').count()).toBe(0);
      await follow(page.locator(".prose").getByRole("link", { name: "a pot" }), "Place an order");
      const display = await page
        .locator(".api-endpoint")
        .first()
        .evaluate((box) => getComputedStyle(box).display);
      expect(display).toBe("flex");
    }
  });
});

test("a hit for a field leads to the field's row, also if the row is closed", async () => {
  const { page, open } = await read(shop, { viewport: wide });
  await open("/docs/");
  const { open: openSearch, find, hits } = modal(page);
  await openSearch();
  await find("steep");
  await hits.locator('a[href*="/place-order/#request-body."]').first().click();
  await page.waitForURL(/#request-body\..*steep$/);
  const row = page.locator(`[id="${decodeURIComponent(new URL(page.url()).hash.slice(1))}"]`);
  await expect.poll(() => row.evaluate((one) => one.getBoundingClientRect().top < innerHeight)).toBe(true);
  expect(await row.isVisible()).toBe(true);
});
