/** Finds the site of a file, and the URLs of its pages. Knows nothing about VS Code. */

import { dirname, join, relative, sep } from "node:path";

/** The file that makes a folder a site. */
const CONFIG = "docgen.toml";

/** Returns the folder of the site that contains a file: the nearest folder above it that contains a config. */
export function siteOf(file: string, exists: (path: string) => boolean): string | null {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (exists(join(folder, CONFIG))) return folder;
    if (folder === dirname(folder)) return null;
  }
}

/** Returns the path of a file in a site, as docgen writes paths. */
export const pathIn = (site: string, file: string): string => relative(site, file).split(sep).join("/");

/** Returns the URL of the page of a file. `address` is the URL of the site. The server redirects to the page. */
export const pageOf = (address: string, path: string): string =>
  `${address}_docgen/page?file=${encodeURIComponent(path)}`;

/** Returns the URL of a site from what `docgen serve` prints, or `null` if there's none. */
export function addressIn(output: string): string | null {
  return /\bat (https?:\/\/\S+\/) \(/.exec(output)?.[1] ?? null;
}

/** Returns the flags for `docgen serve` if the browser reaches the server at another URL, such as one below a path. */
export function forwarding(outside: string): string[] {
  const { hostname, pathname } = new URL(outside);
  const isLocal = /^(localhost|[\d.]+|\[.*\])$/.test(hostname);
  return [...(pathname === "/" ? [] : ["--base-url", pathname]), ...(isLocal ? [] : ["--allow-host", hostname])];
}

/** What a page in the preview reports. `theme/src/live/editor.ts` mirrors the format. */
export interface Report {
  docgen: "edit" | "shown";
  /** The path of the page's file in the site. */
  file: string;
  /** The line, starting at 1, perhaps with a fraction. */
  line: number;
  /** Whether the page is at its end. */
  isEnd: boolean;
}

/** Returns a report, if a message is one. */
export function reportIn(message: unknown): Report | null {
  if (typeof message !== "object" || message === null) return null;
  const { docgen, file, line, isEnd } = message as Record<string, unknown>;
  const isKnown = docgen === "edit" || docgen === "shown";
  const isPlace = typeof file === "string" && typeof line === "number" && Number.isFinite(line);
  return isKnown && isPlace ? { docgen, file, line, isEnd: isEnd === true } : null;
}

/** Returns the line for the editor, which counts from 0, within a document of this many lines. */
export const editorLine = (line: number, count: number): number =>
  Math.max(0, Math.min(Math.floor(line) - 1, count - 1));

/** Returns the line for the page, which counts from 1. */
export const pageLine = (line: number): number => line + 1;

/** The lines of a document that an editor shows, counted from 0. The parts between folded lines are separate. */
export type Lines = readonly { start: { line: number }; end: { line: number } }[];

/** Finds the line at the top of an editor that is at the end of its text. */
export class End {
  private shown = 0;

  /** Returns the line, counted from 0, for the lines that are visible now, in a document of this many lines. */
  of(visible: Lines, count: number): number {
    const shown = visible.reduce((sum, { start, end }) => sum + end.line - start.line + 1, 0);
    const isAtEnd = (visible.at(-1)?.end.line ?? 0) >= count - 1;
    // An editor can scroll past the end, and then shows fewer lines.
    this.shown = isAtEnd ? Math.max(this.shown, shown) : shown;
    return Math.max(0, count - this.shown);
  }
}

/** Decides which of two views scrolls the other, so that they don't answer each other. */
export class Turns {
  private until = 0;
  private readonly now: () => number;
  private readonly pause: number;

  constructor(now: () => number = Date.now, pause = 300) {
    this.now = now;
    this.pause = pause;
  }

  /** Records that this view was scrolled by the other one. */
  follow(): void {
    this.until = this.now() + this.pause;
  }

  /** Whether the view was scrolled by its user. */
  isOwn(): boolean {
    return this.now() >= this.until;
  }
}

/** Returns the document of the preview, which contains the site in a frame and passes messages on. */
export function previewHtml(url: string, origin: string, nonce: string): string {
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const policy = `default-src 'none'; frame-src ${origin}; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<style nonce="${nonce}">html, body, iframe { border: 0; block-size: 100%; inline-size: 100%; margin: 0; padding: 0; display: block }</style>
</head>
<body>
<iframe src="${escaped(url)}" title="docgen" allow="clipboard-read; clipboard-write"></iframe>
<script nonce="${nonce}">
const code = acquireVsCodeApi();
const frame = document.querySelector("iframe");
addEventListener("message", ({ source, data }) => {
  if (source === frame.contentWindow) code.postMessage(data);
  else if (data.url) frame.src = data.url;
  else frame.contentWindow.postMessage(data, ${JSON.stringify(origin)});
});
</script>
</body>
</html>
`;
}
