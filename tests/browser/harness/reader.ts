/** A reader of a site: a new browser window that reports its console messages at the end. */

import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright-core";
import { afterAll, expect, inject, onTestFinished } from "vitest";
import type { Host } from "./server.ts";

/** The maximum wait for the browser, in milliseconds. A busy machine is only slow, not broken. */
export const patience = 30_000;

export interface ReaderOptions extends BrowserContextOptions {
  /** Functions that run before every document's own scripts. */
  before?: (() => void)[];
  /**
   * Turns off prefetching so that tests know the source of each request. All tests except the prefetching tests use
   * this option.
   */
  frugal?: boolean;
}

export interface Reader {
  page: Page;
  /**
   * Returns all console messages and uncaught errors so far. If a test doesn't call this function, the page must not
   * log any message.
   */
  said(): string[];
  /** Opens a page and waits for the app. */
  open(path: string): Promise<void>;
  /** Opens a page without waiting. */
  visit(path: string): Promise<void>;
  /** Returns the reader's location: path, query, and fragment. */
  at(): Promise<string>;
  /** Follows a link within the app and waits for the page. */
  follow(link: Locator, title: string): Promise<void>;
  /** Waits for a condition on the page. */
  until(condition: () => unknown): Promise<void>;
  scrollTo(y: number): Promise<void>;
  /**
   * Lets the app finish its current work, except timers. Use this function while the clock is stopped, because no
   * frames run then.
   */
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

/** Whether the app has hydrated everything on the page, including the sidebar, which waits for its tree. */
export function settled(): boolean {
  const list = document.querySelector(".sidebar-nav .sidebar-list");
  const taken = (element: Element) => Object.keys(element).some((key) => key.startsWith("__reactFiber"));
  return document.documentElement.dataset.hasHydrated === "true" && (!list || taken(list));
}

/** Simulates a connection on which nothing is prefetched. */
export function saveData(): void {
  Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
}

declare global {
  interface Window {
    /** Makes React do the work that `holdReact` has held. */
    releaseReact?(): void;
  }
}

/**
 * Holds React's work, including hydration, until `releaseReact` is called. React creates a channel when it's loaded, and
 * later uses the channel's messages as tasks. The app itself posts a message right after it creates a channel. Runs
 * before a document's scripts or in an open page.
 */
export function holdReact(): void {
  const Plain = MessageChannel;
  const { postMessage } = MessagePort.prototype;
  const fresh = new WeakSet<MessagePort>();
  const held: (() => void)[] = [];
  window.MessageChannel = class extends Plain {
    constructor() {
      super();
      fresh.add(this.port2);
      queueMicrotask(() => fresh.delete(this.port2));
    }
  };
  MessagePort.prototype.postMessage = function (message: unknown) {
    if (fresh.has(this)) postMessage.call(this, message);
    else held.push(() => postMessage.call(this, message));
  };
  window.releaseReact = () => {
    window.MessageChannel = Plain;
    MessagePort.prototype.postMessage = postMessage;
    for (const post of held.splice(0)) post();
  };
}

/** Records the chunks that a page requests. The host's own log contains the requests of all pages. */
export function chunksOf(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith("/index.json")) asked.push(pathname);
  });
  return asked;
}

/** Returns only the requests for pages and their chunks, because font files can load long after a page has opened. */
export const pagesAmong = (requests: readonly string[]) => requests.filter((path) => /(?:\/|index\.json)$/.test(path));

/** The options for a reader in tests that copy text: see `copied`. */
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

/**
 * Returns the text that the page has copied. All windows share the clipboard, so reading the clipboard itself could
 * return another test's text.
 */
export const copied = () => (window as unknown as { copied?: string }).copied;

/** Describes what the reader saw when a test failed, because failures might be hard to reproduce. */
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
  // This is the only third-party script that docgen's own site loads. Replace it with an empty script in tests.
  await context.route(/\/gtm\.js\?/, (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  const messages: string[] = [];
  let asked = false;
  page.on("console", (message) => messages.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => messages.push(`uncaught: ${error.message}`));
  onTestFinished(async ({ task }) => {
    const [failure] = task.result?.errors ?? [];
    if (failure) failure.message += `\n${await lastSeen(page, messages)}`;
    // If a page is closed while it's working, ignore the page's messages, because no reader sees them.
    const heard = [...messages];
    await context.close();
    // The host might not have processed the last requests of the closed page yet. Wait, because the next test must not
    // count these requests.
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
      // React renders while it handles one message from a channel, and runs effects while it handles another message.
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
