/** Unbalanced raw HTML: the page keeps its frame, before and after hydration. */

import { describe, expect, test } from "vitest";
import { read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const mistakes: Record<string, string> = {
  div: '<div class="a">',
  table: "<table><tr><td>",
  "table around a table": "<table>\n\n| a |\n|---|\n| b |",
  comment: "<!-- below",
  script: '<script type="text/plain">\na',
  style: "<style>\n.a { color: red }",
  textarea: "Text <textarea> more",
  title: "<title>Another",
  bold: "Text <b>bold",
  button: "<button>\n\n```sh\nls\n```",
  tag: '<div class="a',
  "end of a div": "Text </div></div></div>",
  "end of main": "</main>",
  "end in an admonition": ":::note\n\n</div></div>\n\n:::",
  "item in an admonition of an item": "- a\n\n  :::note\n\n  <li>b\n\n  :::",
};
const name = (index: number) => `mistake-${index}`;
const host = await site("main", {
  files: Object.fromEntries(
    Object.values(mistakes).map((html, index) => [
      `content/docs/${name(index)}.md`,
      `---\ndisplayed_sidebar: docs\npagination_next: start\n---\n\n# Mistake\n\n${html}\n\nThe last words.\n`,
    ]),
  ),
});

/** Returns the frame of a page: each part of the frame with all ancestors of that part. */
function frame(): string[] {
  const parts = document.querySelectorAll("#docgen-root, .sidebar, main, article, .prose, footer");
  return [...parts].map((part) => {
    const names = [];
    for (let element: Element | null = part; element; element = element.parentElement) {
      names.push(element.id ? `${element.localName}#${element.id}` : element.localName);
    }
    return `${part.className}: ${names.join(" < ")}`;
  });
}

describe("a page keeps its frame", () => {
  for (const [index, [mistake, html]] of Object.entries(mistakes).entries()) {
    test(mistake, async () => {
      const { page, open, follow } = await read(host);
      await open("/docs/plain/");
      const whole = await page.evaluate(frame);
      await open(`/docs/${name(index)}/`);
      expect(await page.evaluate(frame)).toEqual(whole);
      expect(await page.locator(".prose ~ .pager").count()).toBe(1);
      // If a comment or one of these elements is unclosed, it extends to the end of the page. If any other element is
      // unclosed, the rest of the page stays readable.
      if (!/<!--|<script|<style|<textarea/.test(html)) {
        await page.locator(".prose", { hasText: "The last words." }).waitFor();
      }
      await follow(page.locator(".pager a").last(), "Start");
      await page.goBack();
      await page.locator("h1", { hasText: "Mistake" }).waitFor();
      expect(await page.evaluate(frame)).toEqual(whole);
    });
  }
});
