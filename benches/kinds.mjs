/** The kinds of pages in a built site. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

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
