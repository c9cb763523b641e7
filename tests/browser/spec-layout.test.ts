/** The site's specification: the shared layout, its states, links, and constants (sections 2, 4, 6, and 9). */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { mobile, settled } from "./harness/reader.ts";
import { ownSite, site } from "./harness/site.ts";
import { line, visitor } from "./harness/spec.ts";

const own = await ownSite();
const files = await site("files");
const toggle = ".navbar .color-toggle";

line("2.20", "skip link, announcement bar, fixed top navbar, main content, footer, in this order", async () => {
  const { page, open, scrollTo } = await visitor(own);
  await open("/docs/quickstart/");
  const order = await page.$$eval(".skip-link, .announcement, .navbar, main, .footer", (parts) =>
    parts.map((part) => part.className.split(" ")[0] || part.tagName),
  );
  expect(order).toEqual(["skip-link", "announcement", "navbar", "main", "footer"]);
  await page.keyboard.press("Tab");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to main content");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("MAIN");
  await scrollTo(1200);
  expect(await page.locator(".navbar").evaluate((bar) => bar.getBoundingClientRect().top)).toBe(0);
});

line("2.21", "navbar: API docs, Docs, Blog, community chat, Login, Sign Up, in this order", async () => {
  const { page, open } = await visitor(own);
  await open("/docs/quickstart/");
  const links = await page.$$eval(".navbar-items .navbar-link", (all) =>
    all
      .filter((link) => !link.closest(".dropdown"))
      .map((link) => [link.firstChild?.textContent, link.getAttribute("href")]),
  );
  expect(links).toEqual([
    ["API docs", "/api/intro/"],
    ["Docs", "/docs/introduction/"],
    ["Blog", "/blog/"],
    ["Community", "https://chat.benchtop.example"],
    ["Login", "https://app.benchtop.example/login"],
    ["Sign Up", "https://app.benchtop.example/signup"],
  ]);
  for (const [path, label] of [
    ["/docs/voice/", "Docs"],
    ["/api/browser-act/", "API docs"],
    ["/blog/archive/", "Blog"],
  ] as const) {
    await open(path);
    expect(await page.locator(".navbar-items a[aria-current=page]").allTextContents(), path).toContain(label);
  }
});

line("2.23", "at or below 996 px, the navbar is a hamburger sidebar with a way back to the main menu", async () => {
  const { page, open } = await visitor(own, { viewport: { width: 996, height: 800 } });
  await open("/docs/quickstart/");
  expect(await page.locator(".navbar-toggle").isVisible()).toBe(true);
  expect(await page.locator(".navbar-items").first().isVisible()).toBe(false);
  await page.click(".navbar-toggle");
  const panel = page.getByRole("dialog");
  await panel.getByRole("button", { name: "← Back to main menu" }).click();
  await expect.poll(() => panel.getByRole("link", { name: "Blog" }).isVisible()).toBe(true);
});

line("2.24", "a language dropdown lists locale labels; only English exists", async () => {
  const { page, open } = await visitor(own);
  await open("/docs/quickstart/");
  await page.locator(".dropdown-trigger").hover();
  expect(await page.locator(".dropdown-menu a").allTextContents()).toEqual(["English"]);
});

line("2.25", "the footer shows only a copyright line, with no link columns", async () => {
  const { page, open } = await visitor(own);
  await open("/");
  expect((await page.textContent(".footer"))?.trim()).toBe("Copyright © 2025 Benchtop.");
  expect(await page.locator(".footer a, .footer ul").count()).toBe(0);
});

line("2.26", "the table of contents covers heading levels 2 to 5", async () => {
  const { page, open } = await visitor(own);
  await open("/docs/request-lifecycle/");
  const listed = await page.$$eval(".toc .toc-link", (links) =>
    links.map((link) => document.querySelector(link.getAttribute("href") ?? "")?.tagName),
  );
  const all = await page.$$eval(".prose :is(h2, h3, h4, h5)[id]", (headings) => headings.map(({ tagName }) => tagName));
  expect(listed).toEqual(all);
  expect(new Set(listed)).toContain("H4");
});

line("2.27", "the blog shows reading time, and its sidebar groups posts by year", async () => {
  const { page, open } = await visitor(own);
  await open("/blog/introducing-benchtop/");
  expect(await page.textContent(".post-header .post-meta > p")).toBe("November 19, 2024 · 5 min read");
  const years = await page.locator(".sidebar [role=group] > h3").allTextContents();
  expect(years).toEqual(["2025", "2024"]);
  expect(await page.locator(".sidebar a[aria-current=page]").textContent()).toBe("Introducing Benchtop");
});

