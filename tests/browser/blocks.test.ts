/** Badges, icons, tooltips, fields, and videos: how these blocks work without scripts, and which files they load. */

import { expect, test } from "vitest";
import { violations } from "./harness/axe.ts";
import { mobile, read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const blocks = `---
title: Blocks
---

A :badge[New]{kind=tip} word, an :icon[yes]{name=check}, and a
:tooltip[term]{text="An explanation that is long enough for several lines on a narrow screen."}.

:::note[Title]{icon=rocket}
:badge[Note] :badge[Warning]{kind=warning} :badge[Danger]{kind=danger} :badge[Info]{kind=info}
:::

::::field[user]{type=object required}
Text.

:::field[name]{type=string default=none deprecated}
Text.
:::
::::

::youtube[A video]{id=aqz-KE-bpKQ}
`;
const links = "---\ntitle: Links\n---\n\n[Blocks](./blocks.md#user.name) [Systems](./systems.md#details-on-b)\n";
const table = `---
title: Table
---

| Tea | Minutes |
| --- | ------- |
| Sencha | 2 |
| Assam | 4 |
{.filterable}

A note.[^1]

\`\`\`js collapse={1-2}
a
b
c
\`\`\`

[^1]: Text.
`;
const systems = `---
title: Systems
---

See [the other system](#on-b).

::::tabs
:::tab[System A]
Text.
:::
:::tab[System B]
## On B

A note.[^1]

:::details[More]
### Details on B
:::
:::
::::

## Last

[^1]: Text.
`;
const small = '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="12"><rect width="12" height="12"/></svg>';
const images = `---
title: Images
---

Click ![a](./small.svg) to go on.

Click ![b](./small.svg){: inline} to **go ![c](./small.svg) on**.

- Click [![d](./small.svg)](./links.md) to go on.

| A |
| - |
| Click ![e](./small.svg) to go on. |

Term
: Click ![f](./small.svg) to go on.

![g](./small.svg)
`;
const main = await site("main", {
  files: {
    "content/docs/images.md": images,
    "content/docs/small.svg": small,
    "content/docs/blocks.md": blocks,
    "content/docs/links.md": links,
    "content/docs/table.md": table,
    "content/docs/systems.md": systems,
  },
});
const player = "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1";

test.for(["light", "dark"] as const)("no accessibility violations: %s", async (colorScheme) => {
  const { page, open } = await read(main, { colorScheme, viewport: mobile, reducedMotion: "reduce" });
  await open("/docs/blocks/");
  expect(await violations(page)).toEqual([]);
  await page.locator(".tooltip").focus();
  expect(await violations(page)).toEqual([]);
});

test("a link to something in a closed tab opens the tab", async () => {
  const { page, open } = await read(main);
  const selected = () => page.getByRole("tab", { selected: true }).textContent();
  const inView = (id: string) =>
    page.locator(`#${id}`).evaluate((heading) => {
      const { top, height } = heading.getBoundingClientRect();
      return heading.checkVisibility() && height > 0 && top >= 0 && top < innerHeight;
    });
  const closed = async () => {
    await page.getByRole("tab", { name: "System A" }).click();
    expect(await inView("on-b")).toBe(false);
  };
  await open("/docs/systems/#on-b");
  expect([await selected(), await inView("on-b")]).toEqual(["System B", true]);
  for (const link of [
    page.getByRole("link", { name: "the other system" }),
    page.locator(".toc").getByRole("link", { name: "On B", exact: true }),
  ]) {
    // The second time, the URL already has the fragment.
    for (const _ of [1, 2]) {
      await closed();
      await link.click();
      expect([await selected(), await inView("on-b")]).toEqual(["System B", true]);
    }
  }
  await closed();
  await page.locator(".footnote-back").click();
  expect(await selected()).toBe("System B");
  await open("/docs/links/");
  await page.getByRole("link", { name: "Systems" }).first().click();
  await expect.poll(() => inView("details-on-b")).toBe(true);
  expect(new URL(page.url()).hash).toBe("#details-on-b");
});

test("a table says that no row matches its filter until the filter changes", async () => {
  const { page, open } = await read(main);
  await open("/docs/table/");
  const status = page.locator(".table-status");
  await expect.poll(() => status.getAttribute("role")).toBe("status");
  const rows = page.locator("tbody tr:visible");
  for (const [words, text, count] of [
    ["zzz", "No rows match the filter.", 0],
    ["assam", "", 1],
    ["assam 2", "No rows match the filter.", 0],
    ["", "", 2],
  ] as const) {
    await page.locator(".table-filter").fill(words);
    expect([words, await status.textContent(), await rows.count()]).toEqual([words, text, count]);
  }
});

test.for(["ltr", "rtl"])("arrows have the direction of their text: %s", async (direction) => {
  const { page, open } = await read(main);
  await open("/docs/table/");
  await page.evaluate((dir) => document.documentElement.setAttribute("dir", dir), direction);
  const back = page.locator(".footnote-back");
  const rotation = () => back.evaluate((element) => getComputedStyle(element).rotate);
  await expect.poll(rotation).toBe(direction === "rtl" ? "y 180deg" : "y 0deg");
  // Code always runs from left to right.
  const chevron = page.locator(".code-fold > summary");
  expect(await chevron.evaluate((element) => getComputedStyle(element, "::before").rotate)).toMatch(/^(0deg|none)$/);
});

test.for([true, false])("the explanation of a term is shown on focus and in print, scripts: %s", async (scripts) => {
  const { page, visit } = await read(main, {
    javaScriptEnabled: scripts,
    viewport: mobile,
    reducedMotion: "reduce",
  });
  await visit("/docs/blocks/");
  const opacity = () => page.locator(".tooltip-text").evaluate((element) => getComputedStyle(element).opacity);
  expect(await opacity()).toBe("0");
  await page.locator(".tooltip").focus();
  await expect.poll(opacity).toBe("1");
  const box = await page.locator(".tooltip-text").boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(mobile.width);
  if (scripts) {
    await expect.poll(() => page.keyboard.press("Escape").then(opacity)).toBe("0");
    await page.locator(".tooltip").blur();
    await page.locator(".tooltip").focus();
    await expect.poll(opacity).toBe("1");
  }
  await page.locator(".tooltip").blur();
  await expect.poll(opacity).toBe("0");
  expect(await page.locator(".tooltip").textContent()).toMatch(/^term \(An explanation .*\)$/);
  if (scripts) {
    // Print styles load later.
    await page.emulateMedia({ media: "print" });
    await expect.poll(opacity).toBe("1");
  }
});

test.for([true, false])("a video contacts its service only when it's started, scripts: %s", async (scripts) => {
  const { page, visit } = await read(main, { javaScriptEnabled: scripts });
  const asked: string[] = [];
  await page.route(
    (url) => !main.url.startsWith(url.origin),
    (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: "text/html", body: "player" });
    },
  );
  const policy = "style-src 'self'; style-src-attr 'self'; frame-src https://www.youtube-nocookie.com";
  main.rule("/docs/blocks/", { headers: { "content-security-policy": policy } });
  await visit("/docs/blocks/");
  await page.locator("iframe").scrollIntoViewIfNeeded();
  const start = page.frameLocator("iframe").getByRole("link", { name: "Play the video: A video" });
  await start.waitFor();
  expect(asked).toEqual([]);
  await start.click();
  await page.frameLocator("iframe").getByText("player").waitFor();
  expect(asked).toEqual([player]);
});

