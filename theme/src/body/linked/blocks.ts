/** Links the code blocks on an API page to the fields that describe them. */

import { partOf, shownRequest } from "../../hooks/linked.ts";
import { linedCode } from "../../hooks/overflow.ts";
import { lineOf, textOf } from "./code.ts";
import { bodyFor, parametersOf, schemasIn } from "./fields.ts";
import { type Field, type Link, match } from "./match.ts";
import { align, parametersIn, partsIn } from "./sample.ts";
import { type Scan, scanJson, scanPairs, scanXml } from "./values.ts";

export type RowLink = Link<HTMLElement>;

const isXml = (mediaType: string): boolean => /\bxml\b/i.test(mediaType);
const isForm = (mediaType: string): boolean => /^application\/x-www-form-urlencoded\b/i.test(mediaType);

/** Matches a text with the schema that describes the most values. */
export function linksOf(text: string, scan: Scan, schemas: readonly Field<HTMLElement>[]): RowLink[] {
  const values = scan(text);
  const all = schemas.map((schema) => values.flatMap((value) => match(value, schema)));
  return all.reduce((best, links) => (links.length > best.length ? links : best), []);
}

/** Returns the links of a request sample. Only parts that are found for certain have links. */
function sampleLinks(root: Element, text: string): RowLink[] {
  const request = shownRequest(partOf(root)).get();
  if (!request) return [];
  const rows = parametersOf(root);
  const links: RowLink[] = parametersIn(text, request).flatMap(({ place, name, ...range }) => {
    const target = rows.get(`${place}:${name}`);
    return target ? [{ target, ...range, isOwn: true }] : [];
  });
  const { body, mediaType = "" } = request;
  const box = body && bodyFor(root, mediaType);
  if (!box) return links;
  const schemas = schemasIn(box);
  if (body.kind === "multipart") {
    const named = partsIn(text, body.parts).map(({ name, start, end }) => ({
      ...{ name, kind: "scalar" as const, text: "", children: [], start, end },
    }));
    const whole = { name: null, kind: "object" as const, text: "", children: named, start: 0, end: text.length };
    return [...links, ...linksOf("", () => [whole], schemas)];
  }
  if (body.kind !== "text") return links;
  // In some samples, each field of a form is on its own line.
  const sent = align(text, isForm(mediaType) ? body.text.replaceAll("&", "\n") : body.text);
  if (!sent) return links;
  const scan = isXml(mediaType) ? scanXml : isForm(mediaType) ? scanPairs : scanJson;
  const own = linksOf(body.text, scan, schemas).flatMap((link) => {
    const range = sent(link);
    return range ? [{ ...link, ...range }] : [];
  });
  return [...links, ...own];
}

/** The status and the panel that a response example belongs to. */
export function responsePanel(root: Element, status: string): HTMLElement | null {
  const panels = root.querySelectorAll<HTMLElement>(".api-main > .api-responses > .tab-panel");
  return [...panels].find(({ dataset }) => dataset.label === status) ?? null;
}

/** Returns the panels for the media types of a response, or the response's own panel if there's only one media type. */
export function mediaPanels(response: HTMLElement): HTMLElement[] {
  const panels = response.querySelectorAll<HTMLElement>(":scope > .api-media-types > .tab-panel");
  return panels.length > 0 ? [...panels] : [response];
}

/** Returns the views of a response with a media type: the schema and the examples. */
export const viewsOf = (media: HTMLElement): HTMLElement[] => [
  ...media.querySelectorAll<HTMLElement>(":scope > .api-views > .tab-panel"),
];

/** Returns the element with the schemas that describe an example. */
function schemasFor(root: Element, block: HTMLElement): Element | null {
  const answer = block.closest<HTMLElement>(".api-answer");
  if (answer) {
    const status = answer.querySelector(".api-status")?.textContent;
    // The pages of schemas and webhooks have one example next to the text.
    if (!status)
      return root.querySelector(".api-main > .api-media-types > .tab-panel") ?? root.querySelector(".api-main");
    const response = responsePanel(root, status);
    const all = response ? mediaPanels(response) : [];
    const wanted = answer.dataset.mediaType;
    const media = all.find(({ dataset }) => dataset.label === wanted) ?? all.find((one) => viewsOf(one).length > 0);
    return (media && viewsOf(media)[0]) ?? null;
  }
  const view = block.closest(".api-views > .tab-panel");
  if (view) return view.parentElement?.querySelector(":scope > .tab-panel") ?? null;
  return (block.closest(".api-samples") ?? block.closest(".code"))?.parentElement ?? null;
}

function exampleLinks(root: Element, block: HTMLElement, text: string): RowLink[] {
  const language = block.closest<HTMLElement>(".code")?.dataset.language ?? "";
  const scan = { json: scanJson, xml: scanXml }[language];
  const box = scan && schemasFor(root, block);
  return box ? linksOf(text, scan, schemasIn(box)) : [];
}

interface Known {
  text: string;
  request: unknown;
  links: RowLink[];
}

/** The code blocks of a page. The links of a block are computed when they're first needed. */
export class Blocks {
  private known = new WeakMap<HTMLElement, Known>();

  constructor(private readonly root: Element) {}

  /** Returns the visible code blocks. */
  shown(): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>(linedCode)].filter((block) => block.checkVisibility());
  }

  /** Forgets all links, because the page shows other variants. */
  forget(): void {
    this.known = new WeakMap();
  }

  /** Returns the block that contains an element. */
  of(element: Element): HTMLElement | null {
    const block = element.closest<HTMLElement>(linedCode);
    return block && this.root.contains(block) && !block.closest(".prose, .request-console") ? block : null;
  }

  links(block: HTMLElement): RowLink[] {
    const [text, request] = [textOf(block), shownRequest(partOf(this.root)).get()];
    const known = this.known.get(block);
    if (known?.text === text && known.request === request) return known.links;
    const isSample = block.closest(".samples-panel") !== null;
    const links = isSample ? sampleLinks(this.root, text) : exampleLinks(this.root, block, text);
    this.known.set(block, { text, request, links });
    return links;
  }

  /** Returns the links that the arrow keys reach, in the order of the code. */
  stops(block: HTMLElement): RowLink[] {
    return this.links(block)
      .filter(({ isOwn }) => isOwn)
      .sort((a, b) => a.start - b.start);
  }
}

/** Whether to mark the whole first line of a link: the line must start with the link and must have no other links. */
export function fillsLine(text: string, { start, target }: RowLink, links: readonly RowLink[]): boolean {
  const line = lineOf(text, start);
  if (!/^[^\p{L}\p{N}]*$/u.test(text.slice(line.start, start))) return false;
  return links.every((other) => other.target === target || other.start < line.start || other.start > line.end);
}

/**
 * Returns the link of the line at an offset, if there's only one. A line with only brackets belongs to the value that
 * the brackets end.
 */
export function linkOfLine(text: string, offset: number, links: readonly RowLink[]): RowLink | undefined {
  const line = lineOf(text, offset);
  const own = links.filter(({ start }) => start >= line.start && start <= line.end);
  const [first] = own;
  if (first) return own.every(({ target }) => target === first.target) ? first : undefined;
  const brackets = text.slice(line.start, line.end);
  if (!/[\]}]/.test(brackets) || /[\p{L}\p{N}]/u.test(brackets)) return undefined;
  return links.findLast(({ start, end }) => start < line.start && end > line.start);
}
