/** Code blocks and details: on touch screens, without colors, and while fonts load. */

import { describe, expect, test } from "vitest";
import { mobile, read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const text = `---
title: Kinds of code
---

Run \`docgen build\` first, then \`a_long_identifier\` and **\`bold\`**.

\`\`\`bash
npm install
\`\`\`

\`\`\`js
const removed = 2; // [!code --]
const wrong = 3; // [!code error]
const odd = 4; // [!code warning]
const wide = "a line that is far wider than any column of text on a screen, so that the block overflows and scrolls";
\`\`\`

\`\`\`ts title="src/index.ts"
const a = 1;
\`\`\`

<details>
<summary>Raw</summary>

Text.

</details>

:::details[Own]
Text.
:::

After.
`;
const main = await site("main", { files: { "content/docs/kinds.md": text } });
const touch = { viewport: mobile, hasTouch: true, isMobile: true };

describe("code on touch screens", () => {
  test("the buttons are visible, large enough, and cover no code, even after scrolling sideways", async () => {
    for (const width of [320, 390, 1024]) {
      const { page, open } = await read(main, { ...touch, viewport: { width, height: 800 } });
      await open("/docs/kinds/");
      const blocks = page.locator(".prose > .code");
      expect(await blocks.count()).toBe(3);
      for (const block of await blocks.all()) {
        await block.locator("pre").evaluate((pre) => pre.scrollTo(1000, 0));
        for (const button of await block.locator(".code-tools button:visible").all()) {
          const [tool, code] = [await button.boundingBox(), await block.locator("code").boundingBox()];
          expect(tool?.width).toBeGreaterThanOrEqual(44);
          expect(tool?.height).toBeGreaterThanOrEqual(44);
          expect((tool?.y ?? 0) + (tool?.height ?? 0)).toBeLessThanOrEqual((code?.y ?? 0) + 0.5);
        }
        expect(await block.locator(".code-tools").evaluate((tools) => getComputedStyle(tools).opacity)).toBe("1");
      }
      // The row with the buttons shows the language, unless the block has a title.
      const label = (at: number) => blocks.nth(at).evaluate((block) => getComputedStyle(block, "::before").content);
      expect(await label(0)).toContain("bash");
      expect(await label(2)).toBe("none");
    }
  });

  test("with a mouse, the buttons appear on hover and take up no space", async () => {
    const { page, open } = await read(main);
    await open("/docs/kinds/");
    const block = page.locator(".prose > .code").first();
    const opacity = () => block.locator(".code-tools").evaluate((tools) => getComputedStyle(tools).opacity);
    expect(await opacity()).toBe("0");
    expect((await block.boundingBox())?.height).toBeLessThan(50);
    await block.hover();
    await expect.poll(opacity).toBe("1");
  });
});

test("removed lines, lines with errors, and lines with warnings have different signs", async () => {
  const { page, open } = await read(main);
  await open("/docs/kinds/");
  const signs = await page
    .locator(".line[data-line]")
    .evaluateAll((lines) => lines.map((line) => getComputedStyle(line, "::after").content));
  expect(signs).toHaveLength(3);
  expect(new Set(signs).size).toBe(3);
  expect(signs).not.toContain("none");
});

test("details in HTML look like those of a directive", async () => {
  for (const direction of ["ltr", "rtl"]) {
    const { page, open } = await read(main, { reducedMotion: "reduce" });
    await open("/docs/kinds/");
    await page.evaluate((dir) => {
      document.documentElement.dir = dir;
    }, direction);
    const look = (at: number) =>
      page
        .locator(".prose details")
        .nth(at)
        .evaluate((element) => {
          const details = element as HTMLDetailsElement;
          const summary = details.querySelector("summary") as HTMLElement;
          const caret = getComputedStyle(summary, "::before");
          const { width, height } = details.getBoundingClientRect();
          const { borderTopWidth, borderTopColor, borderTopLeftRadius } = getComputedStyle(details);
          const box = details.getBoundingClientRect();
          const text = details.open && details.querySelector("p")?.getBoundingClientRect();
          const inside = text && [text.x - box.x, text.y - box.y, text.width, text.height];
          return { width, height, borderTopWidth, borderTopColor, borderTopLeftRadius, rotate: caret.rotate, inside };
        });
    expect(await look(0), direction).toEqual(await look(1));
    for (const summary of await page.locator(".prose summary").all()) await summary.click();
    await expect.poll(async () => JSON.stringify(await look(0)) === JSON.stringify(await look(1))).toBe(true);
  }
});

test("text doesn't move when the code font arrives, regardless of the system's fonts", async () => {
  // Each case hides the fonts of other systems. In the last case, the system has none of the fonts that docgen's styles
  // name.
  for (const hidden of [[], ["Menlo", "DejaVu Sans Mono"], null]) {
    const { page, open } = await read(main, { viewport: { width: 412, height: 823 } });
    await page.route(/\/app\.[^/]*\.css$/, async (route) => {
      const response = await route.fetch();
      const css = await response.text();
      const body = hidden
        ? hidden.reduce((rest, name) => rest.replaceAll(new RegExp(`local\\("?${name}"?\\)`, "g"), "local(None)"), css)
        : css.replace(/@font-face\s*\{[^}]*Docgen Mono Fallback[^}]*\}/g, "");
      await route.fulfill({ response, body });
    });
    const gate = main.hold(/docgen-mono\./);
    await open("/docs/kinds/");
    await gate.arrived;
    const places = () =>
      page.$$eval(".prose > *", (all) => all.map((one) => Math.round(one.getBoundingClientRect().y * 100) / 100));
    const before = await places();
    gate.release();
    await page.evaluate(() => document.fonts.load("14px 'Docgen Mono'"));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await places(), JSON.stringify(hidden)).toEqual(before);
  }
});
