/** From an open page to the writer's editor and back, while `docgen serve` runs. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { previewHtml, reportIn } from "../../packaging/vscode/src/site.ts";
import { type Reader, read } from "./harness/reader.ts";
import { type Writer, write } from "./harness/writer.ts";

const file = "content/docs/live.md";
const paragraphs = Array.from({ length: 80 }, (_, at) => `Paragraph ${at} of this page.\n\n`).join("");
const source = `---
title: Live
---

The first words, and [a link](other.md).

## A heading

![](/mark.svg)

${paragraphs}`;

/** Returns the line of a text in the source. */
const lineOf = (text: string) => source.slice(0, source.indexOf(text)).split("\n").length;

async function begin(): Promise<Reader & { writer: Writer }> {
  const mark = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>';
  const writer = await write("files", {
    replace: { 'main = "start"': 'main = "start"\nlast_version = "current"' },
    append: '[i18n]\nlocales = [{ code = "en", label = "English" }, { code = "de", label = "Deutsch" }]\n',
    files: {
      [file]: source,
      "content/i18n/de/docs/live.md": "---\ntitle: Lebendig\n---\n\nWorte.\n",
      "content/versions/1.0/docs/live.md": "# Old\n\nOld words.\n",
      "content/versions/1.0/docs/start.md": "# Old start\n",
      "content/versions/1.0/docs/other.md": "# Old other\n",
      "static/favicon.ico": "",
      "static/mark.svg": mark,
    },
  });
  return { ...(await read(writer)), writer };
}

test("next to the paragraph under the pointer, a link opens its line in the editor, also after an edit", async () => {
  const { page, open, writer } = await begin();
  await open("/docs/live");
  const edit = page.locator("docgen-edit a");
  const hrefAt = async (text: string) => {
    await page.getByText(text, { exact: true }).hover();
    return edit.getAttribute("href");
  };
  const line = lineOf("Paragraph 3 of");
  await page.locator("docgen-tools").waitFor();
  expect(await hrefAt("Paragraph 3 of this page.")).toMatch(
    new RegExp(`^vscode://file/.*/content/docs/live.md:${line}$`),
  );
  expect(await edit.getAttribute("title")).toBe(`${file}:${line}`);
  writer.edit(file, "## A heading", "New words.\n\n## A heading");
  await page.getByText("New words.").waitFor();
  await page.mouse.move(1, 1);
  expect(await hrefAt("Paragraph 3 of this page.")).toMatch(new RegExp(`:${line + 2}$`));
  await page.locator(".navbar").first().hover();
  await edit.waitFor({ state: "detached" });
});

test("the page's panel lists its parts, and switches mode, language, and version", async () => {
  const { page, open, until } = await begin();
  await open("/docs/live");
  const tools = page.locator("docgen-tools");
  const start = () => tools.getByRole("button", { name: "Page tools" }).click();
  await start();
  const panel = tools.getByRole("region", { name: "Page tools" });
  const text = await panel.innerText();
  expect(text).toMatch(/Words: \d{3}/);
  for (const part of ["Headings: 2", "Links: 1", "Images: 1"]) expect(text.split("\n")).toContain(part);
  await panel.getByText("Images: 1").click();
  await panel.getByText("No alternative text").waitFor();
  await panel.getByLabel("Color mode").selectOption("Dark");
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  await page.keyboard.press("Escape");
  expect(await panel.count()).toBe(0);
  await start();
  await panel.getByLabel("Language").selectOption("Deutsch");
  await page.getByText("Worte.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/de/docs/live");
  await until(() => document.querySelector("docgen-tools"));
  await tools.getByRole("button").click();
  await tools.getByRole("region").getByLabel("Version").selectOption("1.0");
  await page.getByText("Old words.").waitFor();
});

test("the page and the editor that contains it scroll together", async () => {
  const { page, writer } = await begin();
  const html = previewHtml(`${writer.url}/docs/live`, new URL(writer.url).origin, "n");
  const heard: unknown[] = [];
  await page.exposeFunction("hear", (message: unknown) => heard.push(message));
  await page.addInitScript(() => {
    Object.assign(window, { acquireVsCodeApi: () => ({ postMessage: (window as unknown as { hear: unknown }).hear }) });
  });
  // The browser blocks local frames in a page whose host isn't known, so use a real server.
  const editor = createServer((_, response) => response.setHeader("content-type", "text/html").end(html));
  await new Promise<void>((done) => editor.listen(0, "127.0.0.1", done));
  onTestFinished(() => void editor.close());
  await page.goto(`http://127.0.0.1:${(editor.address() as AddressInfo).port}/`);
  const shown = page.frameLocator("iframe");
  await shown.locator("docgen-tools").waitFor();
  const frame = page.frames()[1];
  const follow = (line: number) => page.evaluate((line) => postMessage({ docgen: "scroll", line }, "*"), line);
  // The editor scrolls, and the page follows without an answer.
  const line = lineOf("Paragraph 40 of");
  await follow(line);
  const top = () =>
    shown
      .getByText("Paragraph 40 of this page.", { exact: true })
      .evaluate((block) => block.getBoundingClientRect().top);
  await expect.poll(top).toBeLessThan(5);
  expect(Math.abs(await top())).toBeLessThan(5);
  await page.waitForTimeout(400);
  expect(heard).toEqual([]);
  // The page scrolls, and tells the editor.
  await frame?.evaluate(() => {
    const block = [...document.querySelectorAll("p")].find(
      ({ textContent }) => textContent === "Paragraph 20 of this page.",
    );
    scrollBy({ top: block?.getBoundingClientRect().top ?? 0, behavior: "instant" });
  });
  await expect.poll(() => reportIn(heard.at(-1))?.line).toBeCloseTo(lineOf("Paragraph 20 of"), 0);
  expect(reportIn(heard.at(-1))).toMatchObject({ docgen: "shown", file });
  // Both reach the beginning and the end together.
  const position = () => frame?.evaluate(() => [scrollY, document.documentElement.scrollHeight - innerHeight]);
  const go = (top: number) => frame?.evaluate((top) => scrollTo({ top, behavior: "instant" }), top);
  await go(1e6);
  await expect.poll(() => reportIn(heard.at(-1))?.isEnd).toBe(true);
  await go(0);
  await expect.poll(() => reportIn(heard.at(-1))).toMatchObject({ line: 1, isEnd: false });
  const end = lineOf("Paragraph 50 of");
  await page.evaluate((end) => postMessage({ docgen: "scroll", line: end, end }, "*"), end);
  await expect.poll(async () => (await position())?.[0]).toBeGreaterThan(0);
  const [at = 0, most = 1] = (await position()) ?? [];
  expect(Math.abs(at - most)).toBeLessThan(2);
  await page.waitForTimeout(400);
  await go(most - 2);
  await expect.poll(() => reportIn(heard.at(-1))?.line).toBeCloseTo(end, 0);
  await go(0);
  // Editing asks the editor instead of opening a URL.
  await shown.getByText("Paragraph 22 of this page.", { exact: true }).hover();
  await shown.locator("docgen-edit a").click();
  await expect.poll(() => heard.at(-1)).toMatchObject({ docgen: "edit", file, line: lineOf("Paragraph 22 of") });
});