test("the styles of fields load with the page, and only there", async () => {
  const { page, open, follow } = await read(main);
  const sheets = () => page.locator('link[href*="/fields."]').count();
  await open("/docs/links/");
  expect(await sheets()).toBe(0);
  await follow(page.getByRole("main").getByRole("link", { name: "Blocks" }), "Blocks");
  expect(await sheets()).toBe(1);
  const row = page.locator('[id="user.name"]');
  expect(await row.evaluate((element) => getComputedStyle(element).listStyleType)).toBe("none");
  expect(await row.locator(".api-type").evaluate((element) => getComputedStyle(element).fontSize)).toBe("13px");
});

test("an image in a sentence doesn't break the line", async () => {
  const { page, open } = await read(main);
  await open("/docs/images/");
  const lines = await page.$$eval(".prose :is(p, li, td, dd)", (all) =>
    all.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const middles = [...range.getClientRects()].map((rect) => (rect.top + rect.bottom) / 2);
      return Math.max(...middles) - Math.min(...middles) < 10;
    }),
  );
  expect(lines).toEqual(lines.map(() => true));
  expect(lines.length).toBe(6);
});

test("an enlarged image has a frame and a button that closes it", async () => {
  const text = "---\ntitle: Zoom\n---\n\nA window:\n\n![Window](./window.svg)\n";
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300"/>';
  const { page, open } = await read(
    await site("main", { files: { "content/docs/zoom.md": text, "content/docs/window.svg": svg } }),
  );
  await open("/docs/zoom/");
  await page.locator("img[data-zoom]").click();
  const dialog = page.getByRole("dialog", { name: "Window" });
  expect(await dialog.locator("img").evaluate((image) => getComputedStyle(image).borderStyle)).toBe("solid");
  const button = dialog.getByRole("button", { name: "Close" });
  expect(await button.evaluate((element) => getComputedStyle(element, "::after").content)).toContain("×");
  const { width } = page.viewportSize() ?? { width: 0 };
  await page.mouse.click(width - 30, 30);
  await dialog.waitFor({ state: "detached" });
});