line("2.28", "API pages offer code samples in 18 languages", async () => {
  const { page, open } = await visitor(own);
  await open("/api/browser-act/");
  const tabs = page.getByRole("tablist", { name: "Languages" }).getByRole("tab");
  await tabs.first().waitFor();
  const names = (await tabs.allTextContents()).map((name) => name.toLowerCase().replace(".", ""));
  const promised =
    "curl nodejs python go c# ruby php java powershell dart javascript c objective-c ocaml r swift kotlin rust";
  expect(names.slice(0, 18)).toEqual(promised.split(" "));
});

line("2.29", "code, including Bash code, is highlighted with a light theme and a dark theme", async () => {
  const { page, open } = await visitor(own, { colorScheme: "light" });
  await open("/docs/quickstart/");
  const colors = () =>
    page.$$eval("[data-language=bash] code span", (spans) => [
      ...new Set(spans.map((span) => getComputedStyle(span).color)),
    ]);
  const light = await colors();
  expect(light.length).toBeGreaterThan(2);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  const dark = await colors();
  expect(dark.length).toBeGreaterThan(2);
  expect(dark.filter((color) => light.includes(color))).toEqual([]);
});

line("2.30", "diagrams use the default theme in light mode and the dark theme in dark mode", async () => {
  const { page, open } = await visitor(own, { colorScheme: "light" });
  await open("/docs/request-lifecycle/");
  const drawing = page.locator("[data-island=diagram] svg").first();
  await drawing.scrollIntoViewIfNeeded();
  await drawing.waitFor();
  const light = await drawing.locator("style").textContent();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForFunction((before) => {
    const style = document.querySelector("[data-island=diagram] svg style")?.textContent;
    return style !== undefined && style !== before;
  }, light);
});

line("4.1", "page: loading, loaded, crashed, load-failed; Retry loads a failed page again", async () => {
  const { page, open, said } = await visitor(own, {
    before: [() => sessionStorage.setItem("docgen.reload", "/docs/prompt/")],
  });
  await open("/docs/quickstart/");
  const heal = own.rule("/docs/prompt/index.json", { abort: true });
  await page.click(".sidebar a[href='/docs/prompt/']");
  await page.getByRole("alert").waitFor();
  heal();
  await page.getByRole("button", { name: "Retry" }).click();
  await page.locator("h1", { hasText: "Prompt" }).waitFor();
  expect(await page.locator("[role=alert], .spinner").count()).toBe(0);
  said();
});

line("4.2", "color mode: light or dark, light without a preference, kept and shared between tabs", async () => {
  const light = await visitor(own, { colorScheme: "no-preference" });
  await light.open("/docs/quickstart/");
  expect(await light.page.getAttribute("html", "data-theme")).toBe("light");
  const { page, open } = await visitor(own, { colorScheme: "dark" });
  await open("/docs/quickstart/");
  expect(await page.getAttribute("html", "data-theme")).toBe("dark");
  const other = await page.context().newPage();
  await other.goto("/blog/");
  await other.waitForFunction(settled);
  await page.click(toggle);
  expect(await page.getAttribute("html", "data-theme")).toBe("light");
  await other.waitForFunction(() => document.documentElement.dataset.theme === "light");
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("light");
  await page.reload();
  expect(await page.getAttribute("html", "data-theme")).toBe("light");
});

line("4.3", "announcement bar: dismissible, remembered, shown again when its id changes", async () => {
  const { page, open } = await visitor(own);
  await open("/docs/quickstart/");
  await page.locator(".announcement").getByRole("button", { name: "Close" }).click();
  expect(await page.locator(".announcement").count()).toBe(0);
  await open("/blog/");
  expect(await page.locator(".announcement").count()).toBe(0);
  await page.evaluate(() => localStorage.setItem("docgen.announcement.id", "an-older-one"));
  await open("/docs/quickstart/");
  await page.locator(".announcement").waitFor();
});

line("4.4", "mobile sidebar: opens and closes; closes when the screen is widened or the reader goes back", async () => {
  const { page, open, follow, at } = await visitor(own, { viewport: mobile });
  await open("/blog/");
  await follow(page.locator(".post-entry h2 a").first(), "Beautiful API keys");
  const panel = page.getByRole("dialog");
  const openPanel = async () => {
    await page.click(".navbar-toggle");
    await panel.waitFor();
  };
  await openPanel();
  expect(await panel.getByRole("link", { name: "Introducing Benchtop" }).isVisible()).toBe(true);
  await panel.getByRole("button", { name: "Close navigation bar" }).click();
  await panel.waitFor({ state: "detached" });
  await openPanel();
  await page.goBack();
  await panel.waitFor({ state: "detached" });
  // The browser has already gone back, and the app makes the browser go forward again.
  await expect.poll(at).toBe("/blog/beautiful-api-keys/");
  await openPanel();
  await page.setViewportSize({ width: 997, height: 800 });
  await panel.waitFor({ state: "detached" });
});

