/** From page to page in the browser: sections 1 to 5 of the behaviour. */

import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { launch, saveData, type Visit, visit } from "./browser.ts";
import { buildSite, type SiteServer, serveSite } from "./site.ts";

let browser: Browser;
let built: Awaited<ReturnType<typeof buildSite>>;
let server: SiteServer;
let reader: Visit;

beforeAll(async () => {
  [browser, built] = await Promise.all([launch(), buildSite({ analytics: { container: "GTM-1" } })]);
});

afterAll(async () => {
  await browser.close();
  await built.remove();
});

beforeEach(async () => {
  server = await serveSite(built.dist);
  reader = await visit(browser);
});

afterEach(async () => {
  await reader.close();
  server.close();
});

const open = (path: string) => reader.open(server.url + path);
const titled = (name: string) => reader.page.waitForFunction((title) => document.title === title, `${name} | Fixture`);
const click = (selector: string) =>
  reader.page.evaluate((at) => document.querySelector<HTMLElement>(at)?.click(), selector);
const scroll = (to?: number) =>
  reader.page.evaluate((top) => {
    if (top !== undefined) scrollTo({ top, behavior: "instant" });
    return scrollY;
  }, to);
const chunks = (name: string) => server.asked.filter((path) => path === `/docs/${name}/index.json`).length;

describe("boot", () => {
  test("fetches no chunk for itself, and leaves its mark", async () => {
    await open("/docs/a/");
    expect(chunks("a")).toBe(0);
    expect(await reader.page.evaluate(() => Object.isFrozen(window.docgen))).toBe(true);
    expect(await reader.page.evaluate(() => Object.keys(window.docgen ?? {}))).toEqual(["prefetch", "preload"]);
  });

  test("where the app cannot load, the start page says so, and only there", async () => {
    await reader.page.route("**/_docgen/**", (route) => route.abort());
    await reader.page.goto(server.url);
    const banner = await reader.page.textContent("#docgen-base-url-banner");
    expect(banner).toBe("This site did not load properly. Its base URL is set to /; this address suggests /.");
    await reader.page.goto(`${server.url}/docs/a/`);
    expect(await reader.page.$("#docgen-base-url-banner")).toBeNull();
  });
});

describe("a followed link", () => {
  test("changes address, title, head and content together, without loading a document", async () => {
    await open("/docs/a/");
    await reader.page.evaluate(() => Object.assign(window, { same: true }));
    await scroll(600);
    await click("#to-b");
    await titled("b");
    expect(await reader.at()).toBe("/docs/b/");
    expect(await reader.page.evaluate(() => "same" in window)).toBe(true);
    expect(await reader.page.textContent(".article h1")).toBe("B");
    expect(await reader.page.getAttribute("meta[name=description]", "content")).toBe("b");
    expect(await reader.page.$$eval("meta[name=description]", (all) => all.length)).toBe(1);
    expect(await scroll()).toBe(0);
  });

  test("is told to screen readers and to the analytics, after the title is set", async () => {
    await open("/docs/a/");
    expect(await reader.page.textContent("[role=status]")).toBe("");
    await click("#to-b");
    await titled("b");
    expect(await reader.page.textContent("[role=status]")).toBe("b | Fixture");
    const layer = await reader.page.evaluate(() => (window as unknown as { dataLayer: object[] }).dataLayer);
    expect(layer).toEqual([{ event: "page_view", page_title: "b | Fixture", page_location: `${server.url}/docs/b/` }]);
  });

  test("resets the focus, so that Tab finds the skip link", async () => {
    await open("/docs/a/");
    await click("#to-b");
    await titled("b");
    await reader.page.keyboard.press("Tab");
    expect(await reader.page.evaluate(() => document.activeElement?.className)).toBe("skip-link");
    await reader.page.keyboard.press("Enter");
    expect(await reader.page.evaluate(() => document.activeElement?.tagName)).toBe("MAIN");
  });

  test("to a file, or with a key held, is the browser's", async () => {
    await open("/docs/a/");
    await click("#to-file");
    await reader.page.waitForURL("**/docs/a.md").catch(() => {});
    expect(chunks("a.md")).toBe(0);
    expect(server.asked).toContain("/docs/a.md");
    await open("/docs/a/");
    const [other] = await Promise.all([
      reader.page.context().waitForEvent("page"),
      reader.page.click("#to-b", { modifiers: ["Control"] }),
    ]);
    await other.close();
    expect(await reader.at()).toBe("/docs/a/");
  });
});

