/** An operation's samples: all languages are in one strip, and the selected language applies to all pages. */

import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../theme/src/islands/request/samples/languages.ts";
import { violations } from "./harness/axe.ts";
import { copied, copying, desktop, mobile, read } from "./harness/reader.ts";
import { operation, parameter, requestFiles } from "./harness/requests.ts";
import { site } from "./harness/site.ts";

const server = "https://api.example";
const host = await site("files", {
  files: requestFiles({
    plain: operation(server, {
      path: "/orders/{id}",
      parameters: [
        parameter("id", "path", { example: '"42"', given: true }),
        parameter("note", "query", { required: true, example: '"say \\"hi\\" to $HOME"', given: true }),
      ],
    }),
    second: operation(server, { path: "/second" }),
    own: operation(server, {
      console: false,
      samples: [
        { lang: "Shell", source: "shop <orders>" },
        { lang: "Elixir", source: "IO.puts 1" },
        { lang: "Python", label: "SDK", source: "import shop" },
      ],
    }),
  }),
});

const languages = LANGUAGES.map(({ label }) => label);

/** Opens a page and waits for its island. */
async function samples(name: string, options: Parameters<typeof read>[1] = {}) {
  const reader = await read(host, options);
  await reader.open(`/docs/${name}`);
  await reader.page.getByRole("tablist", { name: "Languages" }).waitFor();
  const { page } = reader;
  return {
    ...reader,
    code: page.locator(".samples-panel pre"),
    tab: (name: string) => page.getByRole("tab", { name, exact: true }),
  };
}

test("11.4 the languages are in order, and curl is shown immediately", async () => {
  const { page, code, tab } = await samples("plain");
  expect(await page.getByRole("tab").allTextContents()).toEqual(languages);
  expect(await tab("curl").getAttribute("aria-selected")).toBe("true");
  expect(await code.textContent()).toContain(`'${server}/orders/42?note=say%20%22hi%22%20to%20%24HOME'`);
  expect(await code.locator(".f").first().textContent()).toBe("curl");
});

test("11.4 every language shows the request, from a module that loads when it's selected", async () => {
  const { page, code, tab } = await samples("plain");
  for (const name of languages.slice(1)) {
    const before = host.requests.length;
    await tab(name).click();
    await expect.poll(() => page.locator(".samples-panel .code").getAttribute("data-language")).not.toBe("curl");
    await page.waitForFunction((label) => {
      const shown = document.querySelector(".samples-panel .code")?.getAttribute("data-language");
      const chosen = document.querySelector<HTMLElement>("[role=tab][aria-selected=true]");
      return chosen?.textContent === label && chosen.id === `samples-0-${shown}`;
    }, name);
    expect(await code.textContent(), name).toContain("orders/42");
    expect(host.requests.length, name).toBeGreaterThan(before);
  }
});

test("11.4 the selection is remembered, on every page and in every window", async () => {
  const { page, tab, follow } = await samples("plain");
  await tab("Go").click();
  expect(await page.evaluate(() => localStorage.getItem("docgen.tab.code-samples"))).toBe("go");
  await follow(page.locator(".sidebar a[href='/docs/second']"), "second");
  await expect.poll(() => tab("Go").getAttribute("aria-selected")).toBe("true");
  await expect.poll(() => page.locator(".samples-panel").textContent()).toContain("http.NewRequest");
  const another = await page.context().newPage();
  await another.goto("/docs/plain");
  await another.getByRole("tab", { name: "Ruby", exact: true }).click();
  await expect.poll(() => tab("Ruby").getAttribute("aria-selected")).toBe("true");
});

test("15.2 arrows move and wrap, Enter selects; only one tab is in the tab order", async () => {
  const { page, tab } = await samples("plain");
  const { keyboard } = page;
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await tab("curl").focus();
  await keyboard.press("ArrowLeft");
  expect(await focused()).toBe("Rust");
  await keyboard.press("ArrowRight");
  await keyboard.press("ArrowRight");
  expect(await focused()).toBe("Node.js");
  expect(await tab("curl").getAttribute("aria-selected")).toBe("true");
  await keyboard.press("Enter");
  expect(await tab("Node.js").getAttribute("aria-selected")).toBe("true");
  expect(await page.locator("[role=tab][tabindex='0']").allTextContents()).toEqual(["Node.js"]);
  await keyboard.press("End");
  expect(await focused()).toBe("Rust");
  expect(await page.getByRole("tabpanel").getAttribute("aria-labelledby")).toBe(
    await tab("Node.js").getAttribute("id"),
  );
});

