/** The order in which interactive components appear and disappear, and where their elements are at that time. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { holdReact, mobile, type Reader, read } from "./harness/reader.ts";
import { site, siteFolder } from "./harness/site.ts";
import { write } from "./harness/writer.ts";

const host = await site("islands");

const allOff = (place: string) => ["A", "D", "B", "C"].map((name) => `${name} off, ${place}`);

const log = ({ page }: Pick<Reader, "page">) => page.evaluate(() => window.log ?? []);
const click = ({ page }: Pick<Reader, "page">, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Waits until the log contains exactly these entries after the first `from` entries. */
async function logged(reader: Pick<Reader, "page">, from: number, entries: string[]): Promise<void> {
  await expect.poll(async () => (await log(reader)).slice(from)).toEqual(entries);
}

async function traced(at: Pick<typeof host, "url" | "reset"> = host): Promise<Reader> {
  const reader = await read(at);
  await reader.open("/docs/order/");
  await expect.poll(() => log(reader)).toHaveLength(4);
  const on = await log(reader);
  expect(on.filter((entry) => entry !== "D on")).toEqual(["A on", "B on", "C on"]);
  return reader;
}

test("before another page replaces theirs, components are removed, outer ones first", async () => {
  const reader = await traced();
  const { page, follow } = reader;
  const sidebar = page.locator(".sidebar");
  await follow(sidebar.getByRole("link", { name: "Plain", exact: true }), "Plain");
  await logged(reader, 4, allOff("in Order"));
  await page.goBack();
  await expect.poll(() => log(reader)).toHaveLength(12);
  await page.goForward();
  await page.getByRole("heading", { level: 1, name: "Plain" }).waitFor();
  await logged(reader, 12, allOff("in Order"));
  await page.goBack();
  await expect.poll(() => log(reader)).toHaveLength(20);
  await follow(sidebar.getByRole("link", { name: "Nested", exact: true }), "Nested");
  await expect.poll(async () => (await log(reader)).slice(20, 24)).toEqual(allOff("in Order"));
});

test("before the menu closes or a page without a sidebar opens, the components in their slots are removed", async () => {
  const part = (name: string) => readFileSync(`${siteFolder("islands")}/components/${name}`, "utf8");
  const framed = await site("slots", {
    files: {
      "components/Trace.tsx": part("Trace.tsx"),
      "components/lib/log.ts": part("lib/log.ts"),
      "components/theme/SidebarTop.tsx":
        'import Trace from "../Trace";\nexport default () => <Trace name="Side" client="load" />;\n',
      "content/docs/second.md": "# Second\n\n[About](/about)\n",
      "content/pages/about.md": "# About\n",
    },
  });
  const reader = await read(framed, { viewport: mobile, reducedMotion: "reduce" });
  const { page } = reader;
  await reader.open("/sub/docs/second/");
  await logged(reader, 0, ["Side on"]);
  await page.locator(".navbar-toggle").click();
  await logged(reader, 1, ["Side on"]);
  await page.keyboard.press("Escape");
  await logged(reader, 2, ["Side off, in the document"]);
  await reader.follow(page.locator(".article").getByRole("link", { name: "About" }), "About");
  await logged(reader, 3, ["Side off, in the document"]);
});

test("a slot adds and removes its components, outer ones first", async () => {
  const reader = await traced();
  await click(reader, "Fold A");
  await logged(reader, 4, ["B off, detached", "C off, detached"]);
  await click(reader, "Fold A");
  await logged(reader, 6, ["B on", "C on"]);
  await click(reader, "Fold B");
  await logged(reader, 8, ["C off, detached"]);
});

test("a component that fails removes the components in its slots, and its content adds them again", async () => {
  const reader = await traced();
  const { said } = reader;
  await click(reader, "Break A");
  await logged(reader, 4, ["A off, in Order", "B off, detached", "C off, detached", "B on", "C on"]);
  await click(reader, "Fold B");
  await logged(reader, 9, ["C off, detached"]);
  expect(said().length).toBeGreaterThan(0);
});

test("while a writer edits a page, components are removed before their elements are replaced", async () => {
  const writer = await write("islands");
  const reader = await traced(writer);
  const { page } = reader;
  const file = "content/docs/order.mdx";
  writer.edit(file, "Text with", "Words with");
  await page.getByText("Words with").waitFor();
  await logged(reader, 4, []);
  writer.edit(file, '<Trace name="D" client="load" />', "The end.");
  await page.getByText("The end.").waitFor();
  await logged(reader, 4, ["D off, in Order"]);
  writer.edit(file, '<Trace name="B" client="load">', '<Trace name="E" client="load">');
  await expect.poll(() => log(reader)).toContain("E on");
  await logged(reader, 5, ["B off, in Order", "C off, in Order", "E on", "C on"]);
  writer.edit("components/Trace.tsx", "Fold {name}", "Hide {name}");
  await page.getByRole("button", { name: "Hide A" }).waitFor();
  await expect
    .poll(async () => (await log(reader)).slice(9, 12))
    .toEqual(["A", "E", "C"].map((name) => `${name} off, in Order`));
});

test("a component that's removed before React has hydrated it never starts, and causes no error", async () => {
  const file = "content/docs/order.mdx";
  const text = readFileSync(`${siteFolder("islands")}/${file}`, "utf8");
  const far = '<div style={{ height: "500vh" }} />\n\n<Trace name="E" client="visible" />\n';
  const reader = await traced(await site("islands", { files: { [file]: `${text}\n${far}` } }));
  const { page, until, follow, rest } = reader;
  await page.evaluate(holdReact);
  await page.getByRole("button", { name: "Fold E" }).dispatchEvent("click");
  await until(() => {
    const island = [...document.querySelectorAll(".article slot[data-client]")].at(-1) ?? {};
    return Object.keys(island).some((key) => key.startsWith("__reactContainer"));
  });
  await follow(page.locator(".sidebar").getByRole("link", { name: "Plain", exact: true }), "Plain");
  await page.evaluate(() => window.releaseReact?.());
  await rest();
  await logged(reader, 4, allOff("in Order"));
});
