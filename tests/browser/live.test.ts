/** What a writer sees: with `docgen serve --watch`, the open page reflects every change to the files. */

import { expect, test } from "vitest";
import { holdReact, type Reader, read } from "./harness/reader.ts";
import { type Writer, write } from "./harness/writer.ts";

const file = "content/docs/live.md";
const path = "/docs/live";
const filler = "Each paragraph here says little, so that there is somewhere to scroll to.\n\n".repeat(60);
const source = `---
title: Live
---

Before the change.

::::tabs
:::tab[First]
Text of the first.
:::
:::tab[Second]
Text of the second.
:::
::::

:::details[More]
Told on request.
:::

A [way to another page](other.md).

${filler}`;

declare global {
  interface Window {
    /** A mark that a test sets. It's lost when the document is reloaded. */
    same?: true;
    /** The number of times that the server has sent the site's state. */
    told?: number;
  }
}

/** Counts the states that the server sends. */
function listen(): void {
  const Plain = EventSource;
  window.told = 0;
  window.EventSource = class extends Plain {
    constructor(url: string | URL) {
      super(url);
      this.addEventListener("state", () => {
        window.told = (window.told ?? 0) + 1;
      });
    }
  };
}

/** Opens a page and waits until its app is running and connected to the server. */
async function begin(before: (() => void)[] = []): Promise<Reader & { writer: Writer; kept(): Promise<boolean> }> {
  const writer = await write("files", {
    files: {
      [file]: source,
      "overrides/custom.css": ".prose { color: rgb(1, 2, 3) }\n",
      "static/favicon.ico": "",
    },
  });
  const reader = await read(writer, { before: [listen, ...before] });
  await reader.open(path);
  await reader.until(() => window.told);
  await reader.page.evaluate(() => {
    window.same = true;
  });
  return { ...reader, writer, kept: () => reader.page.evaluate(() => window.same === true) };
}

test("an edited page shows its new text, and leaves everything else to the reader", async () => {
  const { page, writer, kept, scrollTo } = await begin();
  const second = page.getByRole("tab", { name: "Second" });
  await second.click();
  await page.locator("summary", { hasText: "More" }).click();
  await page.getByRole("link", { name: "way to another page" }).focus();
  await scrollTo(150);
  const state = () =>
    page.evaluate(() => ({
      scroll: scrollY,
      tab: document.querySelector("[role=tab][aria-selected=true]")?.textContent,
      panel: [...document.querySelectorAll("[role=tabpanel]")].map((panel) => panel.checkVisibility()),
      details: document.querySelector<HTMLDetailsElement>("details.details")?.open,
      focus: document.activeElement?.textContent,
    }));
  const before = { scroll: 150, tab: "Second", panel: [false, true], details: true, focus: "way to another page" };
  expect(await state()).toEqual(before);
  writer.edit(file, "Before the change.", "After the **change**.");
  await page.getByText("After the change.").waitFor();
  expect(await page.getByText("Before the change.").count()).toBe(0);
  expect(await state()).toEqual(before);
  // Edits inside and around the tabs also preserve the reader's state.
  writer.edit(file, "Text of the second.", "Another text of the second.");
  await page.getByText("Another text of the second.").waitFor();
  writer.edit(file, "A [way", "## A heading\n\nA [way");
  await page.locator("nav.toc a", { hasText: "A heading" }).waitFor();
  expect(await state()).toEqual(before);
  expect(await kept()).toBe(true);
});

test("a page that is edited before it's hydrated shows its new text and title", async () => {
  const writer = await write("files", { files: { [file]: source, "static/favicon.ico": "" } });
  const { page, visit, until } = await read(writer, { before: [listen, holdReact] });
  // The app loads the sidebar's tree when it starts.
  const started = page.waitForResponse((response) => response.url().includes("/nav/"));
  await visit(path);
  await started;
  await until(() => window.told === 1);
  writer.edit(file, "title: Live\n---\n\nBefore the change.", "title: Alive\n---\n\nAfter the change.");
  await page.getByText("After the change.").waitFor();
  await page.evaluate(() => window.releaseReact?.());
  await until(() => document.documentElement.dataset.hasHydrated);
  await page.getByRole("heading", { level: 1, name: "Alive" }).waitFor();
  await page.locator(".sidebar a", { hasText: "Alive" }).waitFor();
  expect(await page.getByText("Before the change.").count()).toBe(0);
});

test("a page that is edited before its sidebar is hydrated shows its new text and title", async () => {
  const writer = await write("files", { files: { [file]: source, "static/favicon.ico": "" } });
  const { page, visit, until } = await read(writer, { before: [listen] });
  let isFirst = true;
  // The first tree never arrives.
  await page.route(/\/nav\//, async (route) => {
    if (!isFirst) await route.continue();
    isFirst = false;
  });
  await visit(path);
  await until(() => window.told === 1 && document.documentElement.dataset.hasHydrated);
  writer.edit(file, "title: Live\n---\n\nBefore the change.", "title: Alive\n---\n\nAfter the change.");
  await page.getByText("After the change.").waitFor();
  await page.getByRole("heading", { level: 1, name: "Alive" }).waitFor();
  await page.locator(".sidebar a", { hasText: "Alive" }).waitFor();
});

test("a broken page shows where and why, over the previous page, until it's fixed", async () => {
  const { page, writer, kept } = await begin();
  const problems = page.locator("docgen-problems");
  expect(await problems.count()).toBe(0);
  writer.edit(file, "title: Live", "title: [Live");
  await problems.locator("section").waitFor();
  expect(await problems.locator("h2").textContent()).toBe("1 error");
  expect(await problems.locator("article").count()).toBe(1);
  expect(await problems.getByText(/^content\/docs\/live\.md:2:\d+$/).count()).toBe(1);
  expect(await problems.locator("pre").textContent()).toContain("title: [Live");
  expect(await page.getByText("Before the change.").count()).toBe(1);
  writer.edit(file, "title: [Live", "title: Alive");
  await page.locator("h1", { hasText: "Alive" }).waitFor();
  await problems.waitFor({ state: "detached" });
  expect(await kept()).toBe(true);
});

