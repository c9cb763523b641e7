/** Pages that, like API pages, contain the samples and the form of one operation. Each page has its own model. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ParameterModel, RequestModel } from "../../../theme/src/islands/request/model.ts";

export const parameter = (
  name: string,
  place: ParameterModel["in"],
  other: Partial<ParameterModel> = {},
): ParameterModel => ({
  name,
  in: place,
  required: place === "path",
  style: place === "query" || place === "cookie" ? "form" : "simple",
  explode: place === "query" || place === "cookie",
  input: { type: "string" },
  ...other,
});

export const operation = (server: string, other: Partial<RequestModel> = {}): RequestModel => ({
  document: "api",
  method: "GET",
  path: "/json",
  servers: [{ url: server, variables: [] }],
  parameters: [],
  bodies: [],
  bodyRequired: false,
  security: [],
  schemes: {},
  accepts: ["application/json"],
  samples: [],
  console: true,
  ...other,
});

const styles = ["request", "request-form", "request-editor", "request-response"]
  .map((name) => fileURLToPath(new URL(`../../../theme/src/styles/${name}.css`, import.meta.url)))
  .map((path) => readFileSync(path, "utf8"))
  .join("\n");

/** Returns the Markdown for a page with this island. The island's fallback is the curl sample. */
export function requestPage(title: string, model: RequestModel): string {
  const data = JSON.stringify(model).replaceAll("<", "\\u003c");
  const curl = '<div class="code" data-language="curl"><pre tabindex="0"><code>curl</code></pre></div>';
  const fallback = `<div data-fallback${model.console ? ' data-console="Try it"' : ""}>${curl}</div>`;
  const island = `<div data-island="request"><script type="application/json">${data}</script>${fallback}</div>`;
  return `---\ntitle: ${title}\n---\n\n<p><code data-request-server></code></p>\n\n<div style="max-inline-size: 27.5rem">${island}</div>\n`;
}

/** Returns the files of a site, by path. The site has a page for each model, with the styles that API pages load. */
export function requestFiles(models: Record<string, RequestModel>): Record<string, string> {
  const pages = Object.entries(models).map(([name, model]) => [`content/docs/${name}.md`, requestPage(name, model)]);
  return {
    ...Object.fromEntries(pages),
    "overrides/custom.css": `@layer api {${styles}}`,
    "static/favicon.ico": "",
  };
}
