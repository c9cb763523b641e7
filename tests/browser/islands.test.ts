/** Interactive components, which are prerendered and then become interactive. */

import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { policed } from "./harness/policy.ts";
import { type Reader, type ReaderOptions, read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";
import { write } from "./harness/writer.ts";

const host = await site("islands");

const button = ({ page }: Pick<Reader, "page">, name: string) =>
  page.locator("button", { hasText: new RegExp(`^${name} \\d`) });

/** Clicks a counter's button once. The click is held until the counter is interactive. */
async function counts(reader: Pick<Reader, "page">, name: string, from = 0): Promise<void> {
  await button(reader, name).click();
  await expect.poll(() => button(reader, name).textContent()).toBe(`${name} ${from + 1}`);
}

const log = ({ page }: Pick<Reader, "page">) => page.evaluate(() => window.log ?? []);

/** Opens a page on the development server, where React reports every mismatch. */
async function checked(path: string, options: ReaderOptions = {}): Promise<Reader> {
  const writer = await write("islands");
  const reader = await read(writer, options);
  await reader.open(path);
  return reader;
}

const script = (name: string) => new RegExp(`/_docgen/immutable/client/${name}\\.[0-9a-f]{16}\\.js$`);

test("a component becomes interactive when its mode says so", async () => {
  const reader = await read(host);
  const { page, open, scrollTo } = reader;
  await open("/docs/modes/");
  for (const name of ["Load", "Idle", "Only"]) await expect.poll(() => log(reader)).toContain(`${name} on`);
  await page.getByRole("button", { name: "off" }).click();
  await page.getByRole("button", { name: "on", exact: true }).waitFor();
  expect(await log(reader)).not.toContain("Visible on");
  await scrollTo(3000);
  await expect.poll(() => log(reader)).toContain("Visible on");
  for (const name of ["Load", "Idle", "Only", "Visible"]) await counts(reader, name);
});

test("what docgen prerenders is visible without scripts, and hydrates without a change", async () => {
  const reader = await read(host, { javaScriptEnabled: false });
  await reader.visit("/docs/modes/");
  const { page } = reader;
  for (const text of ["Load 0", "Idle 0", "Not yet.", "off"]) expect(await page.getByText(text).isVisible()).toBe(true);
  await reader.visit("/docs/nested/");
  expect(await page.getByText("Inner 0").isVisible()).toBe(true);
  expect(await page.getByRole("link", { name: "link" }).getAttribute("href")).toBe("/docs/modes/");
});

test("React's checks find no difference, even in StrictMode, and nested components work", async () => {
  const reader = await checked("/docs/more/");
  const { page } = reader;
  await page.getByRole("button", { name: "off" }).click();
  await page.getByRole("button", { name: "on", exact: true }).waitFor();
  await counts(reader, "Lazy");
  await reader.open("/docs/nested/");
  for (const name of ["Outer", "Middle", "Inner"]) await counts(reader, name);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await counts(reader, "Folded");
  await reader.open("/docs/modes/");
  for (const name of ["Load", "Idle", "Only", "Visible"]) await counts(reader, name);
});

test("outer components become interactive first, and a slot that disappears removes its components", async () => {
  const reader = await read(host);
  const { page, open } = reader;
  await open("/docs/nested/");
  await expect.poll(() => log(reader)).toEqual(["Outer on", "Middle on", "Inner on"]);
  for (const name of ["Outer", "Middle", "Inner"]) await counts(reader, name);
  const more = page.getByRole("button", { name: "More", exact: true });
  await more.click();
  await counts(reader, "Folded");
  expect(await page.getByRole("heading", { name: "Folded away" }).isVisible()).toBe(true);
  await more.click();
  await expect.poll(() => log(reader)).toContain("Folded off");
  await more.click();
  // A component loses its state when it's hidden.
  await counts(reader, "Folded");
  expect((await log(reader)).slice(3)).toEqual(["Folded on", "Folded off", "Folded on"]);
});

test("an event on a component that isn't ready is repeated when the component is ready", async () => {
  const reader = await read(host);
  const { page, visit } = reader;
  const gates = [host.hold(/\/start-.*\.js$/), host.hold(script("form")), host.hold(script("counter"))];
  await visit("/docs/more/");
  await page.getByLabel("Name").pressSequentially("Ada");
  await page.getByLabel("Kind").selectOption("b");
  await page.getByRole("checkbox", { name: "On" }).click();
  await page.getByRole("button", { name: "Send" }).click();
  expect(await page.locator("output").textContent()).toBe(", a, off, sent 0");
  gates[0]?.release();
  await page.getByLabel("Name").press("End");
  await page.keyboard.type(" B");
  gates[1]?.release();
  await expect.poll(() => page.locator("output").textContent()).toBe("Ada B, b, on, sent 1");
  expect(await page.getByRole("checkbox", { name: "On" }).isChecked()).toBe(true);
  await visit("/docs/nested/");
  await button(reader, "Inner").click();
  await button(reader, "Outer").click();
  gates[2]?.release();
  for (const name of ["Inner", "Outer"]) {
    await expect.poll(() => button(reader, name).textContent()).toBe(`${name} 1`);
  }
});

test("components get facts about the page, first formatted by docgen and then by the browser", async () => {
  const reader = await read(host);
  const { page, open, follow, at } = reader;
  await open("/docs/more/");
  const plain = page.locator(".facts .plain");
  const words = (number: string) => `${number} January 31, 2026 More Islands en Oolong a note ping pong ping !`;
  expect(await plain.textContent()).toBe(words("1,234.5"));
  await page.locator("slot[data-ready] .facts").waitFor();
  await page.locator(".facts").getByRole("button", { name: "More", exact: true }).click();
  await expect.poll(() => plain.textContent()).toBe(words("1,235.5"));
  const color = () => page.locator(".facts").evaluate((element) => getComputedStyle(element).color);
  expect(await color()).toBe("rgb(1, 2, 3)");
  expect(await page.locator(".facts img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(10);
  expect(await page.getByRole("link", { name: "Here" }).getAttribute("href")).toBe("/docs/more/");
  await follow(page.locator(".facts").getByRole("link", { name: "Nested" }), "Nested");
  expect(await at()).toBe("/docs/nested/");
});

test("a component that fails shows its own error, and can be tried again", async () => {
  const reader = await read(host);
  const { page, open, said } = reader;
  await open("/docs/more/");
  await page.getByRole("button", { name: "Break" }).click();
  const failure = page.locator(".part-failed");
  await failure.waitFor();
  expect(await failure.textContent()).toContain("The spout is blocked");
  expect(await page.locator("h1").textContent()).toBe("More");
  await page.getByRole("button", { name: "off" }).click();
  await page.getByRole("button", { name: "on", exact: true }).waitFor();
  await failure.getByRole("button").click();
  await page
    .getByRole("button", { name: "Break" })
    .or(page.getByRole("button", { name: "Fixed" }))
    .waitFor();
  expect(said().filter((text) => !text.includes("The spout is blocked"))).toEqual([]);
});

test("a component that fails shows its content", async () => {
  const reader = await read(host);
  const { page, open, said } = reader;
  await open("/docs/kept/");
  await page.getByRole("button", { name: "Spill" }).click();
  await page.getByText("Words that stay.").waitFor();
  expect(await page.locator("em").textContent()).toBe("stay");
  expect(await page.locator(".part-failed").count()).toBe(0);
  expect(said().filter((text) => !text.includes("The pot is empty"))).toEqual([]);
});

test("a component that can't be loaded keeps its content, and can be tried again", async () => {
  const reader = await read(host);
  const { page, visit, said } = reader;
  const restore = host.rule(script("toggle"), { status: 500 });
  await visit("/docs/modes/");
  const failure = page.locator(".part-failed");
  await failure.waitFor();
  expect(await page.getByRole("button", { name: "off" }).isVisible()).toBe(true);
  await counts(reader, "Load");
  restore();
  await failure.getByRole("button").click();
  await failure.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "off" }).click();
  await page.getByRole("button", { name: "on", exact: true }).waitFor();
  expect(said().length).toBeGreaterThan(0);
});

test("after a new deployment, a missing script reloads the page once", async () => {
  const reader = await read(host);
  const { page, open, follow, said } = reader;
  await open("/docs/");
  const name = /data-module="([^"]*toggle[^"]*)"/;
  const old = "/_docgen/immutable/client/toggle.0000000000000000.js";
  // The chunk is from the old deployment, and the document is from the new one.
  host.rule("/docs/modes/index.json", {
    body: (text) => text.replace(/\/_docgen\/immutable\/client\/toggle[^\\"]*/g, old),
  });
  host.rule(old, { status: 404 });
  await page.evaluate(() => Object.assign(window, { same: true }));
  await follow(page.locator(".article").getByRole("link", { name: "modes", exact: true }), "Modes");
  await page.waitForFunction(() => !("same" in window));
  await page.getByRole("button", { name: "off" }).click();
  await page.getByRole("button", { name: "on", exact: true }).waitFor();
  expect(name.test(await page.content())).toBe(true);
  expect(said().length).toBeGreaterThan(0);
});

test("if a new deployment has replaced a module that a component loads later, the page also reloads once", async () => {
  const reader = await read(host);
  const { visit, said } = reader;
  const old = "client/lazy.0000000000000000";
  host.rule("/docs/more/", { times: 1, body: (text) => text.replace(/client\/lazy\.[0-9a-f]{16}/, old) });
  const code = 'export default () => { throw new TypeError("Failed to fetch dynamically imported module"); };';
  host.rule(`/_docgen/immutable/${old}.js`, {
    status: 200,
    headers: { "content-type": "text/javascript" },
    body: () => code,
  });
  await visit("/docs/more/");
  await counts(reader, "Lazy");
  expect(said().length).toBeGreaterThan(0);
});

test("if the code for components can't be loaded, the browser handles events itself", async () => {
  const reader = await read(host);
  const { page, visit, said } = reader;
  const gate = host.hold(/\/start-.*\.js$/, { status: 500 });
  await visit("/docs/more/");
  await gate.arrived;
  const box = page.getByRole("checkbox", { name: "On" });
  await box.click();
  expect(await box.isChecked()).toBe(false);
  gate.release();
  await page.getByRole("button", { name: "Retry" }).waitFor();
  await expect.poll(() => box.isChecked()).toBe(true);
  await box.click();
  expect(await box.isChecked()).toBe(false);
  expect(said().length).toBeGreaterThan(0);
});

test("after every kind of navigation, components are interactive and in their initial state", async () => {
  const reader = await read(host);
  const { page, open, follow } = reader;
  await open("/docs/plain/");
  const sidebar = (name: string) => page.locator(".sidebar").getByRole("link", { name, exact: true });
  await follow(sidebar("Nested"), "Nested");
  await counts(reader, "Outer");
  await follow(sidebar("Modes"), "Modes");
  await counts(reader, "Load");
  expect(await log(reader)).toContain("Outer off");
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Nested" }).waitFor();
  await counts(reader, "Outer");
  await page.goForward();
  await page.getByRole("heading", { level: 1, name: "Modes" }).waitFor();
  await counts(reader, "Load");
});

test("a hundred navigations leave nothing behind", async () => {
  const reader = await read(host);
  const { page, open } = reader;
  await open("/docs/nested/");
  const session = await page.context().newCDPSession(page);
  const go = async (name: string) => {
    await page.locator(".sidebar").getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  };
  const round = async () => {
    await go("Modes");
    await counts(reader, "Load");
    await go("Nested");
    await counts(reader, "Inner");
  };
  const counters = async () => {
    await session.send("HeapProfiler.collectGarbage");
    await session.send("HeapProfiler.collectGarbage");
    return session.send("Memory.getDOMCounters");
  };
  for (let turn = 0; turn < 10; turn += 1) await round();
  const before = await counters();
  for (let turn = 0; turn < 50; turn += 1) await round();
  const after = await counters();
  expect(after.nodes).toBeLessThan(before.nodes * 1.1 + 100);
  expect(after.jsEventListeners).toBeLessThan(before.jsEventListeners * 1.1 + 100);
  const on = (await log(reader)).filter((entry) => entry.endsWith(" on")).length;
  const off = (await log(reader)).filter((entry) => entry.endsWith(" off")).length;
  // Only the three components on the current page are still active.
  expect(on - off).toBe(3);
}, 180_000);

test("no violations of a strict policy, and only one copy of React", async () => {
  for (const path of ["/docs/modes/", "/docs/nested/", "/docs/more/"]) {
    const reader = await policed(host, path);
    await reader.open(path);
    await reader.page.waitForFunction(
      () => document.querySelector("slot[data-client]:not([data-ready])") === null || scrollY === 0,
    );
    await reader.page.waitForLoadState("networkidle");
    expect(await reader.violations()).toEqual([]);
  }
  const bundles = host.requests.filter((path) => /\/(?:chunk|main)-/.test(path)).map((path) => path.split("?")[0]);
  expect(bundles.length).toBeGreaterThan(0);
});

test("a page without components requests none of their scripts", async () => {
  const reader = await read(host);
  await reader.open("/docs/plain/");
  await reader.page.waitForLoadState("networkidle");
  expect(host.requests.filter((path) => /client|early|start-|jsxRuntime|react/i.test(path))).toEqual([]);
});

test("an edit to prose keeps the state of a component, and an edit to the component resets it", async () => {
  const writer = await write("islands");
  const reader = await read(writer);
  const { page, open } = reader;
  await open("/docs/nested/");
  for (const name of ["Outer", "Middle", "Inner"]) await counts(reader, name);
  const more = page.getByRole("button", { name: "More", exact: true });
  await more.click();
  await counts(reader, "Folded");
  const file = "content/docs/nested.mdx";
  const states = () => page.locator(".counter > button, .fold > button").allTextContents();
  writer.edit(file, "Text with a", "Words\n\nwith a");
  await page.getByText("Words").waitFor();
  expect(await states()).toEqual(["Outer 1", "Middle 1", "Inner 1", "More", "Folded 1"]);
  writer.edit(file, "## Folded away", "## Folded\n\nNew text.");
  await page.getByText("New text.").waitFor();
  expect(await states()).toEqual(["Outer 1", "Middle 1", "Inner 1", "More", "Folded 1"]);
  await more.click();
  await page.getByText("New text.").waitFor({ state: "detached" });
  writer.edit(file, "New text.", "Newer text.");
  writer.edit(file, "Words", "Some words");
  await page.getByText("Some words").waitFor();
  await more.click();
  await page.getByText("Newer text.").waitFor();
  await counts(reader, "Folded");
  const before = await log(reader);
  writer.edit("components/Counter.tsx", "{name} {count}", "{name} has {count}");
  await page.getByText("Outer has 0").waitFor();
  await expect.poll(states).toEqual(["Outer has 0", "Middle has 0", "Inner has 0", "More", "Folded has 0"]);
  const told = async () => (await log(reader)).slice(before.length).filter((entry) => !entry.startsWith("Folded"));
  const again = ["Outer off", "Middle off", "Inner off", "Outer on", "Middle on", "Inner on"];
  await expect.poll(told).toEqual(again);
});

test("a mismatch is reported with its location in the source", async () => {
  const writer = await write("islands", {
    files: {
      "content/docs/different.mdx": '# Different\n\n<Different client="load" />\n\n<Untitled client="load" />\n',
    },
  });
  const reader = await read(writer);
  await reader.visit("/docs/different/");
  const { said } = reader;
  await expect.poll(() => said().filter((text) => text.startsWith("error: docgen: "))).toHaveLength(2);
  const [first, second] = said().sort();
  expect(first).toMatch(/^error: docgen: components\/Different\.tsx:4:\d+: Hydration failed/);
  expect(first).toContain("<Different>");
  expect(second).toMatch(/^error: docgen: components\/Untitled\.tsx:4:\d+: A tree hydrated but/);
});

test("components can use npm packages, even those that only browsers can load", async () => {
  const modules = fileURLToPath(new URL("../../theme/node_modules/", import.meta.url));
  const packaged = await site("islands", {
    files: {
      "content/docs/packages.mdx": '# Packages\n\n<Dial client="only" />\n\n<Power client="load" />\n',
      "components/Dial.tsx": `"use client";
import * as dial from "dial";
import "dial/dial.css";
export default function Dial() { return <p className="dial">{dial.width} wide</p>; }`,
      "components/Power.tsx": `"use client";
import { Switch } from "power";
export default function Power() {
  return <><Switch /><button onClick={() => import("dial").then((dial) => dial.default.mark())}>Mark</button></>;
}`,
      "node_modules/dial/package.json": '{ "name": "dial", "main": "index.js" }',
      "node_modules/dial/index.js": `exports.width = window.innerWidth;
exports.mark = () => document.body.setAttribute("data-marked", "");`,
      "node_modules/dial/dial.css": ".dial { font-weight: 700 }",
      "node_modules/power/package.json": '{ "name": "power", "type": "module", "exports": "./index.js" }',
      "node_modules/power/index.js": `import { createElement, useState } from "react";
export function Switch() {
  const [isOn, setOn] = useState(false);
  return createElement("button", { onClick: () => setOn(!isOn) }, isOn ? "Power on" : "Power off");
}`,
    },
    links: { "node_modules/esbuild": `${modules}esbuild`, "node_modules/@esbuild": `${modules}@esbuild` },
  });
  const reader = await read(packaged, { javaScriptEnabled: false });
  await reader.visit("/docs/packages/");
  expect(await reader.page.getByRole("button", { name: "Power off" }).isVisible()).toBe(true);
  const { page, open } = await read(packaged);
  await open("/docs/packages/");
  await page.getByText(`${page.viewportSize()?.width} wide`).waitFor();
  expect(await page.locator(".dial").evaluate((element) => getComputedStyle(element).fontWeight)).toBe("700");
  await page.getByRole("button", { name: "Power off" }).click();
  await page.getByRole("button", { name: "Power on" }).waitFor();
  await page.getByRole("button", { name: "Mark" }).click();
  await page.locator("body[data-marked]").waitFor();
});
