/**
 * The site's specification: how pages load, what can go wrong, and how failures are reported (sections 2, 4, 5, 7, and
 * 8).
 */

import { spawnSync } from "node:child_process";
import { expect } from "vitest";
import { chunksOf, saveData } from "./harness/reader.ts";
import { binary, ownSite, site } from "./harness/site.ts";
import { line, visitor } from "./harness/spec.ts";

const own = await ownSite();
const misconfigured = await site("main", {});
const chunk = (path: string) => `${path}index.json`;
const voice = "/docs/voice/";
const toVoice = ".sidebar a[href='/docs/voice/']";

/** Makes the properties of islands unreadable until `window.healed` is set. */
function breakIslands(): void {
  const plain = JSON.parse;
  JSON.parse = (text: string, ...rest: []) => {
    if (!text.startsWith('{"source"') || (window as { healed?: boolean }).healed) return plain(text, ...rest);
    throw new Error("the island is broken", { cause: new Error("for a reason") });
  };
}

/** Returns all messages except the browser's own reports of failed requests. */
const spoken = (said: string[]) => said.filter((message) => !message.includes("Failed to load resource"));

line("2.10", "while a page is loading, a spinner is shown", async () => {
  const { page, visit, said } = await visitor(own);
  const gate = own.hold(chunk(voice));
  await visit("/docs/voice.html");
  await gate.arrived;
  await page.getByRole("status", { name: "Loading" }).locator("svg").waitFor();
  gate.release();
  await page.locator("h1", { hasText: "Voice" }).waitFor();
  expect(spoken(said())).toEqual([]);
});

