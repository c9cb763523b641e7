/** Behavior 12: lists, posts, sidebar, archive, authors, and tags of a blog. Feeds are tested in Rust. */

import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { mobile, read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const main = await site("main");
const titles = (page: Page) => page.locator(".post-entry h2").allTextContents();
const pager = (page: Page) => page.locator(".pager-link");

describe("12.1", () => {
  test("12.1 posts are listed newest first, ten per page, with a description or the text before the truncate marker", async () => {
    const { page, open, follow, at } = await read(main);
    await open("/blog/");
    const first = await titles(page);
    expect(first).toHaveLength(10);
    expect(first.slice(0, 3)).toEqual(["Post with everything", "Old post", "Older post 10"]);
    const newest = page.locator(".post-entry").first();
    expect(await newest.textContent()).not.toContain("The end.");
    const older = page.locator(".post-entry", { hasText: "Older post 8" });
    expect((await older.locator(".prose").textContent())?.trim()).toBe("Text of post 8.");
    expect(await pager(page).allTextContents()).toEqual(["Older entries"]);

    await pager(page).click();
    await expect.poll(() => titles(page)).toEqual(["Older post 2", "Older post 1"]);
    expect(await at()).toBe("/blog/page/2/");
    expect(await pager(page).allTextContents()).toEqual(["Newer entries"]);
    await pager(page).click();
    await expect.poll(() => titles(page)).toEqual(first);

    await follow(newest.locator("h2 a"), "Post with everything");
    expect(await at()).toBe("/blog/picture/");
  });

  test("12.1 a link to the blog in the navbar is current on all pages of the blog", async () => {
    const append = '[[navbar.items]]\nlabel = "Journal"\nhref = "/blog"\n';
    const { page, open } = await read(await site("main", { append }));
    const current = () => page.locator(".navbar").getByText("Journal").getAttribute("aria-current");
    for (const path of ["/blog/", "/blog/picture/", "/blog/page/2/", "/blog/tags/"]) {
      await open(path);
      expect(await current(), path).toBe("page");
    }
    await open("/docs/start/");
    expect(await current()).toBe(null);
  });

  test("12.1 the newest post is featured, only on the first page", async () => {
    const { page, open } = await read(main);
    await open("/blog/");
    expect(await page.locator("[data-featured] h2").allTextContents()).toEqual(["Post with everything"]);
    await open("/blog/page/2/");
    expect(await page.locator("[data-featured]").count()).toBe(0);
  });

  test("12.1 a post's image is its cover, and a post without an image has no empty box", async () => {
    const { page, open } = await read(main);
    await open("/blog/");
    const covers = page.locator(".post-cover img");
    expect(await covers.count()).toBe(1);
    const featured = page.locator("[data-featured] .post-cover img");
    expect(await featured.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
    expect(await featured.getAttribute("srcset")).toMatch(/cover-\d+\.[\w-]+\.webp/);
    expect([await featured.getAttribute("width"), await featured.getAttribute("height")]).toEqual(["1200", "630"]);
    expect([await featured.getAttribute("alt"), await featured.getAttribute("loading")]).toEqual(["", null]);
    await open("/blog/picture/");
    expect(await covers.count()).toBe(1);
    await open("/blog/old/");
    expect(await page.locator(".post-cover").count()).toBe(0);
  });

  test("12.1 lists name the authors only if they differ, and pages of authors don't repeat them", async () => {
    const { page, open } = await read(main);
    await open("/blog/");
    expect(await page.locator(".post-entry .author-name").allTextContents()).toEqual([
      "First author",
      "Guest",
      "First author",
    ]);
    await open("/blog/authors/one/");
    expect(await page.locator(".post-entry .author-name").count()).toBe(0);
  });

  test("12.1 the content of a post also works in lists", async () => {
    const { page, open, at } = await read(main);
    await open("/blog/");
    const entry = page.locator(".post-entry").first();
    await entry.getByRole("tab", { name: "Two" }).click();
    await entry.getByText("Second.").waitFor();
    await entry.getByRole("link", { name: "a link" }).click();
    await page.locator("#later").waitFor();
    expect(await at()).toBe("/blog/picture/#later");
  });
});

describe("12.2", () => {
  test("12.2 a post shows its date, reading time, and authors", async () => {
    const { page, open } = await read(main, { timezoneId: "Pacific/Honolulu" });
    await open("/blog/picture/");
    const meta = page.locator(".post-meta");
    expect(await meta.locator("p").textContent()).toBe("February 3, 2025 · One min read");
    expect(await meta.locator("time").getAttribute("datetime")).toBe("2025-02-03");
    expect(await meta.locator(".author-name").allTextContents()).toEqual(["First author", "Guest"]);
    expect(await meta.getByRole("link", { name: "First author" }).getAttribute("href")).toBe("/blog/authors/one/");
  });

  test("12.2 search engines get data about the post", async () => {
    const { page, open } = await read(main);
    await open("/blog/picture/");
    const data = await page.locator('head script[type="application/ld+json"]').allTextContents();
    const post = data.map((text) => JSON.parse(text)).find((each) => each["@type"] === "BlogPosting");
    expect(post).toMatchObject({ headline: "Post with everything", datePublished: "2025-02-03T00:00:00Z" });
    expect(post.author.map((author: { name: string }) => author.name)).toEqual(["First author", "Guest"]);
    expect(post.url).toMatch(/^https:\/\/.+\/blog\/picture\/$/);
  });
});

describe("the reading column of a post", () => {
  test.each([1280, 1600])("is in the middle of the page, with and without contents: %i px", async (width) => {
    const { page, open } = await read(main, { viewport: { width, height: 900 } });
    for (const path of ["/blog/picture/", "/blog/old/"]) {
      await open(path);
      const middle = await page.locator(".article").evaluate((article) => {
        const { left, right } = article.getBoundingClientRect();
        return (left + right) / 2;
      });
      const whole = await page.evaluate(() => document.documentElement.clientWidth);
      expect(Math.abs(middle - whole / 2), path).toBeLessThanOrEqual(1);
    }
  });
});

describe("12.3", () => {
  test("12.3 lists have no sidebar that repeats them", async () => {
    const { page, open } = await read(main);
    for (const path of ["/blog/", "/blog/archive/", "/blog/authors/", "/blog/authors/one/", "/blog/tags/"]) {
      await open(path);
      expect(await page.locator(".sidebar").count(), path).toBe(0);
    }
  });

  test("12.3 the sidebar has the five latest posts by year, newest year first", async () => {
    const { page, open, follow } = await read(main, { timezoneId: "Pacific/Kiritimati" });
    await open("/blog/picture/");
    const sidebar = page.getByRole("navigation", { name: "Blog recent posts navigation" });
    await sidebar.getByText("Recent posts").waitFor();
    expect(await sidebar.getByRole("link").count()).toBe(5);
    expect(await sidebar.getByRole("heading", { level: 3 }).allTextContents()).toEqual(["2025", "2024"]);
    const groups = sidebar.getByRole("group");
    expect(await groups.nth(0).getByRole("link").allTextContents()).toEqual(["Post with everything"]);
    expect(await groups.nth(1).getByRole("link").allTextContents()).toEqual([
      "Old post",
      "Older post 10",
      "Older post 9",
      "Older post 8",
    ]);
    expect(await sidebar.locator("[aria-current=page]").textContent()).toBe("Post with everything");
    await follow(groups.nth(1).getByRole("link", { name: "Old post" }), "Old post");
    await expect.poll(() => sidebar.locator("[aria-current=page]").textContent()).toBe("Old post");
  });

  test("12.3 on narrow screens, it's behind the hamburger button", async () => {
    const { page, open } = await read(main, { viewport: mobile });
    await open("/blog/old/");
    await page.click(".navbar-toggle");
    const panel = page.getByRole("dialog");
    await panel.getByRole("link", { name: "Old post" }).waitFor();
    expect(await panel.getByRole("group").count()).toBe(2);
  });
});

test("12.4 a post ends with its tags and links to the newer and older posts", async () => {
  const { page, open, follow, at } = await read(main);
  await open("/blog/old/");
  const tags = page.locator(".tags");
  expect((await tags.textContent())?.replaceAll(/\s+/g, " ").trim()).toMatch(/^Tags:\s?first\s?second$/);
  expect(await pager(page).locator("span:first-child").allTextContents()).toEqual(["Newer post", "Older post"]);
  await follow(pager(page).last(), "Older post 10");
  await follow(pager(page).first(), "Old post");
  await follow(pager(page).first(), "Post with everything");
  expect(await pager(page).locator("span:first-child").allTextContents()).toEqual(["Older post"]);
  expect(await at()).toBe("/blog/picture/");
});

describe("12.5", () => {
  test("12.5 the archive has a dated table for each year, oldest first within it", async () => {
    const { page, open, follow } = await read(main);
    await open("/blog/archive/");
    expect(await page.locator("h1").textContent()).toBe("Archive");
    expect(await page.locator("main h2").evaluateAll((all) => all.map((each) => each.id))).toEqual(["2025", "2024"]);
    const table = page.getByRole("region", { name: "2024" }).getByRole("table");
    expect(await table.getByRole("columnheader").allTextContents()).toEqual(["Date", "Title", "Tags"]);
    const titles = await table.getByRole("rowheader").allTextContents();
    expect(titles).toHaveLength(11);
    expect([titles[0], titles[10]]).toEqual(["Older post 1", "Old post"]);
    expect(await table.locator("time").first().textContent()).toBe("January 1");
    expect(await table.locator("time").first().getAttribute("datetime")).toBe("2024-01-01");
    await follow(table.getByRole("link", { name: "Old post" }), "Old post");
  });

  test("12.5 authors have cards and pages", async () => {
    const { page, open, follow } = await read(main);
    await open("/blog/authors/");
    expect(await page.locator("h1").textContent()).toBe("Authors");
    expect(await page.locator(".author-card .author-name").allTextContents()).toEqual([
      "First author",
      "Silent author",
    ]);
    expect(await page.locator(".author-count").allTextContents()).toEqual(["2 posts", "0 posts"]);
    await follow(page.getByRole("link", { name: "First author" }), "First author");
    expect(await page.title()).toBe("First author - 2 posts | Harness");
    expect(await page.locator(".author-facts li").allTextContents()).toEqual(["2 posts", "one.example/about"]);
    expect(await page.locator(".author-profile .author-title").textContent()).toBe("Tester");
    expect(await titles(page)).toEqual(["Post with everything", "Old post"]);
    await follow(page.getByRole("link", { name: "View all authors" }), "Authors");
    await follow(page.getByRole("link", { name: "Silent author" }), "Silent author");
    expect(await page.title()).toBe("Silent author - 0 posts | Harness");
    expect(await page.locator("span.author-image").textContent()).toBe("S");
    await page.getByText("This author hasn't written any posts yet.").waitFor();
    await follow(page.locator(".blog-empty").getByRole("link", { name: "Blog" }), "Blog");
  });

  test("12.5 tags have a list and pages", async () => {
    const { page, open, follow } = await read(main);
    await open("/blog/tags/");
    expect(await page.locator("h1").textContent()).toBe("Tags");
    expect(await page.locator(".tag-card").allTextContents()).toEqual(["first 2", "second 1"]);
    await follow(page.locator(".tag-card", { hasText: "first" }), '2 posts tagged with "first"');
    expect(await titles(page)).toEqual(["Post with everything", "Old post"]);
    await follow(page.getByRole("link", { name: "View all tags" }), "Tags");
    await follow(page.locator(".tag-card", { hasText: "second" }), 'One post tagged with "second"');
  });
});

test("12.6 every page's head links to the feeds, and a post has its table of contents next to it", async () => {
  const { page, open } = await read(main);
  for (const path of ["/docs/start/", "/blog/picture/"]) {
    await open(path);
    const feeds = await page.locator(
      "head link[rel=alternate][type$=xml], head link[rel=alternate][type$='feed+json']",
    );
    const named = await feeds.evaluateAll((all) => all.map((each) => new URL((each as HTMLLinkElement).href).pathname));
    expect(named.sort()).toEqual(["/blog/atom.xml", "/blog/feed.json", "/blog/rss.xml"]);
  }
  expect(await page.locator(".toc a").allTextContents()).toEqual(["Later", "Deeper"]);
});
