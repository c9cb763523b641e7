/** The site's specification, sections 2 and 3: routes and entities. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Reader } from "./harness/reader.ts";
import { ownSite } from "./harness/site.ts";
import { line, visitor } from "./harness/spec.ts";

const own = await ownSite();

const docs = [
  "actions-overview",
  "browser-automation",
  "files-and-artifacts",
  "introduction",
  "legal/privacy-policy",
  "legal/terms-of-service",
  "levels-of-autonomy",
  "online-meetings",
  "prebuilt-specs",
  "prompt",
  "quickstart",
  "recording-and-livestream",
  "remote-access",
  "request-lifecycle",
  "support",
  "voice",
  "voice-applications",
];

const words = (prefix: string, list: string) => list.split(" ").map((word) => prefix + word);
const api: Record<string, string[]> = {
  workstations: [
    ...words("workstations-", "request release retrieve types-list history history-retrieve"),
    ...words("", "active-workstations-list workstation-lifecycle workstation-history"),
  ],
  "browser navigation": words("browser-", "navigate back forward navigation"),
  "browser tabs": words("browser-tabs", " -list -open -close -close-inactive -active -refresh -retrieve"),
  "browser input and page": words(
    "browser-",
    "click hover input keyboard scroll select screenshot pdf html content auth prompt page",
  ),
  "browser cookies": words("browser-cookies", " -get -set -delete"),
  "browser proxy": words("browser-proxy", " -on -off -status"),
  "browser window": words("browser-", "full-screen-on full-screen-off window"),
  "browser cdp": words("browser-cdp", " -connect -embed-view -embed-interactive"),
  "browser AI actions": words("browser-", "act extract observe ai"),
  "browser tasks": [
    "browser-tasks",
    ...words(
      "browser-task",
      " -run -run-sync -status -stop -pause -resume -summary -screenshots -gif -media -presigned-upload-url -download-gif -download-output-file -download-screenshot",
    ),
  ],
  meetings: [
    ...words("meetings-", "join leave end status mute unmute participants chat-message"),
    ...words("meetings-screenshare-", "start status stop"),
    ...words("online-meeting", " -chat -screenshare"),
  ],
  audio: words("", "audio-listen audio-rstt audio-speak real-time-audio"),
  recorder: words("recorder", " -start -stop -status -stream"),
  "operating system": words("", "mouse-click keyboard screenshot pty vnc vncwss http code-sandbox operating-system"),
  logs: words("log", "s -list -stream"),
};

/** Opens a page and checks that it exists: the page has its own heading, and the sidebar marks the page as current. */
async function pageWithSidebar({ page, visit }: Reader, path: string, label: string): Promise<void> {
  await visit(path);
  expect(await page.locator("h1").count(), path).toBe(1);
  expect(await page.title(), path).not.toContain("Page not found");
  const current = page.locator(`nav[aria-label="${label}"] a[aria-current=page]`);
  await expect.poll(() => current.getAttribute("href"), { message: path }).toBe(path);
}

line("2.1", "/ is the home page", async () => {
  const { page, open } = await visitor(own);
  await open("/");
  expect(await page.title()).toBe("Let's Build Together");
  expect(await page.textContent("h1")).toBe("Remote workstations for AI agents");
  expect(await page.textContent(".article")).toContain("API Reference, Technical Documentation and AI Blog.");
});

line("2.2", "/blog, /blog/archive, /blog/authors, and both posts exist", async () => {
  const { page, open } = await visitor(own);
  const pages = {
    "/blog/": "Blog",
    "/blog/archive/": "Archive",
    "/blog/authors/": "Authors",
    "/blog/beautiful-api-keys/": "Beautiful API keys",
    "/blog/introducing-benchtop/": "Introducing Benchtop",
  };
  for (const [path, title] of Object.entries(pages)) {
    await open(path);
    expect(await page.textContent("h1"), path).toBe(title);
    expect(await page.title(), path).toBe(`${title} | Let's Build Together`);
  }
});

line("2.4", "/docs/{page}: seventeen pages with a docs sidebar", async () => {
  const reader = await visitor(own);
  expect(docs.length).toBe(17);
  for (const name of docs) await pageWithSidebar(reader, `/docs/${name}/`, "Docs sidebar");
});

for (const [group, pages] of Object.entries(api)) {
  line("2.5", "/api/{page}: each group of pages, with an API sidebar", async () => {
    const reader = await visitor(own);
    for (const name of pages) await pageWithSidebar(reader, `/api/${name}/`, "Docs sidebar");
    expect(pages.length, group).toBeGreaterThan(2);
  });
}

