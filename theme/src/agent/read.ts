/** `read`: a page, or one of its sections, as Markdown. */

import type { AgentContext, Tool } from "./tools.ts";

/** The maximum length of an answer, in characters. */
const longest = 20_000;

/** Returns a page's URL. `given` is a URL or a path; `undefined` is the open page. */
function addressOf({ site, canonical }: AgentContext, given: string | undefined): URL {
  const url = new URL(given ?? location.href, location.href);
  if (url.origin !== location.origin || !`${url.pathname}/`.startsWith(site.baseUrl)) {
    throw new Error(`\`${given}\` isn't on this site, which starts at ${location.origin}${site.baseUrl}.`);
  }
  const path = url.pathname.replace(/(?:\/index)?\.(?:md|html)$/, "");
  return new URL(canonical(path || "/") + url.hash, location.origin);
}

/** Fetches the Markdown of a page. If there's none, returns `null`. */
async function markdownOf({ site }: AgentContext, { pathname }: URL): Promise<string | null> {
  const path = pathname === site.baseUrl ? `${pathname}index` : pathname.replace(/\/$/, "");
  const response = await fetch(`${path}.md`);
  // Some hosts send a page instead of a 404 response.
  const isPage = response.headers.get("content-type")?.includes("html");
  if (!response.ok || isPage) return null;
  return (await response.text()).replace(/^---\n[\s\S]*?\n---\n\n/, "");
}

interface Section {
  id: string;
  title: string;
  level: number;
}

/** Returns the letters and digits of a text in lowercase, for comparing names. */
export const squeezed = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();

/** Returns the headings of a page, in order. */
function headingsOf(html: string): Section[] {
  const body = new DOMParser().parseFromString(html, "text/html");
  return [...body.querySelectorAll("h2[id], h3[id], h4[id], h5[id], h6[id]")].map((heading) => {
    for (const link of heading.querySelectorAll(".hash-link")) link.remove();
    return { id: heading.id, title: heading.textContent ?? "", level: Number(heading.localName.slice(1)) };
  });
}

/** Returns the positions of the headings in Markdown, outside code, with their levels and their text. */
function linesOf(markdown: string): { at: number; level: number; text: string }[] {
  const found = [];
  let at = 0;
  let fence = "";
  for (const line of markdown.split("\n")) {
    const [, mark = ""] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence && mark.startsWith(fence) && line.trim() === mark) fence = "";
    else if (!fence && mark) fence = mark;
    const [, signs = "", text = ""] = (!fence && /^(#{1,6})\s+(.*)$/.exec(line)) || [];
    if (signs) found.push({ at, level: signs.length, text });
    at += line.length + 1;
  }
  return found;
}

/** Returns a section of Markdown, up to the next heading of the same or a higher level. */
function cut(markdown: string, headings: readonly Section[], wanted: Section): string | null {
  const lines = linesOf(markdown);
  const isOwn = ({ text }: { text: string }) => squeezed(text) === squeezed(wanted.title);
  // Several headings can have the same text.
  const before = headings.slice(0, headings.indexOf(wanted)).filter(({ title }) => isOwn({ text: title })).length;
  const start = lines.filter(isOwn)[before];
  if (!start) return null;
  const end = lines.find(({ at, level }) => at > start.at && level <= start.level);
  return markdown.slice(start.at, end?.at).trimEnd();
}

export const read: Tool<{ page?: string; section?: string; offset?: number }> = {
  title: "Read a page",
  description:
    "Returns a page of this documentation as Markdown, or one section of it. If the URL has an anchor (`/docs/intro#setup`), only that section is returned, which is usually enough. Without arguments, returns the open page. An answer has at most 20,000 characters; if there is more text, `next` is the `offset` to continue with.",
  properties: {
    page: { type: "string", description: "The URL or the path of a page. The default is the open page." },
    section: { type: "string", description: "The anchor or the heading of one section." },
    offset: { type: "integer", minimum: 0, description: "Where to continue: `next` in the previous answer." },
  },
  isReadOnly: true,
  isUseful: () => true,
  async run(context, { page, section, offset = 0 }) {
    const url = addressOf(context, page);
    const [markdown, loaded] = await Promise.all([markdownOf(context, url), context.load(url.pathname)]);
    if (markdown === null) {
      throw new Error(
        loaded
          ? `${url.pathname} isn't available as Markdown.`
          : `No page ${url.pathname}. To find pages, use \`search\`.`,
      );
    }
    const headings = loaded ? headingsOf(loaded.html) : [];
    const wanted = section ?? (page === undefined ? "" : decodeURIComponent(url.hash.slice(1)));
    const found =
      headings.find(({ id }) => id === wanted.replace(/^#/, "")) ??
      headings.find(({ title }) => squeezed(title) === squeezed(wanted));
    if (section !== undefined && !found) {
      const known = headings.map(({ id }) => id).join(", ");
      throw new Error(
        `No section \`${section}\` on ${url.pathname}. ${known ? `Sections: ${known}.` : "It has no sections."}`,
      );
    }
    const text = (found && cut(markdown, headings, found)) ?? markdown;
    url.hash = found?.id ?? "";
    const from = Math.max(Number(offset) || 0, 0);
    const next = from + longest;
    return { url: url.href, text: text.slice(from, next), ...(text.length > next && { next }) };
  },
};
