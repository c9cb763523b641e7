/**
 * Links that would run a script. The pages must not contain any such links, regardless of how the links are disguised.
 */

import { expect, test } from "vitest";
import { read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const schemes = [
  "javascript:alert(1)",
  "vbscript:x",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xml,x",
];
const disguised = schemes.flatMap((url) => [
  url,
  url.toUpperCase(),
  `${url.slice(0, 3)}\t${url.slice(3)}`,
  `${url.slice(0, 3)}\n${url.slice(3)}`,
  url.replace(":", "\r\n:"),
  `\u0001 ${url}`,
  `pathname://${url}`,
]);
const written = (url: string) => [...url].map((letter) => `&#${letter.codePointAt(0)};`).join("");
const text = disguised
  .map((url, index) => `[words](${written(url)}) and [words][r${index}]\n\n[r${index}]: ${written(url)}\n`)
  .join("\n");
const description = {
  openapi: "3.1.0",
  info: { title: "A", version: "1", description: text },
  tags: disguised.map((url, index) => ({ name: `t${index}`, externalDocs: { url } })),
  paths: { "/a": { get: { description: text, externalDocs: { url: disguised[2] }, responses: {} } } },
};
const host = await site("files", {
  append: '[[openapi]]\nfile = "openapi/a.json"\nroute = "/a"\n[diagnostics]\nscript-link = "warn"\n',
  files: {
    "content/docs/disguised.md": `---\ncustom_edit_url: ${JSON.stringify(disguised[2])}\n---\n\n# Disguised\n\n${text}`,
    "openapi/a.json": JSON.stringify(description),
    "static/favicon.ico": "",
  },
});

for (const path of ["/docs/disguised", "/a/intro", ...host.pages().filter((path) => path.startsWith("/a/"))]) {
  test(path, async () => {
    const { page, open } = await read(host);
    await open(path.replace(/\.html$/, ""));
    const protocols = await page.evaluate(() =>
      // The page menu opens an editor with a URL that docgen creates.
      [...document.querySelectorAll<HTMLAnchorElement>("a[href]:not(.page-menu a), area[href]")].map(
        (link) => link.protocol,
      ),
    );
    expect(protocols.length).toBeGreaterThan(3);
    expect(protocols.filter((one) => !["http:", "https:", "mailto:"].includes(one))).toEqual([]);
  });
}

test("the text of each link stays", async () => {
  const { page, open } = await read(host);
  await open("/docs/disguised");
  const words = (await page.locator(".prose").innerText()).split("words").length - 1;
  expect(words).toBe(2 * disguised.length);
});