test("problems with the same fix are shown as one, with their number and the first locations", async () => {
  const { page, writer } = await begin();
  const problems = page.locator("docgen-problems");
  const fences = "```nolang\ncode\n```\n\n".repeat(60);
  writer.write("content/docs/noisy.md", `# Noisy\n\n${fences}`);
  await problems.getByRole("button", { name: "60 warnings" }).click();
  expect(await problems.locator("article").count()).toBe(1);
  await problems.getByText("59 more warnings like this one:").waitFor();
  await problems.getByText("content/docs/noisy.md:7:1", { exact: true }).waitFor();
  expect(await problems.getByText("… and").count()).toBe(0);
});

test("the problems of the open page come first, all of them, also after opening another page", async () => {
  const { page, writer } = await begin();
  const problems = page.locator("docgen-problems");
  const broken = (name: string) => Array.from({ length: 30 }, (_, at) => `[${at}](gone-${name}-${at}.md)\n\n`).join("");
  for (const name of ["aa", "ab"]) writer.write(`content/docs/${name}.md`, `# ${name}\n\n${broken(name)}`);
  writer.edit(file, "Before the change.", `Before the change. [Gone](gone-live.md) [Lost](lost-live.md)`);
  await problems.getByText("gone-live.md").first().waitFor();
  const titles = problems.locator("h3");
  expect(await titles.allTextContents()).toEqual(["On this page", "On the rest of the site"]);
  const first = problems.locator("article .place").filter({ hasText: /^content/ });
  expect((await first.allTextContents()).slice(0, 3).map((text) => text.split(":")[0])).toEqual([
    file,
    file,
    "content/docs/aa.md",
  ]);
  expect(await problems.getByText("lost-live.md").count()).toBeGreaterThan(0);
  await page.locator(".sidebar a", { hasText: "ab" }).click();
  await problems.getByText("gone-ab-29.md").first().waitFor();
  expect((await first.allTextContents()).slice(0, 30).every((text) => text.startsWith("content/docs/ab.md"))).toBe(
    true,
  );
});

test("the site's own styles are swapped in place", async () => {
  const { page, writer, kept, until } = await begin();
  const color = () => page.locator(".prose").evaluate((element) => getComputedStyle(element).color);
  const sheets = () => page.locator("link[rel=stylesheet]").count();
  expect(await color()).toBe("rgb(1, 2, 3)");
  const count = await sheets();
  writer.write("overrides/custom.css", ".prose { color: rgb(4, 5, 6) }\n");
  await until(() => getComputedStyle(document.querySelector(".prose") as Element).color === "rgb(4, 5, 6)");
  await expect.poll(sheets).toBe(count);
  expect(await kept()).toBe(true);
});

test("a new page appears in the sidebar and can be opened", async () => {
  const { page, writer, kept, follow } = await begin();
  const link = page.locator(".sidebar a[href='/docs/newest']");
  expect(await link.count()).toBe(0);
  // Don't add a page that becomes the first page. The navbar links to the first page, and a changed navbar requires a
  // document load.
  writer.write("content/docs/newest.md", "---\ntitle: Newest\n---\n\nNew here.\n");
  await link.waitFor();
  expect(await link.textContent()).toBe("Newest");
  await follow(link, "Newest");
  expect(await page.getByText("New here.").isVisible()).toBe(true);
  expect(await kept()).toBe(true);
});

test("after the server was away, the page catches up and follows changes again", async () => {
  const { page, writer, kept, said } = await begin();
  await writer.stop();
  writer.edit(file, "Before the change.", "Changed meanwhile.");
  await writer.start();
  await page.getByText("Changed meanwhile.").waitFor();
  writer.edit(file, "Changed meanwhile.", "Changed again.");
  await page.getByText("Changed again.").waitFor();
  expect(await kept()).toBe(true);
  // The browser reports that the server was unreachable. Nothing else is logged.
  expect(said().filter((message) => !/net::ERR_(CONNECTION|INCOMPLETE|EMPTY)/.test(message))).toEqual([]);
});

test("a stopped server is reported quietly, until it's back and the page is up to date", async () => {
  const { page, writer, kept, said } = await begin();
  const notice = page.getByRole("status").filter({ hasText: "docgen serve has stopped" });
  expect(await notice.count()).toBe(0);
  await writer.stop();
  await notice.waitFor();
  // The page is as usable as before.
  await page.getByRole("tab", { name: "Second" }).click();
  expect(await page.getByText("Text of the second.").isVisible()).toBe(true);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Second");
  writer.edit(file, "Before the change.", "Changed meanwhile.");
  await writer.start();
  await notice.waitFor({ state: "detached" });
  await page.getByText("Changed meanwhile.").waitFor();
  expect(await kept()).toBe(true);
  // The notice appears every time.
  await writer.stop();
  await notice.waitFor();
  await writer.start();
  await notice.waitFor({ state: "detached" });
  said();
});

test("these checks can fail: an app that doesn't accept a change loses the document", async () => {
  const deaf = () => addEventListener("docgen:changed", (event) => event.stopImmediatePropagation());
  const { page, writer, kept } = await begin([deaf]);
  writer.edit(file, "Before the change.", "After the change.");
  await page.getByText("After the change.").waitFor();
  expect(await kept()).toBe(false);
});