describe("a pending navigation", () => {
  beforeEach(async () => {
    await reader.page.addInitScript(saveData);
    server.delays.set("/docs/slow/index.json", 700);
    await open("/docs/a/");
  });

  test("keeps the old page, and shows the bar after 200 ms until the new one is there", async () => {
    await click("#to-slow");
    await reader.page.waitForTimeout(100);
    expect(await reader.page.$(".progress-bar")).toBeNull();
    expect(await reader.page.title()).toBe("a | Fixture");
    await reader.page.waitForSelector(".progress-bar", { timeout: 400 });
    expect(await reader.page.textContent(".article h1")).toBe("A");
    await titled("slow");
    await reader.page.waitForSelector(".progress-bar", { state: "detached" });
  });

  test("that is quickly over shows no bar", async () => {
    await reader.page.evaluate(() => {
      new MutationObserver(() => {
        if (document.querySelector(".progress-bar")) Object.assign(window, { bar: true });
      }).observe(document.body, { childList: true, subtree: true });
    });
    await click("#to-b");
    await titled("b");
    await reader.page.waitForTimeout(300);
    expect(await reader.page.evaluate(() => "bar" in window)).toBe(false);
  });

  test("gives way to a newer one", async () => {
    await click("#to-slow");
    await click("#to-b");
    await titled("b");
    await reader.page.waitForTimeout(900);
    expect(await reader.page.title()).toBe("b | Fixture");
  });
});

describe("scroll", () => {
  test("is restored on the way back, after pages and after jumps", async () => {
    await open("/docs/a/");
    await scroll(500);
    await click("#to-b");
    await titled("b");
    await reader.page.goBack();
    await titled("a");
    await expect.poll(() => scroll()).toBe(500);
    await click(".toc a[href='#two']");
    await expect.poll(() => scroll()).toBeGreaterThan(600);
    await reader.page.goBack();
    await expect.poll(() => scroll()).toBe(500);
    await reader.page.goForward();
    await expect.poll(() => scroll()).toBeGreaterThan(600);
  });

  test("goes to a heading, below the navbar", async () => {
    await open("/docs/b/");
    await reader.page.evaluate(() => {
      const link = document.querySelector<HTMLAnchorElement>(".sidebar a[href='/docs/a/']");
      if (link) link.href = "/docs/a/#two";
    });
    await click(".sidebar a[href='/docs/a/#two']");
    await titled("a");
    const top = () => reader.page.evaluate(() => document.getElementById("two")?.getBoundingClientRect().top ?? 0);
    const navbar = await reader.page.evaluate(
      () => document.querySelector(".navbar")?.getBoundingClientRect().height ?? 0,
    );
    await expect.poll(top).toBeGreaterThanOrEqual(navbar);
    expect(await top()).toBeLessThan(400);
  });

  test("marks the heading the reader is at", async () => {
    await open("/docs/a/");
    await click(".toc a[href='#two']");
    await reader.page.waitForSelector(".toc a[href='#two'][aria-current=true]");
    await scroll(0);
    await reader.page.waitForSelector(".toc a[href='#one'][aria-current=true], .toc:not(:has([aria-current]))");
  });
});

describe("loading ahead", () => {
  test("prefetches links in view, preloads what is pointed at, each page once", async () => {
    await open("/docs/a/");
    await expect.poll(() => chunks("b")).toBe(1);
    await reader.page.hover("#to-b");
    await click("#to-b");
    await titled("b");
    expect(chunks("b")).toBe(1);
    expect(await reader.page.evaluate(() => window.docgen?.preload("/docs/b"))).toBe(false);
  });

  test.each(["mouseover", "focusin", "touchstart"])("preloads on %s", async (event) => {
    const leaf = () => server.asked.filter((path) => path === "/docs/g/deep/leaf/index.json").length;
    await open("/docs/a/");
    await expect.poll(() => chunks("b")).toBe(1);
    expect(leaf()).toBe(0);
    await reader.page.dispatchEvent("#to-far", event);
    await expect.poll(leaf).toBe(1);
    await reader.page.dispatchEvent("#to-far", event);
    await reader.page.waitForTimeout(100);
    expect(leaf()).toBe(1);
  });

  test("does neither where data is dear", async () => {
    await reader.page.addInitScript(saveData);
    await open("/docs/a/");
    await reader.page.hover("#to-b");
    await reader.page.waitForTimeout(300);
    expect(chunks("b")).toBe(0);
    await click("#to-b");
    await titled("b");
  });
});

