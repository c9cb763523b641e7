/** Behavior 2.3 to 2.7: prefetching. */

import { describe, expect, test } from "vitest";
import { read, settled } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const many = Array.from({ length: 30 }, (_, index) => index);
const filler = "Words to fill the window with, so that what comes below is out of sight.\n\n";
const big = "A page is soon full of words like these. ".repeat(5000);
const main = await site("main", {
  files: {
    "content/pages/above.md": `---\ntitle: Above\n---\n\n[Short](/docs/short/)\n\n${filler.repeat(60)}[Long](/docs/long/)\n`,
    "content/pages/heap.md": `---\ntitle: Heap\n---\n\n${many
      .slice(0, 6)
      .map((n) => `[Big ${n}](/big-${n}/)`)
      .join("\n")}\n`,
    ...Object.fromEntries(
      many.slice(0, 6).map((n) => [`content/pages/big-${n}.md`, `---\ntitle: Big ${n}\n---\n\n${big}\n`]),
    ),
  },
});
const chunks = () => main.requests.filter((path) => path.endsWith("index.json"));
const chunk = (path: string) => `${path}index.json`;
const generous = { frugal: false };

/** The reader's connection, which is set before the app reads it. */
const slow = {
  "2g": () => Object.defineProperty(navigator, "connection", { value: { effectiveType: "2g" } }),
  "slow-2g": () => Object.defineProperty(navigator, "connection", { value: { effectiveType: "slow-2g" } }),
  "data saver": () =>
    Object.defineProperty(navigator, "connection", { value: { effectiveType: "4g", saveData: true } }),
};

describe("2.3", () => {
  test("2.3 a link is prefetched when it comes into view", async () => {
    const { page, open } = await read(main, generous);
    await open("/above/");
    await expect.poll(chunks).toContain("/docs/short/index.json");
    await page.waitForLoadState("networkidle");
    expect(chunks()).not.toContain("/docs/long/index.json");
    const fetched = page.waitForRequest("**/docs/long/index.json");
    await page.getByRole("link", { name: "Long", exact: true }).scrollIntoViewIfNeeded();
    await fetched;
  });

  test("2.3 without an observer, every link is prefetched immediately", async () => {
    const { open } = await read(main, {
      ...generous,
      before: [() => Reflect.deleteProperty(window, "IntersectionObserver")],
    });
    await open("/above/");
    await expect.poll(chunks).toContain("/docs/long/index.json");
  });

  test("2.3 links of a later page are also observed", async () => {
    const { page, open, follow } = await read(main, generous);
    await open("/docs/unlinked/alpha/");
    await page.waitForLoadState("networkidle");
    expect(chunks()).not.toContain("/big-1/index.json");
    await page.evaluate(() => document.querySelector(".prose a")?.setAttribute("href", "/heap/"));
    await follow(page.locator(".prose a").first(), "Heap");
    await expect.poll(chunks).toContain("/big-1/index.json");
  });
});

describe("2.4", () => {
  for (const [how, act] of Object.entries({ pointing: "hover", focusing: "focus" } as const)) {
    test(`2.4 ${how} loads the page immediately`, async () => {
      const { page, open } = await read(main, {
        frugal: false,
        before: [() => Reflect.deleteProperty(window, "IntersectionObserver")],
      });
      // All observers and idle prefetches are blocked, so only the reader's intent triggers a prefetch.
      main.hold("/docs/short/index.json");
      await open("/docs/start/");
      const asked = page.waitForRequest("**/docs/plain/index.json");
      await page.evaluate(() => document.querySelector(".prose a")?.setAttribute("href", "/docs/plain/"));
      await page.locator(".prose a").first()[act]();
      await asked;
    });
  }

  test("2.4 touching loads the page immediately", async () => {
    const { page, open } = await read(main, { frugal: false, hasTouch: true });
    await open("/docs/start/");
    const asked = page.waitForRequest("**/docs/plain/index.json");
    await page.evaluate(() => document.querySelector(".prose a")?.setAttribute("href", "/docs/plain/"));
    await page.locator(".prose a").first().dispatchEvent("touchstart");
    await asked;
  });

  test("2.4 and 2.7 a page is fetched once, regardless of who requests it", async () => {
    const { page, open, follow } = await read(main, generous);
    const gate = main.hold("/docs/short/index.json");
    await open("/docs/start/");
    await gate.arrived;
    const link = page.locator(".sidebar a[href='/docs/short/']");
    await link.hover();
    await link.focus();
    await link.click();
    gate.release();
    await page.locator("h1", { hasText: "Short" }).waitFor();
    expect(chunks().filter((path) => path === "/docs/short/index.json").length).toBe(1);
    await follow(page.locator(".sidebar a[href='/docs/long/']"), "Long");
    expect(chunks().filter((path) => path === "/docs/long/index.json").length).toBe(1);
  });
});