line("2.11", "if loading fails, a red box shows the error with a Retry button", async () => {
  const { page, open, said } = await visitor(own, {
    before: [() => sessionStorage.setItem("docgen.reload", "/docs/voice/")],
  });
  await open("/docs/quickstart/");
  const heal = own.rule(chunk(voice), { status: 500 });
  await page.click(toVoice);
  const box = page.getByRole("alert");
  await box.waitFor();
  expect(await box.locator("p").textContent()).toContain("500");
  expect(await box.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe("rgb(200, 30, 30)");
  heal();
  await box.getByRole("button", { name: "Retry" }).click();
  await page.locator("h1", { hasText: "Voice" }).waitFor();
  expect(spoken(said())).toEqual([]);
});

line("2.12", "a crashed page shows a notice, with Try again, the error message, and the cause chain", async () => {
  const { page, visit, said } = await visitor(own, { before: [breakIslands] });
  await visit("/docs/request-lifecycle/");
  await page.getByRole("heading", { name: "This page crashed.", exact: true }).waitFor();
  expect(await page.textContent(".crash p")).toBe("the island is broken\n\nCause:\nfor a reason");
  await page.evaluate(() => Object.assign(window, { healed: true }));
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator("h1", { hasText: "Request lifecycle" }).waitFor();
  said();
});

line("2.13", "a failed route preload reloads the whole page", async () => {
  const { page, open, said } = await visitor(own);
  await open("/docs/quickstart/");
  await page.evaluate(() => Object.assign(window, { same: true }));
  own.rule(chunk(voice), { status: 503 });
  await page.click(toVoice);
  await page.locator("h1", { hasText: "Voice" }).waitFor();
  expect(await page.evaluate(() => "same" in window)).toBe(false);
  expect(spoken(said())).toEqual([expect.stringContaining("can't be loaded; loading the whole page")]);
});

line("2.14", "a route change scrolls to the hash target, or to the top", async () => {
  const { page, open, scrollTo, follow } = await visitor(own);
  await open("/docs/request-lifecycle/");
  await scrollTo(1500);
  await follow(page.locator(".sidebar a[href='/docs/quickstart/']"), "Quickstart");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await follow(page.locator(".prose a[href='/docs/request-lifecycle/#scopes']").first(), "Request lifecycle");
  const top = () => page.locator("#scopes").evaluate((heading) => heading.getBoundingClientRect().top);
  await expect.poll(top).toBeLessThan(200);
  expect(await top()).toBeGreaterThanOrEqual(0);
  await page.evaluate(() => {
    location.hash = "#errors";
  });
  await page.waitForFunction(() => (document.getElementById("errors")?.getBoundingClientRect().top ?? 999) < 200);
});

line("2.15", "a progress bar appears if navigation takes longer than 200 ms", async () => {
  const { page, open, rest } = await visitor(own);
  await page.clock.install({ time: 0 });
  await open("/docs/quickstart/");
  await page.clock.pauseAt(600_000);
  const gate = own.hold(chunk(voice));
  await page.click(toVoice);
  await gate.arrived;
  await rest();
  await page.clock.runFor(199);
  expect(await page.locator(".progress-bar").count()).toBe(0);
  await page.clock.runFor(2);
  await page.locator(".progress-bar").waitFor({ state: "attached" });
  gate.release();
  await page.clock.resume();
  await page.locator("h1", { hasText: "Voice" }).waitFor();
});

line("2.16", "links are prefetched on hover or when visible, but not on 2G or data-saver connections", async () => {
  const generous = await visitor(own, { frugal: false });
  const seen = chunksOf(generous.page);
  await generous.open("/docs/quickstart/");
  await expect.poll(() => seen).toContain(chunk("/docs/introduction/"));
  const hovered = await visitor(own, {
    frugal: false,
    before: [
      () =>
        Object.assign(window, {
          IntersectionObserver: class {
            observe() {}
            disconnect() {}
            unobserve() {}
          },
        }),
    ],
  });
  const before = chunksOf(hovered.page);
  await hovered.open("/docs/quickstart/");
  await hovered.page.waitForLoadState("networkidle");
  expect(before).toEqual([]);
  const asked = hovered.page.waitForRequest(`**${chunk(voice)}`);
  await hovered.page.hover(toVoice);
  await asked;
  const slow = () => Object.defineProperty(navigator, "connection", { value: { effectiveType: "2g" } });
  for (const connection of [slow, saveData]) {
    const frugal = await visitor(own, { frugal: false, before: [connection] });
    const fetched = chunksOf(frugal.page);
    await frugal.open("/docs/quickstart/");
    await frugal.page.hover(toVoice);
    await frugal.page.waitForLoadState("networkidle");
    expect(fetched).toEqual([]);
  }
});

line("5.1", "a misconfigured navbar item causes an error that names the item", async () => {
  const config = `printf '%s\\n' '[[navbar.items]]' 'type = "dcoSidebar"' 'label = "Odd"' > docgen.toml && mkdir -p content/docs && echo '# A' > content/docs/a.md && exec "$0" check`;
  const run = spawnSync("sh", ["-c", `cd "$(mktemp -d)" && ${config}`, binary], { encoding: "utf8" });
  expect(run.status).toBe(1);
  expect(run.stderr).toContain("error[navbar-item]: navbar item 1: unknown type `dcoSidebar`");
  expect(run.stderr).toContain('"label": "Odd"');
  const { page, visit, said } = await visitor(misconfigured);
  misconfigured.rule("/docs/start/", {
    body: (shell) => shell.replace(/("type":")docSidebar(")/, "$1dcoSidebar$2"),
  });
  await visit("/docs/start/");
  await page.getByRole("heading", { name: "This page crashed", exact: true }).waitFor();
  expect(await page.textContent(".crash p")).toContain("dcoSidebar");
  said();
});

line("7.1", "chunks for route pages are fetched", async () => {
  const { page, open, follow } = await visitor(own);
  await open("/docs/quickstart/");
  expect(own.requests.filter((path) => path.endsWith("index.json"))).toEqual([]);
  await follow(page.locator(toVoice), "Voice");
  await follow(page.locator(".navbar a[href='/blog/']"), "Blog");
  const fetched = own.requests.filter((path) => path.endsWith("index.json"));
  expect(fetched).toEqual([chunk(voice), chunk("/blog/")]);
});

line("7.4", "an analytics container is configured, and page views follow the title", async () => {
  const { page, open, follow } = await visitor(own);
  const asked = page.waitForRequest(/googletagmanager\.com\/gtm\.js\?id=GTM-BENCHTOP/);
  await open("/docs/quickstart/");
  await asked;
  await follow(page.locator(toVoice), "Voice");
  const pushed = await page.evaluate(() => JSON.stringify((window as unknown as { dataLayer: unknown[] }).dataLayer));
  expect(pushed).toContain("gtm.js");
  expect(pushed).toContain("/docs/voice/");
});

line("7.5", "nothing else is requested from another host", async () => {
  const { page, open, follow } = await visitor(own);
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(own.url) && !request.url().startsWith("data:")) foreign.push(request.url());
  });
  for (const path of ["/", "/docs/request-lifecycle/", "/api/browser-act/", "/blog/"]) await open(path);
  await follow(page.locator(".post-entry h2 a").first(), "Beautiful API keys");
  await page.waitForLoadState("networkidle");
  expect(foreign.filter((url) => !url.includes("/gtm.js?"))).toEqual([]);
});

