/** `outline`: the pages of the site, or the headings of a page. */

import { type Heading, headingsOf } from "./html.ts";
import { addressOf, missing, offset, part, textAt } from "./read.ts";
import type { Tool } from "./tool.ts";

export const outline: Tool<{ page?: string; offset?: number }> = {
  title: "Outline the site or a page",
  description:
    "Without arguments, lists the pages of this documentation with their descriptions and URLs. Use it to see what the documentation covers. With `page`, lists the headings of that page with their anchors, so you can read only the section you need.",
  properties: {
    page: { type: "string", description: "The URL or the path of a page." },
    offset,
  },
  isReadOnly: true,
  isUseful: () => true,
  async run(context, { page, offset = 0 }) {
    if (page === undefined) {
      const list = new URL(`${context.site.baseUrl}llms.txt`, context.url());
      const text = await textAt(context, list.pathname);
      if (text === null) throw new Error("This site has no list of its pages. To find pages, use `search`.");
      return part(list, text, offset);
    }
    const url = addressOf(context, page);
    const loaded = await context.load(url.pathname);
    if (!loaded) throw missing(url);
    url.hash = "";
    const line = ({ id, title, level }: Heading) => `${"  ".repeat(level - 2)}- ${title} #${id}`;
    return part(url, headingsOf(loaded.html).map(line).join("\n"), offset);
  },
};
