/** Behavior 8: layout, navbar, and footer. */

import { describe, expect, test } from "vitest";
import { mobile, read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const main = await site("main");
const drafted = await site("main", { replace: { 'doc_id = "secret"': 'doc_id = "drafted"' } });
const more = await site("main", {
  append: `[[navbar.items]]\nlabel = "Both"\nitems = [{ label = "Short", href = "/docs/short/" }]\n
[[navbar.items]]\nlabel = "Many"\nitems = [${Array.from({ length: 40 }, (_, at) => `{ label = "Item ${at}", href = "/docs/long/?${at}" }`)}]\n
[[navbar.items]]\ntype = "docsVersion"\nlabel = "This version"\n`,
});
const api = await site("api");
const locales = await site("locales");
const hiding = await site("main", { replace: { "hide_on_scroll = false": "hide_on_scroll = true" } });
const untitled = await site("main", { replace: { 'title = "Harness"\nlogo': 'title = ""\nlogo' } });
const placed = await site("main", { append: '[[navbar.items]]\ntype = "search"\nposition = "right"\n' });
const crowded = await site("main", {
  append: Array.from({ length: 7 }, (_, at) => `[[navbar.items]]\nlabel = "Label ${at}"\nhref = "/docs/short/"\n`).join(
    "\n",
  ),
});
const item = (side: string) => (_: unknown, at: number) =>
  `[[navbar.items]]\nlabel = "To ${side} ${at}"\nhref = "/docs/short/"\nposition = "${side}"\n`;
const overfull = await site("main", {
  append: [...Array.from({ length: 5 }, item("left")), ...Array.from({ length: 2 }, item("right"))].join("\n"),
});
const bare = await site("files");
const copyrightOnly = await site("files", { append: "[footer]\ncopyright = 'Rights <b>kept</b>'\n" });
const secondary = (name: string) => `.navbar >> role=link[name="${name}"]`;

describe("8.1", () => {
  test("8.1 the order of the layout, and a navbar that stays at the top", async () => {
    const { page, open, scrollTo } = await read(main);
    await open("/docs/long/");
    const order = await page.$$eval("#docgen-root > *", (parts) => parts.map((part) => part.id || part.className));
    expect(order.slice(0, 4)).toEqual(["skip-region", "navbar", "__docgen_skipToContent_fallback", "footer"]);
    await scrollTo(500);
    expect((await page.locator("nav[aria-label=Main]").boundingBox())?.y).toBe(0);
  });

  test("8.1 and 18 the desktop layout starts at 997 px, with CSS only", async () => {
    const { page } = await read(main);
    main.rule(/_docgen\/immutable\/app.*\.js$/, { hold: new Promise(() => {}) });
    await page.goto("/docs/start/", { waitUntil: "commit" });
    await page.waitForFunction(() => document.styleSheets.length > 0 && document.querySelector(".footer"));
    const seen = async (width: number) => {
      await page.setViewportSize({ width, height: 800 });
      return [await page.locator(".navbar-toggle").isVisible(), await page.locator(".sidebar").isVisible()];
    };
    expect(await seen(996)).toEqual([true, false]);
    expect(await seen(997)).toEqual([false, true]);
  });
});

test("with a default font size of 32 px, the layout is the one for narrow screens, and nothing is cut off", async () => {
  for (const [host, path] of [
    [main, "/docs/long/"],
    [main, "/docs/wide/"],
    [api, "/api/place-order/"],
  ] as const) {
    const { page, open } = await read(host);
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
    await open(path);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
    expect(await page.locator(".navbar-toggle").isVisible()).toBe(true);
    expect(await page.locator(".sidebar").isVisible()).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const lines = await page.locator("h1").evaluate((title) => title.getClientRects().length);
    expect(lines).toBe(1);
  }
});

describe("8.2", () => {
  test("8.2 items are on the left and right as configured", async () => {
    const { page, open } = await read(main);
    await open("/docs/start/");
    const sides = await page.evaluate(() =>
      [".navbar-left", ".navbar-right"].map((side) =>
        [...document.querySelectorAll(`${side} > li`)].map(
          (item) => item.querySelector("a, b")?.firstChild?.textContent,
        ),
      ),
    );
    expect(sides).toEqual([
      ["Docs", "Apart", "More", "Guide", "By pattern"],
      ["Note", "English", "Elsewhere"],
    ]);
    const places = await page.$$eval(".navbar-brand, .navbar-left, .navbar-right, nav .color-toggle", (parts) =>
      parts.map((part) => part.getBoundingClientRect().left),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test("8.2 the search field is as wide in a list of items, and its keys never cover its text", async () => {
    for (const { url } of [placed, crowded]) {
      const { page, open } = await read(main);
      await open(`${url}/docs/start/`);
      for (const width of [1000, 1200, 1280, 1400, 1600]) {
        await page.setViewportSize({ width, height: 800 });
        const text = await page.locator(".search-button > span").boundingBox();
        const keys = await page.locator(".search-keys").boundingBox();
        if (text && keys) expect(text.x + text.width, `${width}`).toBeLessThanOrEqual(keys.x);
        if (url === placed.url && width > 1200)
          expect((await page.locator(".search-box").boundingBox())?.width, `${width}`).toBe(208);
      }
    }
  });

  test("8.2 on narrow screens, only the hamburger button, logo, title, and search remain", async () => {
    const { page, open } = await read(main, { viewport: mobile });
    await open("/docs/start/");
    const visible = await page.$$eval(".navbar button, .navbar a", (parts) =>
      parts.filter((part) => part.checkVisibility()).map((part) => part.className),
    );
    expect(visible).toEqual(["navbar-toggle", "navbar-brand", "search-button"]);
  });
});

describe("8.2 with more items than fit", () => {
  /** Returns the items that a reader sees, and whether they're inside the window and next to each other. */
  const seen = () => {
    const items = [...document.querySelectorAll<HTMLElement>(".navbar-items > li")];
    const shown = items.filter((item) => item.checkVisibility({ visibilityProperty: true }));
    const boxes = [...shown, ...document.querySelectorAll(".navbar-inner > :not(ul)")]
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, top }) => width > 0 && top < 10);
    boxes.sort((a, b) => a.left - b.left);
    const isClear = boxes.every(
      ({ left, right }, at) => left >= (boxes[at - 1]?.right ?? 0) - 0.5 && right <= innerWidth,
    );
    const title = document.querySelector(".navbar-title");
    const isWhole = title !== null && title.clientWidth > 0 && title.scrollWidth <= title.clientWidth;
    return { shown: shown.length, all: items.length, isClear, isWhole };
  };

  for (const dir of ["ltr", "rtl"]) {
    test(`${dir}: a button lists the others, and nothing is squeezed, covered, or moved`, async () => {
      const { page, open } = await read(overfull, { viewport: { width: 1000, height: 800 } });
      const more = page.locator(".navbar-more");
      const isOpen = () => more.getAttribute("aria-expanded");
      await page.addInitScript((dir) => {
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            window.shift = (window.shift ?? 0) + (entry as unknown as { value: number }).value;
          }
        }).observe({ type: "layout-shift", buffered: true });
        document.addEventListener("DOMContentLoaded", () => document.documentElement.setAttribute("dir", dir));
      }, dir);
      await open("/docs/start/");
      await more.waitFor();
      const { shown, all, isClear, isWhole } = await page.evaluate(seen);
      expect([shown > 2, shown < all - 2, isClear, isWhole]).toEqual([true, true, true, true]);
      if (dir === "ltr") expect(await page.evaluate(() => window.shift ?? 0)).toBeLessThan(0.005);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

      await more.click();
      expect(await page.evaluate(seen)).toMatchObject({ shown: all, isClear: true, isWhole: true });
      await page.keyboard.press("Escape");
      await expect.poll(isOpen).toBe("false");
      expect(await more.evaluate((button) => button === document.activeElement)).toBe(true);

      await page.keyboard.press("Enter");
      expect(await isOpen()).toBe("true");
      const first = page.locator("[data-folded] a").first();
      expect(await first.evaluate((link) => link === document.activeElement)).toBe(true);
      await page.locator("main").click({ position: { x: 5, y: 600 } });
      await expect.poll(isOpen).toBe("false");

      await page.setViewportSize({ width: 3000, height: 800 });
      await expect.poll(() => page.evaluate(seen)).toMatchObject({ shown: all, isClear: true });
      expect(await more.count()).toBe(0);
    });
  }

  test("a dropdown in the list opens, and following a link closes the list", async () => {
    const { page, open, follow } = await read(overfull, { viewport: { width: 1000, height: 800 } });
    await open("/docs/start/");
    await page.locator(".navbar-more").click();
    await page.locator(".navbar .dropdown-trigger", { hasText: "More" }).hover();
    expect(await page.locator(".dropdown-link").first().isVisible()).toBe(true);
    await follow(page.locator(secondary("To left 4")), "Short");
    await expect.poll(() => page.locator(".navbar-more").getAttribute("aria-expanded")).toBe("false");
  });

  test("before the app starts, the other items are out of sight until the reader points at the items", async () => {
    const { page } = await read(overfull, { viewport: { width: 1000, height: 800 } });
    overfull.rule(/_docgen\/immutable\/app.*\.js$/, { hold: new Promise(() => {}) });
    await page.goto("/docs/start/", { waitUntil: "commit" });
    await page.waitForFunction(() => document.styleSheets.length > 0 && document.querySelector(".footer"));
    const reachable = () =>
      page.$$eval(
        ".navbar-items > li > a",
        (links) =>
          links.filter((link) => {
            const { x, y, width, height } = link.getBoundingClientRect();
            return document.elementFromPoint(x + width / 2, y + height / 2) === link;
          }).length,
      );
    const before = await reachable();
    await page.locator(".navbar-items a").first().hover();
    expect(await reachable()).toBeGreaterThan(before + 2);
  });
});

