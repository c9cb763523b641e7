/** A site's own components in the slots of the frame and of pages. */

import { expect, test } from "vitest";
import { policed } from "./harness/policy.ts";
import { mobile, type Reader, read, settled } from "./harness/reader.ts";
import { site } from "./harness/site.ts";
import { write } from "./harness/writer.ts";

const host = await site("slots");

const button = ({ page }: Pick<Reader, "page">, name: string) =>
  page.locator("button:visible", { hasText: new RegExp(`^${name} \\d`) });

async function counts(reader: Pick<Reader, "page">, name: string, from = 0): Promise<void> {
  await button(reader, name).click();
  await expect.poll(() => button(reader, name).textContent()).toBe(`${name} ${from + 1}`);
}

test("components in the frame keep their state on other pages, and each page has its own components", async () => {
  const reader = await read(host);
  const { page, open, follow } = reader;
  await open("/sub/docs/");
  await counts(reader, "Navbar");
  await counts(reader, "Sidebar");
  await counts(reader, "Start");
  await page.getByRole("button", { name: "More about Slots" }).click();
  await follow(page.locator(".own-banner a"), "Second");
  await counts(reader, "Navbar", 1);
  await counts(reader, "Sidebar", 1);
  await counts(reader, "Second");
  expect(await page.locator(".article .tag").textContent()).toBe("tea");
  await follow(page.getByRole("link", { name: "Start in en" }), "Start");
  await counts(reader, "Start");
  await counts(reader, "Navbar", 2);
});

test("React's checks find no difference", async () => {
  const reader = await read(await write("slots"));
  const { page, open, follow } = reader;
  await open("/sub/docs/");
  for (const name of ["Navbar", "Sidebar", "Start"]) await counts(reader, name);
  await follow(page.locator(".own-banner a"), "Second");
  await counts(reader, "Second");
});

test("without scripts, the content of slots is visible", async () => {
  const { page, visit } = await read(host, { javaScriptEnabled: false });
  await visit("/sub/docs/second/");
  for (const text of ["News about Slots", "Navbar 0", "Sidebar 0", "Kind: doc", "Second 0", "More about Slots"])
    expect(await page.getByText(text).first().isVisible(), text).toBe(true);
  expect(await page.locator(".own-banner").evaluate((element) => getComputedStyle(element).color)).toBe("rgb(1, 2, 3)");
  expect(await page.locator(".footer").count()).toBe(0);
});

test("on narrow screens, the slots of the navbar and the sidebar are in the menu", async () => {
  const reader = await read(host, { viewport: mobile, reducedMotion: "reduce" });
  const { page, open } = reader;
  await open("/sub/docs/");
  expect(await button(reader, "Navbar").count()).toBe(0);
  expect(await button(reader, "Sidebar").count()).toBe(0);
  await page.locator(".navbar-toggle").click();
  await counts(reader, "Sidebar");
  await page.locator(".mobile-sidebar-back").click();
  await counts(reader, "Navbar");
});

test("slots are in line with the parts next to them, and aren't printed", async () => {
  const host = await site("slots", {
    files: {
      "components/theme/NavbarEnd.tsx":
        'import { Link } from "docgen"; export default () => <Link to="/docs">Status</Link>;',
      "components/theme/SidebarTop.tsx": "export default () => <p>A note</p>;",
      "components/theme/SidebarBottom.tsx": "export default () => <p>Another note</p>;",
    },
  });
  const { page, open } = await read(host);
  await open("/sub/docs/second/");
  const look = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { color, fontSize, paddingInlineStart } = getComputedStyle(element);
        return { color, fontSize, paddingInlineStart };
      });
  expect(await look(".navbar-end a")).toEqual(await look(".navbar-link:not([aria-current])"));
  const entry = await look(".sidebar-link");
  for (const slot of [".sidebar-slot >> nth=0", ".sidebar-slot >> nth=1"]) {
    expect(await look(slot)).toMatchObject({ fontSize: entry.fontSize, paddingInlineStart: entry.paddingInlineStart });
  }
  await page.emulateMedia({ media: "print" });
  for (const slot of await page.locator(".slot").all()) expect(await slot.isVisible()).toBe(false);
});

test("a strict policy allows components in slots", async () => {
  const { page, open, violations } = await policed(host, "/sub/docs/");
  await open("/sub/docs/");
  for (const name of ["Navbar", "Sidebar", "Start"]) await counts({ page }, name);
  expect(await violations()).toEqual([]);
});

test("while a writer edits slots, the open page follows", async () => {
  const writer = await write("slots");
  const { page, open, until } = await read(writer);
  await open("/sub/docs/");
  writer.edit("components/theme/PageHeader.tsx", "Kind:", "Sort:");
  await page.getByText("Sort: doc").waitFor();
  await until(settled);
  writer.edit("components/theme/Banner.tsx", "News about", "All about");
  await page.getByText("All about Slots").waitFor();
  await until(settled);
  writer.edit("content/docs/index.md", "# Start", "# Begin");
  await page.getByRole("button", { name: "Begin 0" }).waitFor();
});
