/** Someone who reads a site: a fresh browser window, which says at the end what it heard on the console. */

import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright-core";
import { afterAll, expect, inject, onTestFinished } from "vitest";
import type { Host } from "./server.ts";

export interface ReaderOptions extends BrowserContextOptions {
  /** Runs before every document's own scripts. */
  before?: (() => void)[];
  /** Leaves links alone, so that tests know who fetched what. On unless a test is about fetching ahead. */
  frugal?: boolean;
}

export interface Reader {
  page: Page;
  /** Everything on the console and every uncaught error so far; a test that does not ask for them must have none. */
  said(): string[];
  /** Opens a page and waits for the app. */
  open(path: string): Promise<void>;
  /** Opens a page and does not wait. */
  visit(path: string): Promise<void>;
  /** Where the reader is: path, query and hash. */
  at(): Promise<string>;
  /** Follows a link within the app and waits for the page to show. */
  follow(link: Locator, title: string): Promise<void>;
  /** Waits for a condition in the page. */
  until(condition: () => unknown): Promise<void>;
  scrollTo(y: number): Promise<void>;
  /** Lets the app do what it has begun, timers apart: for where the clock stands still, and with it every frame. */
  rest(): Promise<void>;
}

let browser: Promise<Browser> | undefined;

function connect(): Promise<Browser> {
  browser ??= chromium.connect(inject("browser"));
  return browser;
}

afterAll(async () => {
  const open = browser;
  browser = undefined;
  await (await open)?.close();
});

/** Whether the app has taken over everything on the page, the sidebar (which waits for its tree) included. */
export function settled(): boolean {
  const list = document.querySelector(".sidebar-nav .sidebar-list");
  const taken = (element: Element) => Object.keys(element).some((key) => key.startsWith("__reactFiber"));
  return document.documentElement.dataset.hasHydrated === "true" && (!list || taken(list));
}

/** As on a connection where nothing is loaded ahead. */
export function saveData(): void {
  Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
}

/** Remembers the chunks of pages that a page asks for. The host's own log knows the requests of all pages together. */
export function chunksOf(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith("/index.json")) asked.push(pathname);
  });
  return asked;
}

/** Of what a host was asked for: pages and their chunks. Faces of the font may be on their way long after a page is there. */
export const pagesAmong = (requests: readonly string[]) => requests.filter((path) => /(?:\/|index\.json)$/.test(path));

/** For who copies: see `copied`. */
export const copying = { permissions: ["clipboard-read", "clipboard-write"], before: [keepCopied] };

function keepCopied(): void {
  const { clipboard } = navigator;
  const plain = clipboard?.writeText.bind(clipboard);
  if (!plain) return;
  clipboard.writeText = async (text) => {
    await plain(text);
    Object.assign(window, { copied: text });
  };
}

/** What the page has put into the clipboard. Read from there it might be another test's: all windows share it. */
export const copied = () => (window as unknown as { copied?: string }).copied;

/** What a reader had before them when a test failed: a time like that may not come again. */
async function lastSeen(page: Page, messages: readonly string[]): Promise<string> {
  const shown = await page
    .evaluate(() => {
      const { activeElement, body } = document;
      const focus = activeElement?.cloneNode() as Element | undefined;
      const dialog = document.querySelector<HTMLElement>("[role=dialog]");
      return { at: location.href, focus: focus?.outerHTML, text: (dialog ?? body).innerText.slice(0, 1000) };
    })
    .catch((error: Error) => ({ at: page.url(), unknown: error.message }));
  return JSON.stringify({ ...shown, messages: messages.slice(-20) }, null, 2);
}

export const desktop = { width: 1280, height: 800 };
export const mobile = { width: 390, height: 800 };

export async function read(
  host: Pick<Host, "url" | "reset">,
  { before = [], frugal = true, ...options }: ReaderOptions = {},
): Promise<Reader> {
  const context = await (await connect()).newContext({ viewport: desktop, baseURL: host.url, ...options });
  if (frugal) await context.addInitScript(saveData);
  for (const script of before) await context.addInitScript(script);
  // The one third party that our site names: nothing of it is there in tests.
  await context.route(/\/gtm\.js\?/, (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const messages: string[] = [];
  let asked = false;
  page.on("console", (message) => messages.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => messages.push(`uncaught: ${error.message}`));
  onTestFinished(async ({ task }) => {
    const [failure] = task.result?.errors ?? [];
    if (failure) failure.message += `\n${await lastSeen(page, messages)}`;
    // What a page says when it is taken down in the middle of its work is not said to a reader.
    const heard = [...messages];
    await context.close();
    // A request may have been sent before that and not read yet; it is none of the next test's.
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
    host.reset();
    if (!asked) expect(heard, "on the console").toEqual([]);
  });
  const visit = async (path: string) => {
    await page.goto(path);
  };
  return {
    page,
    said() {
      asked = true;
      return messages;
    },
    visit,
    async open(path) {
      await visit(path);
      await page.waitForFunction(settled);
    },
    at: () => page.evaluate(() => location.pathname + location.search + location.hash),
    async follow(link, title) {
      await link.click();
      await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
    },
    async until(condition) {
      await page.waitForFunction(condition);
    },
    async scrollTo(y) {
      await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), y);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    },
    async rest() {
      // React renders in one such message, and does what follows from it in another.
      await page.evaluate(async () => {
        for (let turn = 0; turn < 10; turn += 1) {
          await new Promise((done) => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = done;
            port2.postMessage(null);
          });
        }
      });
    },
  };
}