describe("2.5", () => {
  test("2.5 prefetching waits for the load event, with two requests at a time and low priority", async () => {
    const { page } = await read(main, {
      ...generous,
      before: [
        () => {
          const asked: string[] = [];
          Object.assign(window, { asked });
          const plain = fetch;
          window.fetch = (input, init) => {
            if (String(input).includes("index.json")) asked.push(`${document.readyState} ${init?.priority}`);
            return plain(input, init);
          };
        },
      ],
    });
    const asked = () => page.evaluate(() => (window as unknown as { asked: string[] }).asked);
    const chunk = main.hold(/index\.json$/);
    // An image that delays the load event.
    const picture = main.hold("/img/square.svg");
    main.rule("/docs/start/", {
      body: (shell) => shell.replace("</body>", '<img src="/img/square.svg" alt=""></body>'),
    });
    const going = page.goto("/docs/start/");
    await page.waitForFunction(settled);
    await picture.arrived;
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    expect([await page.evaluate(() => document.readyState), await asked()]).toEqual(["interactive", []]);
    picture.release();
    await going;
    await chunk.arrived;
    await expect.poll(asked).toEqual(["complete low", "complete low"]);
    chunk.release();
    await expect.poll(async () => (await asked()).length).toBeGreaterThan(4);
  });

  test("2.5 at most 300 KB are prefetched per page view", async () => {
    const { page, open, follow } = await read(main, generous);
    await open("/heap/");
    const heavy = () => chunks().filter((path) => path.startsWith("/big-")).length;
    // Each page is about 200 kB. At most one more request is pending when the budget is used up.
    await expect.poll(heavy).toBeGreaterThanOrEqual(2);
    await page.waitForLoadState("networkidle");
    expect(heavy()).toBeLessThanOrEqual(3);
    const spent = heavy();
    await follow(page.getByRole("link", { name: "Big 0" }), "Big 0");
    await page.goBack();
    await page.locator("h1", { hasText: "Heap" }).waitFor();
    await expect.poll(heavy).toBeGreaterThan(spent);
  });

  test("2.5 a prefetch that fails is silent, and the page can still be opened", async () => {
    const { page, open, said, follow } = await read(main, generous);
    const heal = main.rule("/docs/short/index.json", { status: 500 });
    const failed = page.waitForResponse("**/docs/short/index.json");
    await open("/docs/start/");
    await failed;
    heal();
    await follow(page.locator(".sidebar a[href='/docs/short/']"), "Short");
    expect(said().filter((message) => !message.includes("Failed to load resource"))).toEqual([]);
    expect(await page.title()).toBe("Short | Harness");
  });
});

describe("2.6", () => {
  for (const [what, connection] of Object.entries(slow)) {
    test(`2.6 nothing is prefetched with ${what}`, async () => {
      const { page, open } = await read(main, { frugal: false, before: [connection] });
      await open("/docs/start/");
      await page.locator(".sidebar a[href='/docs/short/']").hover();
      await page.locator(".sidebar a[href='/docs/long/']").focus();
      const answers = await page.evaluate(() => [
        window.docgen?.prefetch("/docs/plain/"),
        window.docgen?.preload("/docs/plain/"),
      ]);
      expect(answers).toEqual([false, false]);
      await page.waitForLoadState("networkidle");
      expect(chunks()).toEqual([]);
    });
  }

  test("2.6 without navigator.connection, the connection counts as fast", async () => {
    const { page, open } = await read(main, {
      frugal: false,
      before: [() => Object.defineProperty(navigator, "connection", { value: undefined })],
    });
    const fetched = page.waitForRequest("**/docs/short/index.json");
    await open("/docs/start/");
    await fetched;
  });

  test("2.6 prefetching the same page again does nothing", async () => {
    const { page, open } = await read(main, generous);
    await open("/glossary/");
    const answers = await page.evaluate(async () => {
      const { prefetch, preload } = window.docgen ?? {};
      const kinds = [prefetch?.("/docs/plain/"), prefetch?.("/docs/plain/"), preload?.("/docs/plain/")];
      kinds.push(preload?.("/docs/plain/"), prefetch?.("/docs/plain/"), preload?.("/docs/plain/index.html"));
      await Promise.all(kinds);
      return kinds.map((kind) => kind === false);
    });
    expect(answers).toEqual([false, true, false, true, true, true]);
    expect(chunks().filter((path) => path === chunk("/docs/plain/")).length).toBe(1);
  });
});