line("8.1", "page crash: This page crashed, with Try again, error message, and cause chain", async () => {
  const { page, visit, said } = await visitor(own, { before: [breakIslands] });
  await visit("/docs/levels-of-autonomy/");
  await page.getByRole("heading", { name: "This page crashed.", exact: true }).waitFor();
  expect(await page.locator(".crash button").allTextContents()).toEqual(["Try again"]);
  await page.locator(".navbar a[href='/blog/']").click();
  await page.locator("h1", { hasText: "Blog" }).waitFor();
  said();
});

line("8.2", "page load failure: a red box with the error and a Retry button", async () => {
  const { page, open, said } = await visitor(own, {
    before: [() => sessionStorage.setItem("docgen.reload", "/blog/archive/")],
  });
  await open("/blog/");
  own.rule(chunk("/blog/archive/"), { abort: true });
  await page.locator(".blog-sections a", { hasText: "Archive" }).click();
  await page.getByRole("alert").getByRole("button", { name: "Retry" }).waitFor();
  said();
});

line("8.3", "fallback page title: Page Error", async () => {
  const { page, visit, said } = await visitor(misconfigured);
  misconfigured.rule("/docs/start/", {
    body: (shell) => shell.replace(/("type":")docSidebar(")/, "$1dcoSidebar$2"),
  });
  await visit("/docs/start/");
  await page.getByRole("heading", { name: "This page crashed", exact: true }).waitFor();
  await expect.poll(() => page.title()).toBe("Page Error");
  said();
});

line("8.4", "wrong base URL configuration: a banner that suggests a base URL", async () => {
  const { page, visit, said } = await visitor(own);
  own.rule(/\/_docgen\/.*\.(js|css)$/, { status: 404 });
  await visit("/");
  const banner = page.getByText("This site didn't load properly.");
  await banner.waitFor();
  expect(await banner.textContent()).toContain("Its base URL is set to /, but the URL of this page suggests /.");
  said();
});

line("8.7", "browser storage unavailable: a warning is logged, and storage calls do nothing", async () => {
  const { page, open, said } = await visitor(own, {
    before: [
      () =>
        Object.defineProperty(window, "localStorage", {
          get() {
            throw new DOMException("denied", "SecurityError");
          },
        }),
    ],
  });
  await open("/docs/quickstart/");
  await page.click(".navbar .color-toggle");
  expect(await page.getAttribute("html", "data-theme-choice")).toBe("light");
  expect(said()).toEqual(["warning: docgen: storage is unavailable, so choices won't be saved."]);
});

line("8.8", "misconfigured navbar item: an error that names the item", async () => {
  const { page, visit, said } = await visitor(misconfigured);
  misconfigured.rule("/docs/start/", {
    body: (shell) => shell.replace(/("type":")docSidebar(")/, "$1dcoSidebar$2"),
  });
  await visit("/docs/start/");
  await page.getByRole("heading", { name: "This page crashed", exact: true }).waitFor();
  const text = await page.textContent(".crash p");
  expect(text).toMatch(/1/);
  expect(text).toContain('"type": "dcoSidebar"');
  said();
});
