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
  await reader.page.getByRole("button", { name: "on" }).waitFor();
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
