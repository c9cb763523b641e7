/**
 * Images and diagrams in API descriptions. A page requests images only from its own host and from hosts that the site
 * allows.
 */

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
const diagrams = [
  `graph LR\n  A@{ img: "${remote}/1.png", label: "Shape", w: 60, h: 60 }`,
  `graph LR\n  A["<img src='${remote}/2.png'>Label"] -->|"<img src='//images.example/3.png'>"| B`,
  `graph LR\n  A["<img src='#104;ttps:#47;#47;images.example/4.png'><b style='background:url(${remote}/5.png)'>x</b>"]`,
  `graph LR\n  A --> B\n  style A fill:url(${remote}/6.svg#a),background-image:url(${remote}/7.png),cursor:url(${remote}/8.cur)`,
  `graph LR\n  A:::c --> B\n  classDef c background:url(${remote}/9.png),filter:url(${remote}/10.svg#a)\n  linkStyle 0 mask:url(${remote}/11.svg#a)`,
  `%%{init: {"themeCSS": "@import '${remote}/12.css'; rect { background: image-set('${remote}/13.png' 1x) }"}}%%\ngraph LR\n  A --> B`,
  `%%{init: {"fontFamily": "x; } @import url(${remote}/14.css); * { background: u\\\\72l(${remote}/15.png)"}}%%\ngraph LR\n  A --> B`,
  `---\nconfig:\n  securityLevel: loose\n  themeVariables:\n    primaryColor: "red; background: url(${remote}/16.png)"\n---\ngraph LR\n  A --> B`,
  `graph LR\n  A --> B\n  click A "${remote}/17" _self\n  click B call fetch("${remote}/18")\n  click B href "javascript:fetch('${remote}/19')"`,
  `graph LR\n  A@{ icon: "logos:${remote}/20", label: "Icon" }`,
  `sequenceDiagram\n  participant A as <img src='${remote}/21.png'>\n  A->>A: <image href='${remote}/22.png'/>\n  rect url(${remote}/23.svg#a)\n  Note over A: n\n  end\n  links A: {"x": "${remote}/24"}`,
  `classDiagram\n  class A["<img src='${remote}/25.png'>"]\n  style A background:url(${remote}/26.png)`,
  `stateDiagram-v2\n  A: <img src='${remote}/27.png'>\n  classDef c background:url(${remote}/28.png)\n  class A c`,
  `mindmap\n  root((<img src='${remote}/29.png'>))\n    ::icon(x' style='background:url(${remote}/30.png)')`,
  `C4Context\n  Person(a, "A", "<img src='${remote}/31.png'>", $sprite="${remote}/32.png")\n  System(b, "B", $link="${remote}/33")`,
  `block-beta\n  a["<img src='${remote}/34.png'>"]\n  style a background:url(${remote}/35.png)`,
  `gantt\n  title <img src='${remote}/36.png'>\n  section S\n  <img src='${remote}/37.png'> :a, 2024-01-01, 3d\n  click a href "${remote}/38"`,
  `timeline\n  2024 : <img src='${remote}/39.png'>`,
  `kanban\n  a[A]\n    b[<img src='${remote}/40.png'>]@{ ticket: T, priority: 'High' }`,
  `graph LR\n  A["$$\\includegraphics{${remote}/41.png}$$"]`,
];
const drawn = diagrams.map((one) => `\`\`\`mermaid\n${one}\n\`\`\``);
const good = "```mermaid\ngraph LR\n  A[Begin] -->|then| B[End<br>of it &amp; all]\n```";
const plainAnswer = { description: "Fine" };
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
    ...Object.fromEntries(
      drawn.map((one, index) => [`/drawn/${index}`, { get: { description: one, responses: { 200: plainAnswer } } }]),
    ),
    "/well": { get: { description: good, responses: { 200: plainAnswer } } },
  },
  components: { schemas: { S: schema } },
};
const files = { "openapi/a.json": JSON.stringify(description), "static/favicon.ico": "" };
const table = '[[openapi]]\nfile = "openapi/a.json"\nroute = "/a"\nschema_pages = "all"\n';
const none = await site("files", { append: table, files });
const some = await site("files", { append: `${table}image_hosts = ["images.example"]\n`, files });
const any = await site("files", { append: `${table}image_hosts = ["*"]\n`, files });

async function asked(host: typeof none, path: string): Promise<{ hosts: Set<string>; links: string[] }> {
  const { page, open, said } = await read(host);
  // The browser logs each request that it blocked in a diagram.
  if (path.includes("drawn")) said();
  const hosts = new Set<string>();
  // Routes see only requests that are sent. Request events also include requests that a policy blocks.
  const elsewhere = (url: URL) => url.origin !== host.url && url.protocol.startsWith("http");
  await page.route(elsewhere, (route) => {
    hosts.add(new URL(route.request().url()).hostname);
    return route.fulfill({ contentType: "image/png", body: "" });
  });
  await open(path.replace(/\.html$/, ""));
  await page.evaluate(() => {
    for (const one of document.querySelectorAll("details")) one.open = true;
    for (const one of document.querySelectorAll("img")) one.loading = "eager";
    window.scrollTo(0, document.body.scrollHeight);
  });
  await expect.poll(() => page.locator("[data-island=diagram] [data-fallback]").count()).toBe(0);
  await page.waitForLoadState("networkidle");
  const links = await page.locator(`a[href*="images.example"]`).allInnerTexts();
  return { hosts, links };
}

const pages = none.pages().filter((path) => path.startsWith("/a/"));

test("there are pages of every kind", () => {
  expect(pages.length).toBeGreaterThanOrEqual(3);
});

for (const path of pages) {
  test(`${path} requests no other host`, async () => {
    const { hosts, links } = await asked(none, path);
    expect([...hosts]).toEqual([]);
    if (!/drawn|well/.test(path)) expect(links).toContain("Markdown");
  });
}

test("a host that the site allows is requested", async () => {
  const { hosts } = await asked(some, pages.find((path) => path.includes("intro")) ?? "");
  expect([...hosts]).toEqual(["images.example"]);
});

test("a diagram is drawn at its own size, and in the page if any host is allowed", async () => {
  const well = pages.find((path) => path.includes("well")) ?? "";
  const size = async (host: typeof none, what: string) => {
    const { page, open } = await read(host);
    await open(well.replace(/\.html$/, ""));
    const drawing = page.locator(`.diagram ${what}`);
    await drawing.waitFor();
    expect(await page.locator("iframe").count()).toBe(0);
    return drawing.evaluate((one) => {
      const { width, height } = one.getBoundingClientRect();
      return { width, height, loaded: !(one instanceof HTMLImageElement) || one.naturalWidth > 0 };
    });
  };
  const picture = await size(none, "img");
  expect(picture.loaded).toBe(true);
  const inPage = await size(any, "svg");
  expect(Math.abs(picture.width / inPage.width - 1)).toBeLessThan(0.2);
  expect(Math.abs(picture.height / inPage.height - 1)).toBeLessThan(0.2);
});