line("4.6", "hiding the navbar on scroll is off", async () => {
  const { page, open, scrollTo } = await visitor(own);
  await open("/docs/request-lifecycle/");
  await scrollTo(400);
  await scrollTo(2400);
  expect(await page.locator(".navbar[data-hidden]").count()).toBe(0);
  expect(await page.locator(".navbar").evaluate((bar) => bar.getBoundingClientRect().top)).toBe(0);
});

line("6.1", "Login and Sign Up link to the app host; no roles are visible", async () => {
  const { page, open } = await visitor(own);
  await open("/");
  for (const [name, href] of [
    ["Login", "https://app.benchtop.example/login"],
    ["Sign Up", "https://app.benchtop.example/signup"],
  ] as const) {
    const link = page.locator(".navbar").getByRole("link", { name });
    expect([await link.getAttribute("href"), await link.getAttribute("target")]).toEqual([href, "_blank"]);
  }
});

line("9.1", "progress bar delay: 200 ms", async () => {
  const { page, open, rest } = await visitor(own);
  await page.clock.install({ time: 0 });
  await open("/blog/");
  await page.clock.pauseAt(600_000);
  const gate = own.hold("/blog/archive/index.json");
  await page.locator(".blog-sections a", { hasText: "Archive" }).click();
  await gate.arrived;
  await rest();
  await page.clock.runFor(199);
  expect(await page.locator(".progress-bar").count()).toBe(0);
  await page.clock.runFor(2);
  await page.locator(".progress-bar").waitFor({ state: "attached" });
  gate.release();
  await page.clock.resume();
  await page.locator("h1", { hasText: "Archive" }).waitFor();
});

line("9.2", "desktop breakpoint: 996 px", async () => {
  const { page, open } = await visitor(own, { viewport: { width: 997, height: 800 } });
  await open("/docs/quickstart/");
  const shown = async () => [
    await page.locator(".navbar-toggle").isVisible(),
    await page.locator(".sidebar").isVisible(),
    await page.locator(".navbar-items").first().isVisible(),
  ];
  expect(await shown()).toEqual([false, true, true]);
  await page.setViewportSize({ width: 996, height: 800 });
  expect(await shown()).toEqual([true, false, false]);
});

line("9.5", "copyright year: 2025", async () => {
  const { page, open } = await visitor(own);
  await open("/blog/");
  expect(await page.textContent(".footer__copyright")).toContain("2025");
});

line("9.6", "local storage keys: theme, announcement dismiss, announcement id", async () => {
  const { page, open } = await visitor(own);
  await open("/docs/quickstart/");
  await page.click(toggle);
  await page.locator(".announcement").getByRole("button", { name: "Close" }).click();
  const keys = await page.evaluate(() => Object.keys(localStorage).sort());
  expect(keys).toEqual(["docgen.announcement.dismiss", "docgen.announcement.id", "theme"]);
});

line("9.8", "prefetching is off on 2G and data-saver connections", async () => {
  const { page, open } = await visitor(own);
  await open("/blog/");
  await page.hover(".post-entry h2 a");
  await page.waitForLoadState("networkidle");
  expect(own.requests.filter((path) => path.endsWith("index.json"))).toEqual([]);
  expect(await page.evaluate(() => window.docgen?.prefetch("/blog/archive/") === false)).toBe(true);
});

line("9.9", "trailing-slash handling follows the site configuration", async () => {
  const { page, open, follow, at } = await visitor(own);
  await open("/docs/quickstart/");
  await follow(page.locator(".sidebar a", { hasText: "Remote access" }), "Remote access");
  expect(await at()).toBe("/docs/remote-access/");
  const bare = await visitor(files);
  await bare.open("/docs/start");
  await bare.follow(bare.page.getByRole("link", { name: "part" }), "Other");
  expect(await bare.at()).toBe("/docs/other#part");
  const sitemap = readFileSync(join(own.dist, "sitemap.xml"), "utf8");
  expect(sitemap).toContain("<loc>https://docs.benchtop.example/blog/beautiful-api-keys/</loc>");
});
