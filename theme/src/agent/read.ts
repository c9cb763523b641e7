/** `read`: a page, or one of its sections, as Markdown. */

import { type Heading, headingsOf } from "./html.ts";
import type { AgentContext, Tool } from "./tool.ts";

/** The maximum length of an answer, in characters. */
const longest = 20_000;

/** The maximum length of a section with the text around it, in characters. */
const withContext = 8_000;

/** Returns a page's URL. `given` is a URL or a path; `undefined` is the open page. */
export function addressOf(context: AgentContext, given: string | undefined): URL {
  const { site, canonical } = context;
  const open = context.url();
  const url = new URL(given ?? open, open);
  if (url.origin !== open.origin || !`${url.pathname}/`.startsWith(site.baseUrl)) {
    throw new Error(`\`${given}\` isn't on this site, which starts at ${open.origin}${site.baseUrl}.`);
  }
  const path = url.pathname.replace(/(?:\/index)?\.(?:md|html)$/, "");
  return new URL(canonical(path || "/") + url.hash, open);
}

/** Returns the page that doesn't exist as an error. */
export const missing = ({ pathname }: URL) => new Error(`No page ${pathname}. To find pages, use \`search\`.`);

/** Fetches a text file. If there's none, returns `null`. */
export async function textAt(context: AgentContext, path: string): Promise<string | null> {
  const response = await context.fetch(path);
  // Some hosts send a page instead of a 404 response.
  const isPage = response.headers.get("content-type")?.includes("html");
  return response.ok && !isPage ? response.text() : null;
}

/** Fetches the Markdown of a page. If there's none, returns `null`. */
async function markdownOf(context: AgentContext, { pathname }: URL): Promise<string | null> {
  const path = pathname === context.site.baseUrl ? `${pathname}index` : pathname.replace(/\/$/, "");
  const text = await textAt(context, `${path}.md`);
  return text?.replace(/^---\n[\s\S]*?\n---\n\n/, "") ?? null;
}

/** Returns the letters and digits of a text in lowercase, for comparing names. */
export const squeezed = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();

interface Line {
  at: number;
  level: number;
  text: string;
  /** The ID in the Markdown: `{#id}`. */
  id?: string | undefined;
}

/** Returns the positions of the headings in Markdown, outside code, with their levels and their text. */
function linesOf(markdown: string): Line[] {
  const found = [];
  let at = 0;
  let fence = "";
  for (const line of markdown.split("\n")) {
    const [, mark = ""] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence && mark.startsWith(fence) && line.trim() === mark) fence = "";
    else if (!fence && mark) fence = mark;
    const [, signs = "", text = "", id] = (!fence && /^(#{1,6})\s+(.*?)(?:\s*\{#([^\s}]+)\})?\s*$/.exec(line)) || [];
    if (signs) found.push({ at, level: signs.length, text, id });
    at += line.length + 1;
  }
  return found;
}

/** Returns the end of the section that starts at a heading: the next heading of the same or a higher level. */
const endOf = (markdown: string, lines: readonly Line[], start: Line) =>
  lines.find(({ at, level }) => at > start.at && level <= start.level)?.at ?? markdown.length;

/**
 * Returns a section of Markdown. If it's short and `isExact` is false, returns the largest section around it that isn't
 * too long.
 */
function cut(markdown: string, headings: readonly Heading[], wanted: Heading, isExact: boolean): string | null {
  if (!isExact && markdown.length <= withContext) return markdown;
  const lines = linesOf(markdown);
  const isOwn = ({ text }: { text: string }) => squeezed(text) === squeezed(wanted.title);
  // Several headings can have the same text.
  const before = headings.slice(0, headings.indexOf(wanted)).filter(({ title }) => isOwn({ text: title })).length;
  const start = lines.find(({ id }) => id === wanted.id) ?? lines.filter(isOwn)[before];
  if (!start) return null;
  const end = endOf(markdown, lines, start);
  const isAround = (line: Line) => {
    const last = endOf(markdown, lines, line);
    return line.at <= start.at && last >= end && last - line.at <= withContext;
  };
  const first = (isExact ? undefined : lines.find(isAround)) ?? start;
  return markdown.slice(first.at, endOf(markdown, lines, first)).trimEnd();
}

interface Answer {
  url: string;
  text: string;
  /** The offset of the text that follows, if any. */
  next?: number;
}

/** Returns the part of a text that starts at an offset and fits into an answer. */
export function part(url: URL, text: string, offset: number): Answer {
  const from = Math.max(Number(offset) || 0, 0);
  const next = from + longest;
  return { url: url.href, text: text.slice(from, next), ...(text.length > next && { next }) };
}

export const offset = {
  type: "integer",
  minimum: 0,
  description: "Where to continue: `next` in the previous answer.",
} as const;

export const read = {
  title: "Read a page",
  description:
    "Returns a page of this documentation as Markdown, or one section of it. If the URL has an anchor (`/docs/intro#setup`), only that section is returned, which is usually enough; if the section is short, the text around it is also returned. Without arguments, returns the page that's open in the browser. An answer has at most 20,000 characters; if there is more text, `next` is the `offset` to continue with.",
  properties: {
    page: {
      type: "string",
      description: "The URL or the path of a page. The default is the page that's open in the browser.",
    },
    section: {
      type: "string",
      description: "The anchor or the heading of one section, which is then returned without the text around it.",
    },
    offset,
  },
  isReadOnly: true,
  isUseful: () => true,
  async run(context, { page, section, offset = 0 }) {
    const url = addressOf(context, page);
    const [markdown, loaded] = await Promise.all([markdownOf(context, url), context.load(url.pathname)]);
    if (markdown === null) {
      throw loaded ? new Error(`${url.pathname} isn't available as Markdown.`) : missing(url);
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
    url.hash = found?.id ?? "";
    return part(url, (found && cut(markdown, headings, found, section !== undefined)) ?? markdown, offset);
  },
} satisfies Tool<{ page?: string; section?: string; offset?: number }>;
