/** Behavior 15: code, tabs, and diagrams. */

import { describe, expect, test } from "vitest";
import { copied, copying, read, settled } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const main = await site("main");
const diagram = "```mermaid\ngraph LR\n  A[Begin] --> B[End]\n```\n";
const far = await site("main", {
  files: { "content/docs/far.md": `---\ntitle: Far\n---\n\n${"A line.\n\n".repeat(200)}${diagram}` },
});

describe("15.1", () => {
  test("15.1 only code and tables that scroll are tab stops; without scripts, all of them are", async () => {
    const stops = (all: Element[]) =>
      all.map((one) => [one.hasAttribute("tabindex"), one.scrollWidth > one.clientWidth] as const);
    const { page, open } = await read(main);
    for (const path of ["/docs/code/", "/docs/wide/"]) {
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await open(path);
        const parts = page.locator("pre, .table-scroll");
        await expect
          .poll(async () => (await parts.evaluateAll(stops)).every(([isStop, scrolls]) => isStop === scrolls))
          .toBe(true);
        expect((await parts.evaluateAll(stops)).some(([isStop]) => isStop)).toBe(true);
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await open("/docs/code/");
    const first = page.locator("pre").first();
    await expect.poll(() => first.getAttribute("tabindex")).toBe(null);
    await page.setViewportSize({ width: 320, height: 800 });
    await first.evaluate((pre) => {
      pre.firstElementChild?.append("a longer line ".repeat(20));
    });
    await expect.poll(() => first.getAttribute("tabindex")).toBe("0");
    const plain = await read(main, { javaScriptEnabled: false });
    await plain.visit("/docs/code/");
    expect((await plain.page.locator("pre").evaluateAll(stops)).every(([isStop]) => isStop)).toBe(true);
  });

  test("15.1 formulas and diagrams are tab stops only if they scroll", async () => {
    const text = `---\ntitle: Stops\n---\n\n$$\n\\int_0^1 \\frac{x^2}{1 + x} dx\n$$\n\n${diagram}`;
    const host = await site("main", { append: "[markdown]\nmath = true\n", files: { "content/docs/stops.md": text } });
    const { page, open } = await read(host, { viewport: { width: 1280, height: 800 } });
    await open("/docs/stops/");
    await page.locator(".diagram svg").waitFor();
    const stops = () => page.locator(":is(.formula, .diagram)[tabindex]").count();
    expect(await page.locator(".formula, .diagram").count()).toBe(2);
    await expect.poll(stops).toBe(0);
    await page.addStyleTag({ content: ".article { inline-size: 60px }" });
    await expect.poll(stops).toBe(2);
  });

  test("15.1 code is highlighted at build time, in two themes", async () => {
    const { page, visit } = await read(main, { javaScriptEnabled: false, colorScheme: "light" });
    await visit("/docs/code/");
    const colors = () =>
      page.$$eval(".code span", (spans) => [...new Set(spans.map((span) => getComputedStyle(span).color))]);
    expect((await colors()).length).toBeGreaterThan(3);
    expect(await page.locator(".code-title").textContent()).toBe("hello.sh");
    expect(await page.locator(".code[data-lines]").count()).toBe(1);
    expect(await page.locator('[data-line="mark"], [data-line="add"], [data-line="remove"]').count()).toBe(3);
    const live = await read(main, { colorScheme: "dark" });
    await live.open("/docs/code/");
    const dark = await live.page.$$eval(".code span", (spans) => [
      ...new Set(spans.map((span) => getComputedStyle(span).color)),
    ]);
    expect(dark).not.toEqual(await colors());
  });

  test("15.1 a block is copied unchanged, which is confirmed for 1000 ms", async () => {
    const { page, open } = await read(main, copying);
    await page.clock.install({ time: 0 });
    await open("/docs/code/");
    await page.clock.pauseAt(600_000);
    const button = page.locator(".code-copy").first();
    expect(await button.getAttribute("aria-label")).toBe("Copy code to clipboard");
    await page.locator(".code").first().hover();
    await button.click();
    await page.locator(".code-copy[aria-label=Copied]").waitFor();
    expect(await page.evaluate(copied)).toBe('echo "hello"');
    await page.clock.runFor(999);
    expect(await button.getAttribute("aria-label")).toBe("Copied");
    await page.clock.runFor(2);
    expect(await button.getAttribute("aria-label")).toBe("Copy code to clipboard");
  });

  test("15.1 removed lines of a diff aren't copied", async () => {
    const { page, open } = await read(main, copying);
    await open("/docs/code/");
    await page.locator(".code").last().hover();
    await page.locator(".code-copy").last().click();
    await page.locator(".code-copy[aria-label=Copied]").waitFor();
    expect((await page.evaluate(copied))?.split("\n").map((line) => line.trim())).toEqual([
      "const kept = 1;",
      "const added = 3;",
    ]);
  });

  test("15.1 the copied code has no numbers, labels, prompts, or output, and a patch is whole", async () => {
    const { page, open } = await read(main, copying);
    await open("/docs/code-marks/");
    const copies: (string | undefined)[] = [];
    for (const block of await page.locator(".code").all()) {
      await block.hover();
      await block.locator(".code-copy").click();
      await block.locator(".code-copy[aria-label=Copied]").waitFor();
      copies.push(await page.evaluate(copied));
    }
    expect(copies).toEqual([
      'import { kettle } from "./kettle.js";\nimport { pot } from "./pot.js";\nkettle.start();\npot.wait();',
      'ls -l\ncat <<EOF\na\n\nb\nEOF\nfor i in 1 2\ndo\n  echo "$i\n\n"\ndone',
      "--- a/a\n+++ b/a\n-old\n+new",
      "const a = 2;",
      "red yellow white black blue reversed dim on red",
    ]);
  });

  test("15.1 notes and collapsed lines work with the keyboard, and lines keep their numbers", async () => {
    const { page, open } = await read(main);
    await open("/docs/code-marks/");
    const block = page.locator(".code").first();
    const hidden = block.locator(".code-fold .line").first();
    expect(await hidden.isVisible()).toBe(false);
    await block.locator("summary").focus();
    await page.keyboard.press("Enter");
    await hidden.waitFor();
    const note = block.getByRole("link", { name: "1" });
    const description = page.locator(`[id="${await note.getAttribute("aria-describedby")}"]`);
    expect(await description.textContent()).toContain("Starts the kettle.");
    await note.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toMatch(/#code-note-1-1$/);
    expect(await description.evaluate((item) => item.matches(":target"))).toBe(true);
  });

  test("15.1 the buttons appear on hover and on focus", async () => {
    const { page, open } = await read(main);
    await open("/docs/code/");
    const tools = page.locator(".code-tools").first();
    const seen = () => tools.evaluate((element) => Number(getComputedStyle(element).opacity) > 0.5);
    await page.mouse.move(2, 2);
    expect(await seen()).toBe(false);
    await page.locator(".code").first().hover();
    await expect.poll(seen).toBe(true);
    await page.mouse.move(2, 2);
    await expect.poll(seen).toBe(false);
    await page.locator(".code-copy").first().focus();
    await expect.poll(seen).toBe(true);
  });

  test("15.1 word wrap is offered only if the code overflows", async () => {
    const { page, open } = await read(main);
    await open("/docs/code/");
    const wide = page.locator(".code").nth(1);
    const button = wide.getByRole("button", { name: "Toggle word wrap" });
    await button.waitFor({ state: "attached" });
    expect(await page.locator(".code-wrap:not([hidden])").count()).toBe(1);
    const overflows = () => wide.locator("pre").evaluate((pre) => pre.scrollWidth > pre.clientWidth);
    expect(await overflows()).toBe(true);
    await wide.hover();
    await button.click();
    expect(await overflows()).toBe(false);
    expect(await button.getAttribute("aria-pressed")).toBe("true");
    await button.click();
    expect(await overflows()).toBe(true);
  });

  test("15.1 Copy page copies the page as Markdown", async () => {
    const { page, open } = await read(main, copying);
    await open("/docs/start/");
    await page.getByRole("button", { name: "Copy page" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate(copied)).toContain("Where the tests begin.");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("link", { name: "View as Markdown" }).click();
    await page.waitForURL("**/docs/start.md");
  });
});

describe("15.2", () => {
  test("15.2 tabs are an ARIA tab list that works with the keyboard", async () => {
    const { page, open } = await read(main);
    await open("/docs/tabs/");
    const group = page.locator("[data-tabs]").first();
    const tabs = () =>
      group
        .getByRole("tab")
        .evaluateAll((all) => all.map((tab) => [tab.textContent, tab.ariaSelected, (tab as HTMLElement).tabIndex]));
    expect(await group.getByRole("tablist").count()).toBe(1);
    expect(await tabs()).toEqual([
      ["One", "true", 0],
      ["Two", "false", -1],
      ["Three", "false", -1],
    ]);
    const panel = () =>
      group
        .getByRole("tabpanel")
        .evaluateAll((all) =>
          all.filter((each) => each.checkVisibility()).map((each) => each.getAttribute("aria-labelledby")),
        );
    const idOf = (name: string) => group.getByRole("tab", { name }).getAttribute("id");
    expect(await panel()).toEqual([await idOf("One")]);
    await group.getByRole("tab", { name: "One" }).focus();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    const walked: (string | null | undefined)[] = [];
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"]) {
      await page.keyboard.press(key);
      walked.push(await focused());
    }
    expect(walked).toEqual(["Two", "Three", "One", "Three"]);
    expect((await tabs())[0]).toEqual(["One", "true", 0]);
    await page.keyboard.press("Enter");
    expect(await tabs()).toEqual([
      ["One", "false", -1],
      ["Two", "false", -1],
      ["Three", "true", 0],
    ]);
    expect(await panel()).toEqual([await idOf("Three")]);
  });

  test("15.2 groups with the same name share their selection, which is stored", async () => {
    const { page, open, follow } = await read(main);
    await open("/docs/tabs/");
    const shown = () =>
      page
        .getByRole("tabpanel")
        .evaluateAll((all) =>
          all.filter((each) => each.checkVisibility()).map((each) => each.textContent?.trim().slice(0, 17)),
        );
    expect(await shown()).toEqual(["The first of one.", "The second of one", "For Linux.", "Alone A."]);
    await page.getByRole("tab", { name: "Two" }).last().click();
    expect(await shown()).toEqual(["The first of two.", "The second of two", "For Linux.", "Alone A."]);
    // A group without the selected value doesn't change.
    await page.getByRole("tab", { name: "Three" }).click();
    expect(await shown()).toEqual(["The first of thre", "The second of two", "For Linux.", "Alone A."]);
    await page.getByRole("tab", { name: "Two" }).last().click();
    await page.getByRole("tab", { name: "Also alone" }).click();
    await page.reload();
    await page.waitForFunction(settled);
    await expect.poll(shown).toEqual(["The first of two.", "The second of two", "For Linux.", "Alone A."]);
    await follow(page.locator(".sidebar a[href='/docs/code/']"), "Code");
    await follow(page.locator(".sidebar a:not([role])[href='/docs/tabs/']"), "Tabs");
    expect((await shown())[0]).toBe("The first of two.");
  });

  test("15.2 the clicked tab doesn't move on screen", async () => {
    const { page, open, scrollTo } = await read(main);
    await open("/docs/tabs/");
    await scrollTo(300);
    // Measure in one step, because a font that loads in the meantime could move other elements.
    const moved = await page
      .getByRole("tab", { name: "Two" })
      .last()
      .evaluate((element) => {
        const top = () => element.getBoundingClientRect().top;
        const before = top();
        (element as HTMLElement).click();
        return top() - before;
      });
    expect(Math.abs(moved)).toBeLessThan(1);
    expect(await page.evaluate(() => scrollY)).toBeLessThan(300);
  });

  test("15.2 the URL mirrors a group with a query string, and takes precedence", async () => {
    const { page, open, at } = await read(main);
    await open("/docs/tabs/?a=1#x");
    const entries = await page.evaluate(() => history.length);
    await page.getByRole("tab", { name: "Mac" }).click();
    expect(await at()).toBe("/docs/tabs/?a=1&os=mac#x");
    expect(await page.evaluate(() => history.length)).toBe(entries);
    await open("/docs/tabs/?os=linux");
    expect(await page.getByText("For Linux.").isVisible()).toBe(true);
    await open("/docs/tabs/?os=mac");
    expect(await page.getByText("For Mac.").isVisible()).toBe(true);
  });
});

describe("15.3", () => {
  const library = () => main.requests.filter((path) => /mermaid|Diagram/.test(path));

  test("15.3 a diagram is drawn in the mode's colors, and again when the mode changes", async () => {
    const { page, open } = await read(main, { colorScheme: "light" });
    await open("/docs/diagram/");
    const drawing = page.locator("[data-island=diagram] svg");
    await drawing.waitFor();
    expect(await page.locator("[data-island=diagram] [data-fallback]").count()).toBe(0);
    // The library writes the colors of its theme into the drawing. The site's styles override these colors.
    const rules = () => drawing.locator("style").textContent();
    const shape = () =>
      drawing
        .locator(".node rect")
        .first()
        .evaluate((element) => getComputedStyle(element).fill);
    expect(await rules()).toContain("#ECECFF");
    const light = await shape();
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(rules).toContain("#1f2020");
    expect(await shape()).not.toBe(light);
    expect(await page.getByRole("img", { name: "Diagram" }).count()).toBe(1);
  });

  test("15.3 the library is loaded only on pages with a diagram", async () => {
    const { page, open, follow } = await read(main);
    await open("/docs/start/");
    await page.waitForLoadState("networkidle");
    expect(library()).toEqual([]);
    await follow(page.locator(".sidebar").getByRole("link", { name: "Diagram", exact: true }), "Diagram");
    await page.locator("[data-island=diagram] svg").waitFor();
    expect(library().length).toBeGreaterThan(1);
  });

  test("15.3 a diagram far down the page is drawn when the reader comes near it", async () => {
    const { page, open } = await read(far);
    const asked = () => far.requests.some((path) => /mermaid/.test(path));
    await open("/docs/far/");
    await page.waitForLoadState("networkidle");
    expect(asked()).toBe(false);
    expect(await page.locator("[data-island=diagram] [data-fallback]").count()).toBe(1);
    await page.getByText("A line.").nth(150).scrollIntoViewIfNeeded();
    expect(asked()).toBe(false);
    await page.locator("[data-island=diagram]").scrollIntoViewIfNeeded();
    await page.locator("[data-island=diagram] svg").waitFor();
    expect(asked()).toBe(true);
  });

  test("15.3 a diagram that can't be drawn shows the reason in its place", async () => {
    const { page, open, said } = await read(main);
    await open("/docs/diagram-bad/");
    const error = page.locator("[data-island=diagram] [role=alert]");
    await error.waitFor();
    expect(await error.locator("p").textContent()).toBe("This diagram has an error:");
    expect(await error.textContent()).toContain("Parse error");
    expect(await error.textContent()).toContain("A[Begin --> {{{");
    expect(await page.getByText("Text after it.").isVisible()).toBe(true);
    expect(await page.locator(".crash").count()).toBe(0);
    expect(await page.locator("body > svg, body > [id^=d]:not(#docgen-root):not(script)").count()).toBe(0);
    expect(said()).toEqual([]);
  });

  test("15.3 without JavaScript, the source is visible", async () => {
    const { page, visit } = await read(main, { javaScriptEnabled: false });
    await visit("/docs/diagram/");
    expect(await page.locator("[data-island=diagram]").textContent()).toContain("A[Begin] --> B[End]");
  });
});
