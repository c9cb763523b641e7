import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Chunks } from "../src/chunks.ts";
import { createPrefetcher } from "../src/prefetch.ts";
import { page } from "./fixtures/site.ts";

let asked: string[];
let running: number;
let most: number;
let text: string;

beforeEach(() => {
  asked = [];
  running = 0;
  most = 0;
  text = "x";
  vi.stubGlobal("document", { readyState: "complete" });
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("fetch", async (url: string, { priority }: { priority?: string }) => {
    asked.push(`${url} ${priority ?? "auto"}`);
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
    const chunk = { ...page(url.replace("index.json", ""), []), sidebar: null, html: text };
    return new Response(JSON.stringify(chunk), { headers: { "content-type": "application/json" } });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const create = () => createPrefetcher(new Chunks({ baseUrl: "/", trailingSlash: true }));
const paths = (count: number) => Array.from({ length: count }, (_, index) => `/docs/${index}/`);

test("prefetching is of low priority, two at a time", async () => {
  const { prefetch } = create();
  await Promise.all(paths(6).map(prefetch));
  expect(asked).toHaveLength(6);
  expect(asked[0]).toBe("/docs/0/index.json low");
  expect(most).toBe(2);
});

test("preloading is not, and waits for nothing", async () => {
  const { preload } = create();
  await Promise.all(paths(6).map(preload));
  expect(asked[0]).toBe("/docs/0/index.json high");
  expect(most).toBe(6);
});

test("a page is fetched once, and asking again is a no-op", async () => {
  const { prefetch, preload } = create();
  const first = prefetch("/docs/a");
  expect(prefetch("/docs/a/index.html")).toBe(false);
  await Promise.all([first, preload("/docs/a/")]);
  expect(preload("/docs/a/")).toBe(false);
  expect(prefetch("/docs/a/")).toBe(false);
  expect(asked).toHaveLength(1);
});

test("a page view prefetches a megabyte, the next one another", async () => {
  text = "x".repeat(400 * 1024);
  const { prefetch, renew } = create();
  const all = paths(8).map(prefetch);
  // The third page fills the megabyte; a fourth may be under way beside it.
  await vi.waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(3));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked.length).toBeLessThanOrEqual(4);
  const before = asked.length;
  renew();
  await Promise.all(all);
  await prefetch("/docs/other/");
  expect(asked).toHaveLength(before + 1);
});

describe("on a connection that is slow or dear nothing is loaded ahead", () => {
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
