import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { NavNode } from "../src/chunk.ts";
import { LoadError, PageLoader } from "../src/pageLoader.ts";
import { pages, tree } from "./fixtures/site.ts";

const addresses = { baseUrl: "/", trailingSlash: true };
let answers: Record<string, (() => Response)[]>;
let asked: string[];

const json = (value: unknown) => () =>
  new Response(JSON.stringify(value), { headers: { "content-type": "application/json" } });
const status = (code: number) => () => new Response("", { status: code });

beforeEach(() => {
  answers = {};
  asked = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    const queue = answers[url] ?? [];
    const answer = queue.length > 1 ? queue.shift() : queue[0];
    if (!answer) throw new TypeError("Failed to fetch");
    return answer();
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("a page", () => {
  test("is fetched once, regardless of who requests it", async () => {
    answers["/docs/a/index.json"] = [json(pages.doc)];
    const loader = new PageLoader(addresses);
    const [first, second] = await Promise.all([loader.load("/docs/a/"), loader.load("/docs/a/")]);
    expect(first).toEqual(pages.doc);
    expect(second).toBe(first);
    expect(asked).toEqual(["/docs/a/index.json"]);
  });

  test("is requested again after five minutes", async () => {
    vi.useFakeTimers();
    answers["/docs/a/index.json"] = [json(pages.doc)];
    const loader = new PageLoader(addresses);
    await loader.load("/docs/a/");
    vi.advanceTimersByTime(5 * 60_000);
    await loader.load("/docs/a/");
    expect(asked).toHaveLength(2);
  });

  test.each([404, 410, 403])("whose response has status %d doesn't exist", async (code) => {
    answers["/docs/a/index.json"] = [status(code)];
    expect(await new PageLoader(addresses).load("/docs/a/")).toBeNull();
  });

  test("whose URL returns a document doesn't exist", async () => {
    answers["/docs/a/index.json"] = [
      () => new Response("<!doctype html>", { headers: { "content-type": "text/html" } }),
    ];
    expect(await new PageLoader(addresses).load("/docs/a/")).toBeNull();
  });

  test.each([
    ["a failing server", status(500), "/docs/a/index.json responded with status 500"],
    ["no chunk", json({ build: 1 }), "has invalid content"],
    ["no JSON", () => new Response("{", { headers: { "content-type": "application/json" } }), "has invalid content"],
    ["a chunk without its body", json({ ...pages.doc, html: undefined }), "has invalid content"],
  ])("behind %s fails, and is fetched again on the next request", async (_, answer, message) => {
    answers["/docs/a/index.json"] = [answer, json(pages.doc)];
    const loader = new PageLoader(addresses);
    const failed = await loader.load("/docs/a/").catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(LoadError);
    expect(String(failed)).toContain(message);
    expect(await loader.load("/docs/a/")).toEqual(pages.doc);
  });

  test("that can't be reached fails with the reason", async () => {
    const failed = await new PageLoader(addresses).load("/docs/a/").catch((error: unknown) => error);
    expect(String(failed)).toBe("LoadError: /docs/a/index.json can't be reached");
    expect((failed as Error).cause).toBeInstanceOf(TypeError);
  });

  test("that has moved returns its new location", async () => {
    answers["/docs/index.json"] = [json({ build: "b1", redirect: "/docs/a/" })];
    expect(await new PageLoader(addresses).load("/docs/")).toMatchObject({ redirect: "/docs/a/" });
  });

  test("is complete with its navigation", async () => {
    answers["/docs/a/index.json"] = [json(pages.doc)];
    answers["/_docgen/site.json"] = [json({ build: "b1", nav: { docs: "nav/docs.1.json" } })];
    answers["/_docgen/immutable/nav/docs.1.json"] = [json(tree)];
    await new PageLoader(addresses).loadWhole("/docs/a/");
    expect(asked).toContain("/_docgen/immutable/nav/docs.1.json");
  });
});

describe("a navigation tree", () => {
  const index = (file: string) => json({ build: "b1", nav: { docs: file } });

  test("whose file is missing is looked up once more", async () => {
    answers["/_docgen/site.json"] = [index("nav/docs.1.json"), index("nav/docs.2.json")];
    answers["/_docgen/immutable/nav/docs.1.json"] = [status(404)];
    answers["/_docgen/immutable/nav/docs.2.json"] = [json(tree)];
    expect(await new PageLoader(addresses).tree({ id: "docs", trail: [] })).toEqual(tree);
    expect(asked.filter((url) => url.endsWith("site.json"))).toHaveLength(2);
  });

  test("that doesn't exist fails after that", async () => {
    answers["/_docgen/site.json"] = [index("nav/docs.1.json")];
    answers["/_docgen/immutable/nav/docs.1.json"] = [status(404)];
    await expect(new PageLoader(addresses).tree({ id: "docs", trail: [] })).rejects.toThrow(
      "the navigation tree docs doesn't exist",
    );
    expect(asked.filter((url) => url.endsWith("site.json"))).toHaveLength(2);
  });

  describe("of a large site", () => {
    const whole = () => ({
      id: "docs",
      items: [
        { key: "a", label: "A", part: "nav/docs.a.json" },
        { key: "b", label: "B", items: [{ key: "c", label: "C", part: "nav/docs.c.json" }] },
      ],
    });
    const page = { key: "/c/page", label: "Page", href: "/c/page/" };

    test("is filled along the path to a page, and nowhere else", async () => {
      answers["/_docgen/site.json"] = [index("nav/docs.1.json")];
      answers["/_docgen/immutable/nav/docs.1.json"] = [json(whole())];
      answers["/_docgen/immutable/nav/docs.c.json"] = [json({ id: "docs", items: [page] })];
      const { items } = await new PageLoader(addresses).tree({ id: "docs", trail: ["b", "c", "/c/page"] });
      expect(items[0]).toEqual(whole().items[0]);
      expect(items[1]?.items).toEqual([{ key: "c", label: "C", items: [page] }]);
    });

    test("requests a part once, and again after a failure", async () => {
      answers["/_docgen/site.json"] = [index("nav/docs.1.json")];
      answers["/_docgen/immutable/nav/docs.1.json"] = [json(whole())];
      answers["/_docgen/immutable/nav/docs.a.json"] = [
        json({ id: "docs", items: "none" }),
        json({ id: "docs", items: [page] }),
      ];
      const loader = new PageLoader(addresses);
      const node = (await loader.tree({ id: "docs", trail: [] })).items[0];
      if (!node) throw new Error("the tree has a first node");
      await expect(loader.fill(node)).rejects.toThrow("has invalid content");
      await Promise.all([loader.fill(node), loader.fill(node)]);
      await loader.fill(node);
      expect(node).toEqual({ key: "a", label: "A", items: [page] });
      expect(asked.filter((url) => url.endsWith("docs.a.json"))).toHaveLength(2);
    });

    test("finds a part that a deployment has replaced, and fails if there is none", async () => {
      const renamed = {
        id: "docs",
        items: [{ ...whole().items[1], items: [{ key: "c", label: "C", part: "nav/d.json" }] }],
      };
      answers["/_docgen/site.json"] = [index("nav/docs.1.json")];
      answers["/_docgen/immutable/nav/docs.1.json"] = [json(whole()), json(renamed)];
      answers["/_docgen/immutable/nav/docs.a.json"] = [status(404)];
      answers["/_docgen/immutable/nav/docs.c.json"] = [status(404)];
      answers["/_docgen/immutable/nav/d.json"] = [json({ id: "docs", items: [page] })];
      const loader = new PageLoader(addresses);
      const { items } = await loader.tree({ id: "docs", trail: ["b", "c", "/c/page"] });
      expect(items[1]?.items).toEqual([{ key: "c", label: "C", items: [page] }]);
      // The category itself no longer exists.
      await loader.fill(items[0] as NavNode);
      expect(items[0]).toEqual({ key: "a", label: "A", items: [] });
      answers["/_docgen/immutable/nav/docs.1.json"] = [json(whole())];
      await expect(new PageLoader(addresses).tree({ id: "docs", trail: ["a"] })).rejects.toThrow("has invalid content");
    });
  });

  test("waits for a later attempt after a failure in the sidebar", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    answers["/_docgen/site.json"] = [status(500), index("nav/docs.1.json")];
    answers["/_docgen/immutable/nav/docs.1.json"] = [json(tree)];
    const loader = new PageLoader(addresses);
    const shown = loader.shownTree({ id: "docs", trail: [] });
    await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1));
    await loader.tree({ id: "docs", trail: [] });
    expect(await shown).toEqual(tree);
  });
});