describe("a page that does not load", () => {
  const failing = "/docs/fail/index.json";

  beforeEach(async () => {
    await reader.page.addInitScript(saveData);
    server.failing.add(failing);
    await open("/docs/a/");
  });

  test("is loaded whole, once; then the red box offers another try", async () => {
    await click("#to-fail");
    await reader.page.waitForURL("**/docs/fail/");
    expect(reader.messages.filter((message) => message.startsWith("warning"))).toHaveLength(1);
    await open("/docs/a/");
    await click("#to-fail");
    const box = reader.page.locator(".load-error[role=alert]");
    await box.waitFor();
    expect(await box.locator("p").textContent()).toBe(`LoadError: ${failing} was answered with 500`);
    expect(await box.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe("rgb(200, 30, 30)");
    expect(await reader.page.title()).toBe("Page Error");

    server.failing.clear();
    server.delays.set(failing, 600);
    server.replaced.set(failing, JSON.stringify({ ...JSON.parse(await chunkOf("slow")), path: "/docs/fail/" }));
    await box.getByRole("button", { name: "Retry" }).click();
    const spinner = reader.page.getByRole("status", { name: "Loading" });
    await spinner.waitFor({ state: "attached" });
    expect(await spinner.locator("svg").count()).toBe(0);
    await spinner.locator("svg").waitFor();
    await titled("slow");
    expect(await reader.at()).toBe("/docs/fail/");
  });

  test("of another deployment is loaded whole", async () => {
    server.replaced.set("/docs/b/index.json", JSON.stringify({ ...JSON.parse(await chunkOf("b")), build: "other" }));
    await reader.page.evaluate(() => Object.assign(window, { same: true }));
    await click("#to-b");
    await reader.page.waitForURL("**/docs/b/");
    await reader.page.waitForSelector("html[data-has-hydrated]");
    expect(await reader.page.evaluate(() => "same" in window)).toBe(false);
  });

  test("because it does not exist is the 404 page, inside the layout", async () => {
    await click("#to-nope");
    await reader.page.waitForFunction(() => document.title.startsWith("Page not found"));
    expect(await reader.at()).toBe("/docs/nope/");
    expect(await reader.page.isVisible(".navbar")).toBe(true);
  });

  async function chunkOf(name: string): Promise<string> {
    return (await fetch(`${server.url}/docs/${name}/index.json`)).text();
  }
});

describe("an address written in another way", () => {
  test.each([
    ["/docs/b.html", "/docs/b/"],
    ["/docs/b.html?x=1#y", "/docs/b/?x=1#y"],
    ["/docs/b", "/docs/b/"],
  ])("%s is %s", async (written, meant) => {
    await reader.page.goto(server.url + written);
    await titled("b");
    expect(await reader.at()).toBe(meant);
  });

  test("that means nothing stays as it is", async () => {
    await reader.page.goto(`${server.url}/docs/nope`);
    await reader.page.waitForSelector("html[data-has-hydrated]");
    await reader.page.waitForTimeout(300);
    expect(await reader.at()).toBe("/docs/nope");
    expect(await reader.page.textContent("h1")).toBe("Page not found");
  });
});

describe("a site that has changed while serving", () => {
  test("shows the new body in place, and its new navigation", async () => {
    await open("/docs/a/");
    await scroll(500);
    const chunk = JSON.parse(await (await fetch(`${server.url}/docs/a/index.json`)).text());
    server.replaced.set(
      "/docs/a/index.json",
      JSON.stringify({ ...chunk, html: chunk.html.replace(">A<", ">Changed<") }),
    );
    const tree = await (await fetch(`${server.url}/_docgen/nav/docs.1.json`)).text();
    server.replaced.set("/_docgen/nav/docs.1.json", tree.replace("Always open", "Renamed"));
    await reader.page.evaluate(() => dispatchEvent(new Event("docgen:changed")));
    await reader.page.getByRole("heading", { name: "Changed" }).waitFor({ state: "attached" });
    expect(await reader.page.textContent(".sidebar")).toContain("Renamed");
    expect(await scroll()).toBe(500);
  });
});

describe("a crash", () => {
  test("of an island leaves the layout, and Try again brings the page back", async () => {
    let broken = true;
    await reader.page.route("**/Diagram-*.js", (route) => (broken ? route.abort() : route.continue()));
    await open("/docs/b/");
    await reader.page.getByRole("heading", { name: "This page crashed." }).waitFor();
    expect(await reader.page.isVisible(".navbar")).toBe(true);
    expect(await reader.page.getByRole("button", { name: "Try again" }).isVisible()).toBe(true);
    broken = false;
    await click(".sidebar a[href='/docs/a/']");
    await titled("a");
    expect(await reader.page.textContent(".article h1")).toBe("A");
  });

  test("of the layout is told with its cause, under its own title", async () => {
    const { remove, dist } = await buildSite();
    const broken = await serveSite(dist);
    try {
      const shell = await (await fetch(`${broken.url}/docs/a/`)).text();
      broken.replaced.set(
        "/docs/a/",
        shell.replace(
          '"type":"default","position":"left","label":"Other"',
          '"type":"nope","position":"left","label":"Other"',
        ),
      );
      await reader.page.goto(`${broken.url}/docs/a/`);
      await reader.page.getByRole("heading", { name: "This page crashed", exact: true }).waitFor();
      expect(await reader.page.title()).toBe("Page Error");
      expect(await reader.page.textContent(".crash p")).toMatch(
        /^Navbar item 2 cannot be shown: its type "nope" is unknown\.\n\{\n {2}"id": "1",[\s\S]*\n\nCause:\nits type "nope" is unknown$/,
      );
    } finally {
      broken.close();
      await remove();
    }
  });
});
