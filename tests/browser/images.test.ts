/** Images in API descriptions: a page asks no other host for one, unless the site allows the host. */

import { expect, test } from "vitest";
import { read } from "./harness/reader.ts";
import { site } from "./harness/site.ts";

const remote = "https://images.example";
const text = [
  `![Markdown](${remote}/a.png) ![Reference][r] [![Linked](${remote}/b.png)](/docs/start)`,
  `<img src="${remote}/c.png" srcset="${remote}/d.png 2x" alt="Raw">`,
  '<img src="//images.example/e.png" alt="Slashes"> <img src="/\\images.example/f.png" alt="Backslash">',
  `<picture><source srcset="${remote}/g.png"><img src="${remote}/h.png" alt="Picture"></picture>`,
  `<video src="${remote}/i" poster="${remote}/j.png"></video><audio src="${remote}/k"></audio>`,
  `<b style="background: url(${remote}/l.png)" background="${remote}/m.png">Style</b>`,
  `<svg><image href="${remote}/n.png" /></svg><input type="image" src="${remote}/o.png">`,
  `<link rel="stylesheet" href="${remote}/p.css"><style>@import "${remote}/q.css";</style>`,
  `<object data="${remote}/r"></object><embed src="${remote}/s"><iframe src="${remote}/t"></iframe>`,
  `![Tab](ht&#9;tps://images.example/u.png)`,
  `\n[r]: ${remote}/v.png`,
].join("\n\n");
const plain = `![Markdown](${remote}/a.png)\n\n- ![Item](//images.example/b.png "Title")\n\n![Block](${remote}/c.png "Caption")`;
const schema = { type: "object", description: text, properties: { a: { type: "string", description: plain } } };
const description = {
  openapi: "3.1.0",
  info: { title: "A", version: "1", description: text },
  tags: [{ name: "t", description: plain }],
  paths: {
    "/a": {
      post: {
        tags: ["t"],
        description: plain,
        parameters: [{ in: "query", name: "q", description: text, schema }],
        requestBody: { description: text, content: { "application/json": { schema } } },
        responses: { 200: { description: text, content: { "application/json": { schema } } } },
      },
    },
  },
  components: { schemas: { S: schema } },
};
const files = { "openapi/a.json": JSON.stringify(description), "static/favicon.ico": "" };
const table = '[[openapi]]\nfile = "openapi/a.json"\nroute = "/a"\nschema_pages = "all"\n';
const none = await site("files", { append: table, files });
const some = await site("files", { append: `${table}image_hosts = ["images.example"]\n`, files });

async function asked(host: typeof none, path: string): Promise<{ hosts: Set<string>; links: string[] }> {
  const { page, open } = await read(host);
  const hosts = new Set<string>();
  page.on("request", (request) => {
    const { hostname, origin, protocol } = new URL(request.url());
    if (origin !== host.url && protocol.startsWith("http")) hosts.add(hostname);
  });
  await page.route(/\/\/images\.example\//, (route) => route.fulfill({ contentType: "image/png", body: "" }));
  await open(path.replace(/\.html$/, ""));
  await page.evaluate(() => {
    for (const one of document.querySelectorAll("details")) one.open = true;
    for (const one of document.querySelectorAll("img")) one.loading = "eager";
    window.scrollTo(0, document.body.scrollHeight);
  });
  await page.waitForLoadState("networkidle");
  const links = await page.locator(`a[href*="images.example"]`).allInnerTexts();
  return { hosts, links };
}

const pages = none.pages().filter((path) => path.startsWith("/a/"));

test("there are pages of each kind", () => {
  expect(pages.length).toBeGreaterThanOrEqual(3);
});

for (const path of pages) {
  test(`${path} asks nobody else`, async () => {
    const { hosts, links } = await asked(none, path);
    expect([...hosts]).toEqual([]);
    expect(links).toContain("Markdown");
  });
}

test("a host that the site names is asked", async () => {
  const { hosts } = await asked(some, pages.find((path) => path.includes("intro")) ?? "");
  expect([...hosts]).toEqual(["images.example"]);
});
