/** A scan of every page kind, in both modes, narrow and wide; and a journey by keyboard alone. */

import { describe, expect, test } from "vitest";
import { violations } from "./harness/axe.ts";
import { announced, apiKinds, kinds } from "./harness/kinds.ts";
import { desktop, mobile, read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const main = await site("main", announced);
const versions = await site("versions");
const api = await site("api");
const places = [
  ...Object.entries(kinds).map(([kind, path]) => [kind, main.url + path] as const),
  ["a version", `${versions.url}/docs/v1/start/`] as const,
  ...Object.entries(apiKinds).map(([kind, path]) => [kind, api.url + path] as const),
];

describe.each([
  ["light", mobile],
  ["light", desktop],
  ["dark", mobile],
  ["dark", desktop],
] as const)("in %s mode at %o", (colorScheme, viewport) => {
  test(`no page kind violates a rule: ${colorScheme}, ${viewport.width} px`, { timeout: 300_000 }, async () => {
    const { page, open } = await read(main, { colorScheme, viewport, reducedMotion: "reduce" });
    for (const [kind, address] of places) {
      await open(address);
      // What is live comes once it is near.
      await page.evaluate(() => document.querySelector("[data-island]")?.scrollIntoView());
      await page.waitForFunction(() => document.querySelector("[data-island] [data-fallback]") === null);
      expect(await violations(page), kind).toEqual([]);
    }
  });
});

test("no state of the frame violates a rule", { timeout: 60_000 }, async () => {
  const { page, open, until } = await read(main, { viewport: mobile, reducedMotion: "reduce" });
  await open("/docs/guide/deep/one/");
  await page.click(".navbar-toggle");
  await page.getByRole("dialog").waitFor();
  expect(await violations(page), "the page's sidebar").toEqual([]);
  await page.getByText("← Back to main menu").click();
  await page.getByRole("button", { name: "Expand the dropdown" }).first().click();
  expect(await violations(page), "the main menu").toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "On this page" }).click();
  expect(await violations(page), "the contents").toEqual([]);
  await page.setViewportSize(desktop);
  await page.locator(".dropdown-trigger").first().hover();
  await page.locator(".dropdown-menu").first().waitFor();
  expect(await violations(page), "a dropdown").toEqual([]);
  await page.keyboard.press("Tab");
  await until(() => document.activeElement?.className === "skip-link" || document.activeElement !== document.body);
  expect(await violations(page), "the focus").toEqual([]);
});

test("the screens of failure violate no rule", { timeout: 60_000 }, async () => {
  const { page, open, visit, said } = await read(main, {
    reducedMotion: "reduce",
    before: [() => sessionStorage.setItem("docgen.reload", "/docs/long/")],
  });
  await open("/docs/start/");
  main.rule("/docs/long/index.json", { status: 500 });
  await page.locator(".sidebar a[href='/docs/long/']").click();
  await page.getByRole("alert").waitFor();
  expect(
    (await violations(page)).filter((each) => !each.startsWith("page-has-heading-one")),
    "the red box",
  ).toEqual([]);
  main.rule("/docs/start/", { body: (shell) => shell.replace(/"toc":\[\{/, '"toc":[null,{') });
  await visit("/docs/start/");
  await page.locator(".crash").waitFor();
  expect(await violations(page), "a crash in the layout").toEqual([]);
  said();
});

test("the scan can fail", async () => {
  const { page, open } = await read(main);
  await open("/docs/start/");
  await page.evaluate(() =>
    document.querySelector(".prose")?.insertAdjacentHTML("beforeend", '<img src="/img/logo.svg"><button></button>'),
  );
  expect((await violations(page)).map((each) => each.split(":")[0])).toEqual(["button-name", "image-alt"]);
});

test("a journey by keyboard: skip, read, switch tabs, open a category, go on, come back", async () => {
  const { page, open } = await read(main, { reducedMotion: "reduce" });
  await open("/docs/tabs/");
  const { keyboard } = page;
  const active = () =>
    page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent?.trim());
  /** Tabs on to what has a name, as a reader would, and sees that it can be seen. */
  const reach = async (name: string) => {
    for (let step = 0; step < 80; step += 1) {
      if ((await active()) === name) {
        const ring = await page.evaluate(() => {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement as Element);
          return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none";
        });
        expect(ring, `the focus on ${name} can be seen`).toBe(true);
        return;
      }
      await keyboard.press("Tab");
    }
    throw new Error(`${name} cannot be reached; at ${await active()}`);
  };
  await keyboard.press("Tab");
  expect(await active()).toBe("Skip to main content");
  await keyboard.press("Enter");
  await reach("One");
  await keyboard.press("ArrowRight");
  await keyboard.press("Enter");
  expect(await page.getByText("The first of two.").isVisible()).toBe(true);
  await open("/docs/start/");
  await reach("Unlinked");
  await keyboard.press("Enter");
  await reach("Alpha");
  await keyboard.press("Enter");
  await page.locator("h1", { hasText: "Alpha" }).waitFor();
  await keyboard.press("Tab");
  expect(await active()).toBe("Skip to main content");
  await reach("More");
  await keyboard.press("Enter");
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  expect(await active()).toBe("Glossary");
  await keyboard.press("Enter");
  await page.locator("h1", { hasText: "Glossary" }).waitFor();
  await page.goBack();
  await page.locator("h1", { hasText: "Alpha" }).waitFor();
});
