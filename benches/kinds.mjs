/** The kinds of pages in a built site, and a small site that has every kind of page. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const api = (version) => `openapi: 3.1.0
info: { title: Teapots, version: "${version}", description: Teapots and what they brew. }
servers: [{ url: https://api.example.com }]
tags: [{ name: Pots, description: The teapots. }]
paths:
  /pots:
    get:
      tags: [Pots]
      summary: List teapots
      description: Returns the teapots, newest first.
      parameters: [{ name: limit, in: query, description: The number of teapots., schema: { type: integer, maximum: ${version.length} } }]
      responses:
        "200":
          description: The teapots.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Pot" } } } }
components:
  schemas:
    Pot: { type: object, description: A teapot., properties: { id: { type: string, description: The ID. } } }
`;
const post = (day) => `---
title: News ${day}
date: 2026-01-0${day}
authors: [ann]
tags: [tea]
---

News of day ${day}.

<!-- truncate -->

The rest of the news.
`;

/** The files of a site that has every kind of page. */
const files = {
  "docgen.toml": `[site]
title = "Teapot"
tagline = "How to make tea"
url = "https://docs.example.com"
[docs]
last_version = "current"
[[docs.versions]]
name = "current"
label = "2.0"
[[docs.versions]]
name = "1.0"
[reader]
mcp_url = "https://docs.example.com/mcp"
[[openapi]]
file = "openapi/teapots.yaml"
id = "teapots"
route = "/api"
schema_pages = "all"
[[openapi]]
file = "openapi/whole.yaml"
id = "whole"
route = "/whole"
layout = "single_page"
`,
  "content/docs/index.md":
    "---\ndescription: The first page.\ntags: [basics]\n---\n\n# Start\n\nHow to [boil water](guides/boil.md).\n",
  "content/docs/guides/_category_.toml":
    'label = "Guides"\nlink = { type = "generated-index", description = "All guides." }\n',
  "content/docs/guides/boil.md":
    "---\ndescription: How to boil water.\n---\n\n# Boil water\n\n## In a kettle\n\n```bash\nboil --water\n```\n\n:::note\nIt's hot.\n:::\n",
  "content/versions/1.0/docs/index.md": "---\ndescription: The first page.\n---\n\n# Start\n\nHow to boil water.\n",
  "content/pages/index.md":
    "---\ntitle: Teapot\ndescription: How to make tea.\nlayout: home\nhero: { actions: [{ label: Start, href: /docs/ }] }\n---\n\nTea in three minutes.\n",
  "content/pages/about.md": "---\ndescription: About tea.\n---\n\n# About\n\nTea is a drink.\n",
  "content/blog/authors.yml": "ann: { name: Ann, page: true }\n",
  "content/blog/2026-01-01-one.md": post(1),
  "content/blog/2026-01-02-two.md": post(2),
  "openapi/teapots.yaml": api("2.0.0"),
  "openapi/whole.yaml": api("1.0"),
  "content/versions/1.0/openapi/teapots.yaml": api("1.0"),
};

/** Writes a site that has every kind of page. */
export function writeSite(folder) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Returns the URL path and the HTML of each page. */
function* pages(dist) {
  for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" }).sort()) {
    if (!file.endsWith(".html")) continue;
    const html = readFileSync(join(dist, file), "utf8");
    const [, data] = /id="docgen-page">(.*?)<\/script>/.exec(html) ?? [];
    if (data) yield { path: `/${file.replace(/(?:^|(?<=\/))index\.html$/, "")}`, kind: JSON.parse(data).kind, html };
  }
}

/** Returns, for each kind, the page with the most HTML, because it contains the most different content. */
export function largestPages(dist) {
  const largest = new Map();
  for (const page of pages(dist)) {
    if (page.html.length > (largest.get(page.kind)?.html.length ?? 0)) largest.set(page.kind, page);
  }
  return largest;
}
