import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PageLoader } from "../src/pageLoader.ts";
import { createPrefetcher } from "../src/prefetch.ts";
import { page } from "./fixtures/site.ts";

let asked: string[];
let running: number;
let most: number;
let text: string;
/** The number of bytes that have been read from all responses. Responses arrive in pieces. */
let read: number;
/** The promise that every response waits for. */
let held: Promise<void>;
const piece = 16 * 1024;

beforeEach(() => {
  asked = [];
  running = 0;
  most = 0;
  text = "x";
  read = 0;
  held = Promise.resolve();
  vi.stubGlobal("document", { readyState: "complete" });
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("fetch", async (url: string, { priority }: { priority?: string }) => {
    asked.push(`${url} ${priority ?? "auto"}`);
    running += 1;
    most = Math.max(most, running);
    await held;
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
    const chunk = { ...page(url.replace("index.json", ""), []), sidebar: null, html: text };
    const bytes = new TextEncoder().encode(JSON.stringify(chunk));
    let at = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          await new Promise((resolve) => setTimeout(resolve, 0));
          const next = bytes.slice(at, at + piece);
          at += next.length;
          read += next.length;
          if (next.length > 0) controller.enqueue(next);
          else controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { headers: { "content-type": "application/json" } });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const create = () => createPrefetcher(new PageLoader({ baseUrl: "/", trailingSlash: true }));
const paths = (count: number) => Array.from({ length: count }, (_, index) => `/docs/${index}/`);

test("prefetching has low priority, with two requests at a time", async () => {
  const { prefetch } = create();
  await Promise.all(paths(6).map(prefetch));
  expect(asked).toHaveLength(6);
  expect(asked[0]).toBe("/docs/0/index.json low");
  expect(most).toBe(2);
});

test("preloading doesn't have low priority and doesn't wait", async () => {
  const { preload } = create();
  await Promise.all(paths(6).map(preload));
  expect(asked[0]).toBe("/docs/0/index.json high");
  expect(most).toBe(6);
});

test("a page is fetched once, and requesting it again does nothing", async () => {
  const { prefetch, preload } = create();
  const first = prefetch("/docs/a");
  expect(prefetch("/docs/a/index.html")).toBe(false);
  await Promise.all([first, preload("/docs/a/")]);
  expect(preload("/docs/a/")).toBe(false);
  expect(prefetch("/docs/a/")).toBe(false);
  expect(asked).toHaveLength(1);
});

test("a page view prefetches 300 KB, and the next one another 300 KB", async () => {
  text = "x".repeat(200 * 1024);
  const { prefetch, renew } = create();
  const all = paths(8).map(prefetch);
  // The two running requests stop when the budget is used up, and no other request starts.
  await Promise.all(all.slice(0, 2));
  expect(read).toBeGreaterThan(250 * 1024);
  expect(running).toBe(0);
  // The limit is the allowance plus the size of the pieces that are in transit.
  expect(read).toBeLessThan(300 * 1024 + 2 * piece);
  const before = read;
  renew();
  await Promise.all(all);
  await prefetch("/docs/other/");
  expect(read - before).toBeGreaterThan(200 * 1024);
});

test("a page that is too large to prefetch loads completely when it's opened", async () => {
  text = "x".repeat(700 * 1024);
  const loader = new PageLoader({ baseUrl: "/", trailingSlash: true });
  const { prefetch } = createPrefetcher(loader);
  await prefetch("/docs/late/");
  expect(read).toBeLessThan(300 * 1024 + piece);
  expect(await loader.load("/docs/late/")).toMatchObject({ html: text });
  // If the reader opens the page in the meantime, the prefetch isn't canceled.
  let release = () => {};
  held = new Promise((resolve) => (release = resolve));
  const ahead = createPrefetcher(loader).prefetch("/docs/soon/");
  await vi.waitFor(() => expect(asked.at(-1)).toBe("/docs/soon/index.json low"));
  const whole = loader.load("/docs/soon/");
  release();
  expect(await whole).toMatchObject({ html: text });
  await ahead;
  expect(asked).toHaveLength(3);
});

describe("nothing is prefetched on a slow or metered connection", () => {
  test.each([[{ effectiveType: "2g" }], [{ effectiveType: "slow-2g" }], [{ saveData: true, effectiveType: "4g" }]])(
    "%j",
    (connection) => {
      vi.stubGlobal("navigator", { connection });
      const { prefetch, preload } = create();
      expect(prefetch("/docs/a/")).toBe(false);
      expect(preload("/docs/a/")).toBe(false);
      expect(asked).toEqual([]);
    },
  );
});