describe("8.3", () => {
  test("8.3 every type of item is shown", async () => {
    const { page, open } = await read(main);
    await open("/docs/start/");
    const href = (name: string) => page.locator(secondary(name)).getAttribute("href");
    expect(await href("Docs")).toBe("/docs/start/");
    expect(await href("Apart")).toBe("/docs/apart/");
    expect(await href("Guide")).toBe("/docs/guide/first/");
    expect(await page.locator(".navbar .navbar-note").textContent()).toBe("Note");
    expect(await page.locator(".navbar .dropdown").count()).toBe(2);
  });

  test("8.3 a default item with items is a dropdown, and a docsVersion item links to the version", async () => {
    const { page, open } = await read(more);
    await open("/glossary/");
    const dropdown = page.locator(".dropdown", { has: page.getByRole("button", { name: "Both" }) });
    expect(await dropdown.locator(".dropdown-link").getAttribute("href")).toBe("/docs/short/");
    expect(await page.locator(secondary("This version")).getAttribute("href")).toMatch(/^\/docs\//);
  });

  test("8.3 a doc item for an unlisted page is shown only on that page", async () => {
    const { page, open, follow } = await read(main);
    await open("/docs/secret/");
    await page.locator(secondary("Secret")).waitFor();
    await follow(page.locator(secondary("Docs")), "Start");
    expect(await page.locator(secondary("Secret")).count()).toBe(0);
  });

  test("8.3 a doc item for a draft isn't shown", async () => {
    const { page, open } = await read(drafted);
    await open("/docs/start/");
    expect(await page.locator(secondary("Secret")).count()).toBe(0);
  });
});

test("8.4 links to the current page are marked, before and after hydration", async () => {
  const { page, open, follow } = await read(main);
  const marked = () =>
    page.$$eval(".navbar .navbar-items > li > a, .navbar .dropdown-trigger", (links) =>
      links.filter((link) => link.getAttribute("aria-current") === "page").map((link) => link.firstChild?.textContent),
    );
  for (const [path, wanted] of [
    ["/docs/start/", ["Docs"]],
    ["/docs/apart/", ["Apart"]],
    ["/docs/guide/second/", ["Docs", "Guide"]],
    ["/docs/reference/one/", ["Docs", "By pattern"]],
    ["/docs/tabs/", ["Docs", "More"]],
    ["/", []],
  ] as const) {
    await open(path);
    expect(await marked(), path).toEqual(wanted);
  }
  await open("/docs/apart/");
  await follow(page.locator(secondary("Guide")), "First");
  expect(await marked()).toEqual(["Docs", "Guide"]);
});

describe("8.5", () => {
  async function menu() {
    const reader = await read(main);
    await reader.open("/docs/start/");
    const trigger = reader.page.locator(".dropdown-trigger", { hasText: "More" });
    const list = reader.page.locator(".navbar .dropdown", { has: trigger }).locator(".dropdown-menu");
    const open = async () => [await trigger.getAttribute("aria-expanded"), await list.isVisible()];
    return { ...reader, trigger, list, open };
  }

  test("8.5 it opens on hover, and closes when the pointer leaves", async () => {
    const { page, trigger, open } = await menu();
    expect(await trigger.getAttribute("role")).toBe("button");
    expect(await trigger.getAttribute("aria-haspopup")).toBe("true");
    expect(await open()).toEqual(["false", false]);
    await trigger.hover();
    await expect.poll(open).toEqual(["true", true]);
    await page.mouse.move(600, 600);
    await expect.poll(open).toEqual(["false", false]);
  });

  test("8.5 a list that is longer than the window scrolls", async () => {
    const { page, open } = await read(more);
    await open("/docs/start/");
    await page.locator(".dropdown-trigger", { hasText: "Many" }).hover();
    const last = page.getByRole("link", { name: "Item 39" });
    const isInside = () => last.evaluate((link) => link.getBoundingClientRect().bottom <= innerHeight);
    expect(await isInside()).toBe(false);
    await last.scrollIntoViewIfNeeded();
    expect(await isInside()).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  for (const key of ["Enter", "Space"]) {
    test(`8.5 ${key} opens and closes it`, async () => {
      const { page, trigger, open, at } = await menu();
      await trigger.focus();
      await page.keyboard.press(key);
      await expect.poll(open).toEqual(["true", true]);
      await page.keyboard.press(key);
      await expect.poll(open).toEqual(["false", false]);
      expect(await at()).toBe("/docs/start/");
    });
  }

  test("8.5 the arrow keys open it and move through its links, which stay links; Escape returns to the button", async () => {
    const { page, trigger, list, open } = await menu();
    const links = list.locator("a");
    const count = await links.count();
    expect(count).toBeGreaterThan(1);
    const focused = () => links.evaluateAll((all) => all.indexOf(document.activeElement as HTMLElement));
    await trigger.focus();
    for (const [key, at] of [
      ["ArrowDown", 0],
      ["ArrowDown", 1],
      ["End", count - 1],
      ["ArrowDown", 0],
      ["ArrowUp", count - 1],
      ["Home", 0],
    ] as const) {
      await page.keyboard.press(key);
      expect(await focused(), key).toBe(at);
      expect(await open()).toEqual(["true", true]);
    }
    await page.keyboard.press("Escape");
    expect(await open()).toEqual(["false", false]);
    expect(await trigger.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("ArrowUp");
    expect(await focused()).toBe(count - 1);
    await page.keyboard.press("Tab");
    await expect.poll(open).toEqual(["false", false]);
  });

  test("8.5 Escape, a press outside, and focus elsewhere close it", async () => {
    const { page, trigger, list, open } = await menu();
    const reopen = async () => {
      await trigger.focus();
      await page.keyboard.press("Enter");
      await expect.poll(open).toEqual(["true", true]);
    };
    await reopen();
    await page.keyboard.press("Tab");
    expect(
      await list
        .locator("a")
        .first()
        .evaluate((link) => link === document.activeElement),
    ).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(open).toEqual(["false", false]);
    await expect.poll(() => trigger.evaluate((element) => element === document.activeElement)).toBe(true);
    for (const event of ["mousedown", "touchstart", "focusin"]) {
      await reopen();
      await page.locator("main").dispatchEvent(event);
      await expect.poll(open, { message: event }).toEqual(["false", false]);
    }
    await reopen();
    for (let step = 0; step < 4; step += 1) await page.keyboard.press("Tab");
    await expect.poll(open).toEqual(["false", false]);
  });

  test("8.5 selecting an item closes it", async () => {
    const { page, trigger, list, follow } = await menu();
    await trigger.focus();
    await page.keyboard.press("Enter");
    await follow(list.getByText("Glossary"), "Glossary");
    await page.mouse.move(600, 600);
    await expect.poll(() => list.isVisible()).toBe(false);
  });
});

describe("8.6", () => {
  test("8.6 the locale dropdown opens the same page, with query and hash, by a full load", async () => {
    const { page, open, at } = await read(locales);
    await open("/docs/start/?a=1#setup");
    const trigger = page.locator(".navbar .dropdown-trigger");
    expect([await trigger.textContent(), await trigger.getAttribute("data-icon")]).toEqual(["English", "globe"]);
    await page.evaluate(() => Object.assign(window, { same: true }));
    await trigger.hover();
    const french = page.locator(".dropdown-link", { hasText: "Français" });
    expect([await french.getAttribute("lang"), await french.getAttribute("href")]).toEqual([
      "fr-FR",
      "/fr/docs/start/",
    ]);
    await french.click();
    await page.locator("h1", { hasText: "Début" }).waitFor();
    expect(await at()).toBe("/fr/docs/start/?a=1#setup");
    expect(await page.evaluate(() => "same" in window)).toBe(false);
    expect(
      await page.evaluate(() => [
        document.documentElement.lang,
        document.querySelector(".dropdown-trigger")?.textContent,
      ]),
    ).toEqual(["fr-FR", "Français"]);
  });

  test("8.6 from a page without a translation, the locale dropdown opens another page, without query and hash", async () => {
    const { page, open, at } = await read(locales);
    await open("/404.html?a=1#part");
    await page.locator(".navbar .dropdown-trigger").hover();
    await page.locator(".dropdown-link", { hasText: "Français" }).click();
    await page.locator("html[lang='fr-FR']").waitFor();
    // The query and fragment belong to the other page.
    expect(new URL(await at(), "https://zebra.example").pathname).toBe("/fr/");
    expect(await at()).not.toMatch(/[?#]/);
  });

  test("8.6 with one locale, it lists that locale", async () => {
    const { page, open } = await read(main);
    await open("/docs/start/");
    const trigger = page.locator(".dropdown-trigger[data-icon=globe]");
    await trigger.hover();
    expect(await page.locator(".dropdown", { has: trigger }).locator(".dropdown-link").allTextContents()).toEqual([
      "English",
    ]);
  });

  const pages = ["/docs/start/", "/docs/tags/first/", "/blog/page/2/", "/docs/category/reference/", "/glossary/", "/"];
  for (const [name, of, path, label] of [
    ...pages.map((path) => ["one locale", main, path, "English"] as const),
    ["two", locales, "/docs/start/", "English"] as const,
    ["two, in one of which the page is", locales, "/docs/other/", "English"] as const,
    ["two, the other one's page", locales, "/fr/docs/start/", "Français"] as const,
  ]) {
    test(`8.6 the current locale links to the same page: ${path}, with ${name}`, async () => {
      const { page, open, at } = await read(of);
      for (const place of ["", "?a=1#main"]) {
        await open(path + place);
        await page.evaluate(() => Object.assign(window, { same: true }));
        const dropdown = page.locator(".dropdown:has([data-icon=globe])");
        await dropdown.hover();
        const own = dropdown.locator(".dropdown-link", { hasText: label });
        expect(await own.getAttribute("href")).toBe(path);
        await own.click();
        await page.waitForFunction(() => !("same" in window));
        expect(await at()).toBe(path + place);
      }
    });
  }

  test("8.6 from a missing page, it leads to the home page", async () => {
    const { page, visit, said } = await read(main);
    await visit("/no/such/page/");
    const own = page.locator(".dropdown:has([data-icon=globe]) .dropdown-link");
    expect(await own.getAttribute("href")).toBe("/");
    said();
  });
});

describe("8.7", () => {
  const hidden = () => (document.querySelector(".navbar")?.getBoundingClientRect().bottom ?? 0) <= 1;
  const shown = () => (document.querySelector(".navbar")?.getBoundingClientRect().top ?? -1) === 0;

  test("8.7 it's hidden when scrolling down, and shown when scrolling up and at the top", async () => {
    const { page, open, scrollTo, until } = await read(hiding, { reducedMotion: "reduce" });
    await open("/docs/long/");
    await scrollTo(40);
    await until(shown);
    await scrollTo(600);
    await until(hidden);
    await scrollTo(500);
    await until(shown);
    await scrollTo(700);
    await until(hidden);
    await scrollTo(0);
    await until(shown);
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
    await until(hidden);
  });

  test("8.7 it's hidden after a jump to a heading, and shown after other navigations", async () => {
    const { page, open, follow, scrollTo, until } = await read(hiding, { reducedMotion: "reduce" });
    await open("/docs/long/");
    await page.locator(".toc a[href='#third-part']").click();
    await until(hidden);
    await scrollTo(600);
    await until(shown);
    await scrollTo(900);
    await until(hidden);
    await follow(page.locator(".sidebar a[href='/docs/short/']"), "Short");
    await until(shown);
    await page.evaluate(() => document.querySelector(".prose a.hash-link")?.removeAttribute("href"));
    await follow(page.locator(".sidebar a[href='/docs/start/']"), "Start");
    await follow(page.getByText("a heading of the long page"), "Long");
    await until(hidden);
  });

  test("8.7 it stays visible if the option is off", async () => {
    const { open, scrollTo, until } = await read(main, { reducedMotion: "reduce" });
    await open("/docs/long/");
    await scrollTo(900);
    await until(shown);
  });
});

test("8.8 the logo: both sources, one of them shown, with no alternative text next to a title", async () => {
  const { page, open } = await read(main, { colorScheme: "light" });
  await open("/docs/start/");
  const logos = () =>
    page.$$eval(".navbar .navbar-brand img", (images) =>
      images.map((image) => [image.getAttribute("src"), image.getAttribute("alt"), image.checkVisibility()]),
    );
  expect(await logos()).toEqual([
    ["/img/logo.svg", "", true],
    ["/img/logo-dark.svg", "", false],
  ]);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(logos).toEqual([
    ["/img/logo.svg", "", false],
    ["/img/logo-dark.svg", "", true],
  ]);
  await page.goto(`${untitled.url}/docs/start/`);
  expect((await logos()).map(([, alt]) => alt)).toEqual(["Harness", "Harness"]);
  expect(await page.locator(".navbar-title").count()).toBe(0);
});

test("8.9 the footer is shown as configured", async () => {
  const { page, open } = await read(main);
  await open("/docs/start/");
  expect(await page.locator(".footer__copyright").innerHTML()).toBe("Copyright © 2025 <b>Harness</b>.");
  expect(await page.locator(".footer a").count()).toBe(2);
  await open(`${bare.url}/docs/start`);
  expect(await page.locator(".footer").count()).toBe(0);
  await open(`${copyrightOnly.url}/docs/start`);
  expect(await page.locator(".footer").innerHTML()).toBe('<div class="footer__copyright">Rights <b>kept</b></div>');
});

test("without scripts, the line below the navbar has no gaps", async () => {
  const { page, visit } = await read(main, { javaScriptEnabled: false });
  await visit("/docs/start/");
  const bar = await page.locator(".navbar").boundingBox();
  const strip = async (x: number) => {
    const clip = { x, y: (bar?.y ?? 0) + (bar?.height ?? 0) - 1, width: 4, height: 1 };
    return (await page.screenshot({ clip })).toString("base64");
  };
  const line = await strip(2);
  for (const item of await page.locator(".navbar-items > li:visible").all()) {
    const box = await item.boundingBox();
    expect(await strip(Math.round((box?.x ?? 0) + (box?.width ?? 0) / 2))).toBe(line);
  }
});
