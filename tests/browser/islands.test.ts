/** Interactive components: prerendered, and then interactive. */

import { expect, test } from "vitest";
import { type Reader, read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";
import { write } from "./harness/writer.ts";

const host = await site("islands");

const button = ({ page }: Reader, name: string) => page.locator("button", { hasText: new RegExp(`^${name} `) });

/** Clicks the button of a counter until it counts: until it's interactive, a click can be too early. */
async function counts(reader: Reader, name: string, from = 0): Promise<void> {
  await button(reader, name).click();
  await expect.poll(() => button(reader, name).textContent()).toBe(`${name} ${from + 1}`);
}

const log = ({ page }: Reader) => page.evaluate(() => window.log ?? []);

test("each mode", async () => {
  const reader = await read(host);
  await reader.open("/docs/modes/");
  for (const name of ["Load", "Idle", "Only"]) await counts(reader, name);
  await reader.page.getByRole("button", { name: "off" }).click();
  await reader.page.getByRole("button", { name: "on", exact: true }).waitFor();
  expect(await log(reader)).not.toContain("Visible on");
  await counts(reader, "Visible");
  expect(await log(reader)).toContain("Visible on");
});

test("nested", async () => {
  const reader = await read(host);
  await reader.open("/docs/nested/");
  for (const name of ["Outer", "Middle", "Inner"]) await counts(reader, name);
  expect(await log(reader)).toEqual(["Outer on", "Middle on", "Inner on"]);
  await reader.page.getByRole("button", { name: "More" }).click();
  await counts(reader, "Folded");
});

test("dev", async () => {
  const writer = await write("islands");
  const reader = await read(writer);
  await reader.open("/docs/modes");
  for (const name of ["Load", "Idle", "Only"]) await counts(reader, name);
  await reader.open("/docs/nested");
  for (const name of ["Outer", "Middle", "Inner"]) await counts(reader, name);
  await reader.page.getByRole("button", { name: "More" }).click();
  await counts(reader, "Folded");
});

test("an edit of prose keeps the state of an island, and an edit of its component starts it anew", async () => {
  const writer = await write("islands");
  const reader = await read(writer);
  await reader.open("/docs/nested/");
  for (const name of ["Outer", "Middle", "Inner"]) await counts(reader, name);
  const { page } = reader;
  await page.getByRole("button", { name: "More" }).click();
  await counts(reader, "Folded");
  const file = "content/docs/nested.mdx";
  const states = () => page.locator(".counter > button, .fold > button").allTextContents();
  writer.edit(file, "Text with a", "Words\n\nwith a");
  await page.getByText("Words").waitFor();
  expect(await states()).toEqual(["Outer 1", "Middle 1", "Inner 1", "More", "Folded 1"]);
  writer.edit(file, "## Folded away", "## Folded\n\nNew text.");
  await page.getByText("New text.").waitFor();
  expect(await states()).toEqual(["Outer 1", "Middle 1", "Inner 1", "More", "Folded 1"]);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByText("New text.").waitFor({ state: "detached" });
  writer.edit(file, "New text.", "Newer text.");
  writer.edit("content/docs/nested.mdx", "Words", "Some words");
  await page.getByText("Some words").waitFor();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByText("Newer text.").waitFor();
  await counts(reader, "Folded");
  const before = await log(reader);
  writer.edit("components/Counter.tsx", "{name} {count}", "{name} has {count}");
  await page.getByText("Outer has 0").waitFor();
  expect(await states()).toEqual(["Outer has 0", "Middle has 0", "Inner has 0", "More", "Folded has 0"]);
  // The inner components follow the outer ones.
  const told = (await log(reader)).slice(before.length).filter((entry) => !entry.startsWith("Folded"));
  expect(told).toEqual(["Outer off", "Middle off", "Inner off", "Outer on", "Middle on", "Inner on"]);
});
