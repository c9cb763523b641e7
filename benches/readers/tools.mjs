/**
 * The tools that the tasks are done with. Each tool writes a reference of a document to a folder, in the way that its
 * manual recommends for a static host, and says how a reader reaches its parts.
 */

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const peers = process.env.PEERS ?? "node_modules";
const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

/** The pages of the operations in docgen's reference, by method and path. */
const pages = new Map();
const page = ({ method, path }) => pages.get(`paths ${method} ${path}`);

const docgen = {
  name: "docgen",
  build(file, folder) {
    const root = `${folder}-site`;
    const write = (path, text) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    const document = JSON.parse(readFileSync(file, "utf8"));
    const [first, ...others] = Object.entries(document.paths);
    const versions = ["current", "0.9"].map((name) => `[[docs.versions]]\nname = "${name}"\n`);
    write("docgen.toml", `[docs]\nlast_version = "current"\n${versions.join("")}`);
    write("openapi/api.json", JSON.stringify(document));
    write("content/docs/index.md", "# Start\n");
    write("content/versions/0.9/docs/index.md", "# Start\n");
    // An older version without the first path, for the task about changes.
    const older = { ...document, paths: Object.fromEntries(others.length > 0 ? others : [first]) };
    write("content/versions/0.9/openapi/api.json", JSON.stringify(older));
    execFileSync(process.env.DOCGEN ?? "docgen", ["build", "--root", root, "--out", folder], { stdio: "ignore" });
    for (const name of readdirSync(join(folder, "api"))) {
      const page = join(folder, "api", name, "index.html");
      const [, place] = existsSync(page) ? (/data-operation="([^"]*)"/.exec(readFileSync(page, "utf8")) ?? []) : [];
      if (place) pages.set(place, `/api/${name}/`);
    }
  },
  start: "/api/intro/",
  operation: page,
  field: (operation, name) => `${page(operation)}#request-body.${name}`,
  status: (operation, status) => `${page(operation)}?status=${status}`,
  search: { keys: ["/"], first: '[role="option"]' },
  go: [{ role: "tab", name: "Go" }],
  copy: ".request-copy, .samples-copy, [data-island='request'] button[aria-label*='Copy'], [data-island='request'] .code-copy",
  failure: (status) => [{ role: "tab", name: status }],
  form: [{ role: "button", name: /Try it/ }],
  send: /Send/,
  menu: 'button[aria-label*="menu" i]',
};

const scalar = {
  name: "Scalar",
  build(file, folder) {
    mkdirSync(folder, { recursive: true });
    cpSync(file, join(folder, "openapi.json"));
    cpSync(join(peers, "@scalar/api-reference/dist/browser/standalone.js"), join(folder, "standalone.js"));
    writeFileSync(
      join(folder, "index.html"),
      '<!doctype html><html><head><title>API</title><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"></head><body><div id="app"></div><script src="/standalone.js"></script><script>Scalar.createApiReference("#app", { url: "/openapi.json", withDefaultFonts: false, agent: { disabled: true }, telemetry: false })</script></body></html>',
    );
  },
  start: "/",
  operation: ({ tag, method, path }) => `/#tag/${slug(tag)}/${method.toUpperCase()}${path}`,
  field: ({ tag, method, path }, name) => `/#tag/${slug(tag)}/${method.toUpperCase()}${path}.body.${name}`,
  status: () => null,
  search: { keys: ["Control+k"], first: '[role="option"]' },
  go: [{ css: '[data-testid="client-picker"]' }, { role: "option", name: /^Go|NewRequest/ }],
  copy: "button:has-text('Copy content'), [aria-label*='Copy content'], .copy-button, button.scalar-code-copy",
  failure: (status) => [{ role: "button", name: new RegExp(`^${status}`) }],
  form: [{ role: "button", name: /Test Request/ }],
  send: /Send/,
  menu: 'button:has-text("Open Menu"), button[aria-label*="menu" i], .references-mobile-header button',
};

const redoc = {
  name: "Redoc",
  build(file, folder) {
    mkdirSync(folder, { recursive: true });
    const page = join(folder, "index.html");
    const command = join(peers, "@redocly/cli/bin/cli.js");
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", CI: "1" };
    execFileSync("node", [command, "build-docs", file, "-o", page], { stdio: "ignore", env, timeout: 150_000 });
    // The page loads its script from a CDN. The same script is in the package.
    cpSync(join(peers, "@redocly/cli/lib/chunks/redoc.standalone.js"), join(folder, "redoc.js"));
    const html = readFileSync(page, "utf8");
    const own = html.replace(/ integrity="[^"]*"/g, "").replace(/https:[^"]*redoc\.standalone\.js/g, "/redoc.js");
    writeFileSync(page, own);
    writeFileSync(join(folder, "404.html"), own);
  },
  start: "/",
  operation: ({ tag, id }) => `/#/${slug(tag)}/${id.toLowerCase()}`,
  field: () => null,
  status: () => null,
  search: { keys: ["Control+k"], first: '[data-component-name="Search/SearchItem"]' },
  go: null,
  copy: '[data-component-name*="Copy"] button, button[aria-label*="opy"], button:has-text("Copy")',
  failure: (status) => [{ text: new RegExp(`^${status}`) }],
  form: null,
  send: null,
  menu: 'button[aria-label*="menu" i], button[aria-label*="navigation" i]',
};

export const tools = [docgen, scalar, redoc];
