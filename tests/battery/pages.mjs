// The pages of a built site: their sizes, their titles, and their content, row by row, in HTML and in Markdown.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DomUtils, parseDocument } from "htmlparser2";
import { readHtml } from "./html.mjs";
import { readMarkdown } from "./markdown.mjs";

/** The size of the HTML, in bytes, above which a page counts as large. */
export const LARGE = 400_000;

export class Site {
  constructor(dist) {
    this.dist = dist;
    const files = existsSync(dist) ? readdirSync(dist, { recursive: true }) : [];
    this.files = files.filter((file) => !file.startsWith("_docgen")).sort();
    this.schemas = new Map();
  }

  /** Returns the number of pages, the number of large pages, and the largest files. */
  sizes() {
    const largest = { html: { bytes: 0 }, json: { bytes: 0 } };
    let [pages, large] = [0, 0];
    for (const file of this.files) {
      const kind = /\.(html|json)$/.exec(file)?.[1];
      if (!kind) continue;
      const { size } = statSync(join(this.dist, file));
      if (size > largest[kind].bytes) largest[kind] = { bytes: size, file };
      if (kind === "html") pages += 1;
      if (kind === "html" && size > LARGE) large += 1;
    }
    return { pages, large, largest };
  }

  /** Yields the reference pages. */
  *pages() {
    for (const file of this.files) {
      if (/^api\/.+index\.html$/.test(file)) yield new Page(this.dist, file.replace(/\/index\.html$/, ""));
    }
  }

  /** Returns the content of the schema page that a link points to. If the page doesn't exist, returns `null`. */
  schema(href, kind) {
    const route = /\/(api\/schemas\/[^/#]+?)(\/|\.md)?(#.*)?$/.exec(href)?.[1];
    if (!route) return null;
    const key = `${kind} ${route}`;
    if (!this.schemas.has(key)) {
      const page = new Page(this.dist, decodeURIComponent(route));
      this.schemas.set(key, existsSync(join(this.dist, page.route)) ? page.read(kind) : null);
    }
    return this.schemas.get(key);
  }

  /** Yields the labels in sidebars. */
  *sidebarLabels() {
    const folder = join(this.dist, "_docgen/immutable/nav");
    for (const file of existsSync(folder) ? readdirSync(folder, { recursive: true }) : []) {
      if (!file.endsWith(".json")) continue;
      for (const [, label] of readFileSync(join(folder, file), "utf8").matchAll(/"label":("(?:[^"\\]|\\.)*")/g)) {
        yield JSON.parse(label);
      }
    }
  }

  /** Reads one of the site's files as text. */
  text(file) {
    return existsSync(join(this.dist, file)) ? readFileSync(join(this.dist, file), "utf8") : "";
  }
}

class Page {
  constructor(dist, route) {
    this.dist = dist;
    this.route = route;
  }

  get html() {
    this.htmlText ??= readFileSync(join(this.dist, this.route, "index.html"), "utf8");
    return this.htmlText;
  }

  get markdown() {
    const file = join(this.dist, `${this.route}.md`);
    return existsSync(file) ? readFileSync(file, "utf8") : null;
  }

  /** Returns all text that contains the page's title. */
  names() {
    const first = (pattern) => plain(pattern.exec(this.html)?.[1] ?? "");
    const nav = /<nav class="breadcrumbs".*?<\/nav>/s.exec(this.html)?.[0] ?? "";
    const crumbs = [...nav.matchAll(/<li>(.*?)<\/li>/gs)].map(([, crumb]) => plain(crumb));
    return {
      h1: first(/<h1[^>]*>(.*?)<\/h1>/s),
      title: first(/<title>(.*?)<\/title>/s),
      crumbs,
      markdown: this.markdown,
    };
  }

  /** Returns the page's content, which is read from the `html` or `markdown` version. */
  read(kind) {
    const said = kind === "html" ? readHtml(this.html) : readMarkdown(this.markdown ?? "");
    return { route: this.route, kind, ...said };
  }
}

function plain(html) {
  return DomUtils.textContent(parseDocument(html)).replace(/\s+/g, " ");
}