line("2.6", "the API root is generated from an OpenAPI document, one page per operation", async () => {
  const reader = await visitor(own);
  await pageWithSidebar(reader, "/api/intro/", "Docs sidebar");
  const nav = readdirSync(join(own.dist, "_docgen/immutable/nav")).find((file) => file.startsWith("api.")) ?? "";
  const tree = readFileSync(join(own.dist, "_docgen/immutable/nav", nav), "utf8");
  // Events also have pages, which the specification doesn't count.
  const events = [...tree.matchAll(/"href":"\/api\/([^"]*)\/","badge":\{"text":"EVENT"/g)].map(([, name]) => name);
  expect(events.length).toBeGreaterThan(5);
  const folder = join(own.dist, "api");
  const kinds = readdirSync(folder).flatMap((name) => {
    const chunk = join(folder, name, "index.json");
    const kind = existsSync(chunk) ? (JSON.parse(readFileSync(chunk, "utf8")) as { kind?: string }).kind : undefined;
    return kind?.startsWith("api-") && !events.includes(name) ? [[name, kind] as const] : [];
  });
  const known = new Set(["intro", ...Object.values(api).flat()]);
  expect(kinds.map(([name]) => name).sort()).toEqual([...known].sort());
  expect(kinds.filter(([, kind]) => kind === "api-operation").length).toBe(86);
  expect(kinds.filter(([, kind]) => kind === "api-tag").length).toBe(18);
});

line("2.7", "any other path shows a not-found page", async () => {
  const { page, open, said } = await visitor(own);
  for (const path of ["/nothing/here/", "/docs/nothing", "/api/nothing/", "/blog/2020/"]) {
    await open(path);
    expect(await page.textContent("h1"), path).toBe("Page not found");
    expect(await page.locator("nav[aria-label=Main], .footer").count(), path).toBe(2);
  }
  expect(said().filter((message) => !message.includes("404 (Not Found)"))).toEqual([]);
});

line("2.8", "an index.html or .html ending is removed from a path", async () => {
  const { page, open, at, said } = await visitor(own);
  await open("/docs/quickstart.html?a=1#release");
  await page.locator("h1", { hasText: "Quickstart" }).waitFor();
  expect(await at()).toBe("/docs/quickstart/?a=1#release");
  await page.evaluate(() => {
    const link = Object.assign(document.createElement("a"), { href: "/blog/archive/index.html", textContent: "there" });
    document.querySelector(".prose")?.prepend(link);
  });
  await page.getByText("there", { exact: true }).click();
  await page.locator("h1", { hasText: "Archive" }).waitFor();
  expect(await at()).toBe("/blog/archive/");
  expect(said().every((message) => message.includes("404 (Not Found)"))).toBe(true);
});

line("3.1", "the docs have one version, current, labeled Next, and its main doc is introduction", async () => {
  const { page, open, at } = await visitor(own);
  await open("/docs/");
  await page.locator("h1", { hasText: "Introduction" }).waitFor();
  expect(await at()).toBe("/docs/introduction/");
  const site = JSON.parse((await page.textContent("#docgen-site")) ?? "{}") as {
    docs: { versions: { name: string; label: string }[] };
  };
  expect(site.docs.versions.map(({ name, label }) => [name, label])).toEqual([["current", "Next"]]);
  expect(await page.locator(".version-badge, .page-banner").count()).toBe(0);
});

line("3.2", "the draft doc workstation-concepts/pricing is not published", async () => {
  const { page, open, said } = await visitor(own);
  await open("/docs/workstation-concepts/pricing/");
  expect(await page.textContent("h1")).toBe("Page not found");
  said();
  const files = readdirSync(own.dist, { recursive: true, encoding: "utf8" });
  expect(files.filter((file) => file.includes("pricing"))).toEqual([]);
  const texts = files.filter((file) => /\.(xml|txt|json)$/.test(file));
  expect(texts.length).toBeGreaterThan(100);
  for (const file of texts) expect(readFileSync(join(own.dist, file), "utf8"), file).not.toContain("concepts/pricing");
});

line("3.3", "the only locale is en: label English, htmlLang en-US, direction ltr", async () => {
  const { page, open } = await visitor(own);
  await open("/docs/introduction/");
  expect(await page.getAttribute("html", "lang")).toBe("en-US");
  expect(await page.getAttribute("html", "dir")).toBe("ltr");
  const site = JSON.parse((await page.textContent("#docgen-site")) ?? "{}") as { locales: unknown[] };
  expect(site.locales).toEqual([{ code: "en", label: "English", lang: "en-US", dir: "ltr", href: "/" }]);
});

line("3.4", "the blog shows reading time, and its sidebar groups posts by year", async () => {
  const { page, open } = await visitor(own);
  await open("/blog/");
  const times = await page.locator(".post-meta > p").allTextContents();
  expect(times).toEqual(["April 16, 2025 · 6 min read", "November 19, 2024 · 5 min read"]);
  await open("/blog/beautiful-api-keys/");
  const sidebar = page.locator("nav[aria-label='Recent blog posts']");
  const groups = sidebar.getByRole("group");
  expect(await groups.locator("h3").allTextContents()).toEqual(["2025", "2024"]);
  expect(await groups.locator("a").allTextContents()).toEqual(["Beautiful API keys", "Introducing Benchtop"]);
});