test("a list selects any language, and the strip scrolls to it", async () => {
  const { page, tab } = await samples("plain", { viewport: mobile });
  const strip = page.getByRole("tablist", { name: "Languages" });
  const inView = () =>
    strip.evaluate((list) => {
      const [box, at] = [list, list.querySelector("[aria-selected=true]") as Element].map((each) =>
        each.getBoundingClientRect(),
      );
      return box && at ? at.left >= box.left && at.right <= box.right : false;
    });
  const top = await page.evaluate(() => scrollY);
  await page.getByRole("combobox", { name: "All languages" }).selectOption("Rust");
  await expect.poll(inView).toBe(true);
  expect(await tab("Rust").getAttribute("aria-selected")).toBe("true");
  expect(await page.evaluate(() => scrollY)).toBe(top);
});

test("samples of the document replace those of their language, or have their own tab", async () => {
  const { page, code, tab } = await samples("own");
  expect(await code.textContent()).toBe("shop <orders>");
  expect(await page.getByRole("tab").count()).toBe(languages.length + 1);
  await tab("Elixir").click();
  await expect.poll(() => code.textContent()).toBe("IO.puts 1");
  await tab("SDK").click();
  await expect.poll(() => code.textContent()).toBe("import shop");
  expect(await tab("Python").count()).toBe(0);
  expect(await page.getByRole("button", { name: "Try it" }).count()).toBe(0);
});

test("samples follow the typed text", async () => {
  const { page, code } = await samples("plain");
  await page.getByRole("button", { name: "Try it" }).click();
  await page.getByLabel("id", { exact: true }).fill("a b");
  await expect.poll(() => code.textContent()).toContain("/orders/a%20b?");
});

test("the sample is copied unchanged", async () => {
  const { page, code } = await samples("plain", copying);
  await page.locator(".samples-panel .code").hover();
  await page.getByRole("button", { name: "Copy code to clipboard" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(copied)).toBe(await code.textContent());
});

test("the island replaces the fallback without a shift", async () => {
  const gate = host.hold(/_docgen\/immutable\/Request-/);
  const reader = await read(host);
  const { page } = reader;
  await reader.open("/docs/second");
  await gate.arrived;
  /** Returns the difference in height between two elements, which are measured at the same moment. */
  const beyond = (outer: string, inner: string) =>
    page.evaluate(
      (selectors) => {
        const [whole = 0, part = 0] = selectors.map(
          (each) => document.querySelector(each)?.getBoundingClientRect().height,
        );
        return whole - part;
      },
      [outer, inner],
    );
  const bars = await beyond("[data-fallback]", "[data-fallback] pre");
  expect(bars).toBeGreaterThan(0);
  gate.release();
  await page.getByRole("tablist", { name: "Languages" }).waitFor();
  expect(await beyond(".request-card", ".samples-panel pre")).toBe(bars);
});

test("a generator that doesn't load reports it, and the others aren't affected", async () => {
  host.rule(/_docgen\/immutable\/go-/, { status: 500 });
  const { page, tab, code, said } = await samples("plain");
  await tab("Go").click();
  await page.getByText("The Go sample didn't load.").waitFor();
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByText("The Go sample didn't load.").waitFor();
  await tab("Ruby").click();
  await expect.poll(() => code.textContent()).toContain("Net::HTTP");
  expect(said().length).toBeGreaterThan(0);
});

describe("without JavaScript", () => {
  test("the curl sample is visible", async () => {
    const { page, visit } = await read(host, { javaScriptEnabled: false });
    await visit("/docs/plain");
    expect(await page.locator("[data-fallback] pre").isVisible()).toBe(true);
  });
});

test.each([
  ["light", mobile],
  ["dark", desktop],
] as const)("no rule is violated: %s, %o", async (colorScheme, viewport) => {
  const { page } = await samples("own", { colorScheme, viewport });
  expect(await violations(page)).toEqual([]);
});
