import { deflateSync } from "node:zlib";
import { afterEach, describe, expect, test, vi } from "vitest";
import { searchWhole } from "../src/search/complete.ts";
import { createProvider } from "../src/search/embedded/index.ts";
import { compare, readShard, readWords } from "../src/search/embedded/shard.ts";
import { tokens } from "../src/search/embedded/tokens.ts";
import { unpack } from "../src/search/embedded/unpack.ts";
import type { SearchAnswer, SearchRequest } from "../src/search/provider.ts";

/** Returns the bytes of a term file in docgen's format: all forms with their terms, and the postings for each term. */
function termFile(forms: [string, number][], terms: [rarity: number, ...places: [number, number, number][]][]): Buffer {
  const bytes: number[] = [0x11];
  const number = (value: number) => {
    let left = value;
    for (; left > 0x7f; left >>= 7) bytes.push((left & 0x7f) | 0x80);
    bytes.push(left);
  };
  number(terms.length);
  number(forms.length);
  for (const [form, term] of forms) [0, form.length, term].map(number);
  const rests = Buffer.from(forms.map(([form]) => form).join(""));
  number(rests.length);
  bytes.push(...rests);
  for (const [rarity, ...places] of terms) {
    bytes.push(rarity);
    number(places.length * 2);
  }
  for (const [, ...places] of terms) {
    let last = 0;
    for (const [record] of places) {
      number(record + 1 - last);
      last = record + 1;
    }
  }
  const all = terms.flatMap(([, ...places]) => places);
  bytes.push(...all.map(([, section]) => section), ...all.map(([, , level]) => level));
  return Buffer.from(bytes);
}

const dictionary = '[["How to ';

const manifest = {
  version: 5,
  records: 2,
  docs: 1,
  groups: [
    [0, "Docs", "docs"],
    [1, "Blog", "blog"],
  ],
  names: { file: "d", sections: true },
  texts: "t0",
  shift: 1,
  dictionary,
  shards: { from: [""], hash: ["a"] },
  spelling: { from: [], hash: [] },
  endings: { from: [], hash: [] },
  common: [],
  boosts: [],
  synonyms: { setup: ["install"] },
  similar: [[["install"], ["deploy"]]],
};

/** A site with a documentation page and a post. */
const whole: Record<string, Buffer> = {
  "index.json": Buffer.from(
    JSON.stringify({
      version: 5,
      indexes: [{ language: "en", tag: "docs-default-current", folder: "en", manifest: "m.1.bin" }],
    }),
  ),
  "en/m.1.bin": deflateSync(JSON.stringify(manifest)),
  "en/0.a.bin": deflateSync(termFile([["install", 0]], [[90, [0, 0, 20], [1, 0, 9]]])),
  "en/n.d.bin": deflateSync(
    JSON.stringify([
      [
        ["/docs/install/", "Install <it>", [[1, "", "", 1]]],
        ["/blog/new/", "New", [[1, "", "", 1]]],
      ],
    ]),
  ),
  "en/t0/0.bin": deflateSync(JSON.stringify([["How to install & run."], ["We say how to install."]]), {
    dictionary: Buffer.from(dictionary),
  }),
};

/** Stubs a host with these files. Returns the list of requested files. */
function host(files: Record<string, Buffer | number>): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    const name = url.replace("https://host/", "");
    asked.push(name);
    const file = files[name] ?? 404;
    if (typeof file === "number") return new Response("", { status: file });
    return new Response(new Uint8Array(file));
  });
  return asked;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const filters = ["language:en"];
const signal = () => new AbortController().signal;
const ask = (
  provider: ReturnType<typeof createProvider>,
  query: string,
  facetFilters: (string | string[])[] = filters,
) => searchWhole(provider, { query, page: 0, hitsPerPage: 20, facetFilters }, new AbortController().signal);
const urls = ({ hits }: SearchAnswer) => hits.map(({ url }) => url);
const create = () => createProvider({ base: "https://host/" });

describe("the embedded search", () => {
  test("finds a page, escapes its text, and highlights the matches", async () => {
    host(whole);
    const answer = await ask(create(), "instal");
    expect(urls(answer)).toEqual(["/docs/install/", "/blog/new/"]);
    expect(answer).toMatchObject({ query: "instal", nbHits: 2, page: 0, nbPages: 1 });
    const hit = answer.hits[0];
    expect(hit?._highlightResult.hierarchy.lvl1?.value).toBe("<mark>Install</mark> &lt;it&gt;");
    expect(hit?._snippetResult.content?.value).toBe("How to <mark>install</mark> &amp; run.");
  });

  test("filters by locale and by version", async () => {
    host(whole);
    const provider = create();
    expect(urls(await ask(provider, "install", ["docusaurus_tag:default"]))).toEqual(["/blog/new/"]);
    expect(urls(await ask(provider, "install", ["docusaurus_tag:docs-default-current"]))).toEqual(["/docs/install/"]);
    const both = ["docusaurus_tag:default", "docusaurus_tag:docs-default-current"];
    expect(urls(await ask(provider, "install", ["language:en", both]))).toHaveLength(2);
    expect(urls(await ask(provider, "install", ["language:fr"]))).toEqual([]);
    await expect(ask(provider, "install", ["colour:red"])).rejects.toThrow("colour");
  });

  test("filters by the kind of page and the section, and counts the values that remain", async () => {
    host(whole);
    const provider = create();
    const facets = { kind: { docs: 1, blog: 1 }, "hierarchy.lvl0": { Docs: 1, Blog: 1 } };
    expect((await ask(provider, "install")).facets).toEqual(facets);
    const posts = await ask(provider, "install", ["language:en", "kind:blog"]);
    expect(urls(posts)).toEqual(["/blog/new/"]);
    expect(posts.facets).toEqual(facets);
    expect(urls(await ask(provider, "install", ["hierarchy.lvl0:Docs"]))).toEqual(["/docs/install/"]);
  });

  test("leaves out pages with an excluded word, unless the query has no other word", async () => {
    const shards = { from: ["", "n"], hash: ["a", "b"] };
    host({
      ...whole,
      "en/m.1.bin": deflateSync(JSON.stringify({ ...manifest, shards })),
      "en/1.b.bin": deflateSync(termFile([["new", 0]], [[90, [1, 0, 20]]])),
    });
    const provider = create();
    expect(urls(await ask(provider, "install -new"))).toEqual(["/docs/install/"]);
    expect(urls(await ask(provider, "-new"))).toEqual(["/blog/new/"]);
    expect(urls(await ask(provider, '"-new" install'))).toHaveLength(1);
  });

  test("finds pages before it requests their texts", async () => {
    const asked = host(whole);
    const provider = create();
    const request = { query: "install", page: 0, hitsPerPage: 20, facetFilters: filters };
    const { hits } = await provider.search(request, new AbortController().signal);
    expect(hits.map(({ content }) => content)).toEqual([null, null]);
    expect(asked).not.toContain("en/t0/0.bin");
    const hit = hits[0] && (await provider.complete?.(hits[0], new AbortController().signal));
    expect(hit?.content).toBe("How to install & run.");
  });

  test("completes hits with headings that are in the text files", async () => {
    const names = { file: "d", sections: false };
    const heading = 1 << 5;
    const postings: [number, number, number][] = [
      [0, 1, heading | 14],
      [0, 2, 31],
      [1, 0, 9],
    ];
    const packed = (data: unknown) => deflateSync(JSON.stringify(data), { dictionary: Buffer.from(dictionary) });
    const asked = host({
      ...whole,
      "en/m.1.bin": deflateSync(JSON.stringify({ ...manifest, names })),
      "en/0.a.bin": deflateSync(termFile([["install", 0]], [[90, ...postings]])),
      "en/t0/0.bin": packed([
        [
          [1, "", "", ""],
          [2, null, "Install it", "How to."],
          [3, "more", "Then", "We install more."],
        ],
        [[1, "", "", "We say how to install."]],
      ]),
    });
    const provider = create();
    const request = { query: "install", page: 0, hitsPerPage: 20, facetFilters: filters };
    const { hits } = await provider.search(request, signal());
    expect(asked).not.toContain("en/t0/0.bin");
    const state = ({ url, type, isPartial }: SearchAnswer["hits"][number]) => [url, type, isPartial];
    expect(hits.map(state)).toEqual([
      ["/docs/install/", "content", true],
      ["/docs/install/", "lvl2", true],
      ["/blog/new/", "content", undefined],
    ]);
    expect(new Set(hits.map(({ objectID }) => objectID)).size).toBe(3);
    const { hits: all } = await ask(provider, "install");
    expect(all.map(state)).toEqual([
      ["/docs/install/#more", "content", undefined],
      ["/docs/install/#install-it", "lvl2", undefined],
      ["/blog/new/", "content", undefined],
    ]);
    expect(all[0]?.hierarchy).toMatchObject({ lvl1: "Install <it>", lvl2: "Install it", lvl3: "Then" });
    expect(urls(await ask(provider, '"install"'))).toContain("/docs/install/#more");
  });

  test("shows a section that consists of several records once", async () => {
    host({
      ...whole,
      "en/n.d.bin": deflateSync(
        JSON.stringify([
          [
            ["/docs/install/", "Install", [[1, "", "", 1]]],
            ["/docs/install/", "Install", [[1, "", "", 1]]],
          ],
        ]),
      ),
    });
    expect(urls(await ask(create(), "install"))).toEqual(["/docs/install/"]);
  });

  test("doesn't look up the first letters of a word while the reader is typing", async () => {
    const shards = { from: ["", "n"], hash: ["a", "b"] };
    const asked = host({
      ...whole,
      "en/m.1.bin": deflateSync(JSON.stringify({ ...manifest, shards })),
      "en/1.b.bin": deflateSync(termFile([["new", 0]], [[90, [1, 0, 20]]])),
    });
    const provider = create();
    const search = (query: string, isDraft: boolean) =>
      provider.search({ query, page: 0, hitsPerPage: 20, facetFilters: filters, isDraft }, signal());
    const draft = await search("install ne", true);
    expect([urls(draft), draft.isDraft]).toEqual([["/docs/install/", "/blog/new/"], true]);
    expect(asked).not.toContain("en/1.b.bin");
    const title = await search("in", true);
    expect([urls(title), title.isDraft]).toEqual([["/docs/install/"], true]);
    expect((await search("install", true)).isDraft).toBeUndefined();
    const settled = await search("install ne", false);
    expect([urls(settled), settled.isDraft]).toEqual([["/blog/new/", "/docs/install/"], undefined]);
    expect(asked).toContain("en/1.b.bin");
  });

  test("answers a single letter from the titles", async () => {
    const asked = host(whole);
    expect(urls(await ask(create(), "i"))).toEqual(["/docs/install/"]);
    expect(asked).not.toContain("en/0.a.bin");
  });

  test("finds an untranslated page only once in a search of all locales", async () => {
    const { "en/m.1.bin": _, ...rest } = whole;
    const header = {
      version: 5,
      indexes: ["en", "fr"].map((language) => {
        return { language, tag: "docs-default-current", folder: "en", manifest: `m.${language}.bin` };
      }),
    };
    host({
      ...rest,
      "index.json": Buffer.from(JSON.stringify(header)),
      "en/m.en.bin": deflateSync(JSON.stringify(manifest)),
      "en/m.fr.bin": deflateSync(JSON.stringify({ ...manifest, copies: [[0, 1]] })),
    });
    const provider = create();
    const find = async (query: string, facetFilters: SearchRequest["facetFilters"]) =>
      urls(await provider.search({ query, page: 0, hitsPerPage: 20, facetFilters }, new AbortController().signal));
    expect((await find("install", [])).filter((url) => url === "/docs/install/")).toHaveLength(1);
    expect((await find("i", [])).filter((url) => url === "/docs/install/")).toHaveLength(1);
    expect(await find("install", ["language:fr"])).toContain("/docs/install/");
  });

  test("corrects words and names, and suggests the corrected query", async () => {
    const form = "tohavebeencalledwith";
    const shards = { from: ["", "t"], hash: ["a", "b"] };
    host({
      ...whole,
      "en/m.1.bin": deflateSync(JSON.stringify({ ...manifest, shards })),
      "en/1.b.bin": deflateSync(termFile([[form, 0]], [[90, [0, 0, 20]]])),
    });
    expect((await ask(create(), "instal it? insatll ")).corrected).toBe("install it? install ");
    expect(urls(await ask(create(), "toHaveBeenCaledWith"))).toEqual(["/docs/install/"]);
  });

  test("finds synonyms", async () => {
    host(whole);
    expect(urls(await ask(create(), "setup"))).toHaveLength(2);
    expect(urls(await ask(create(), "deploy"))).toHaveLength(2);
  });

  test("finds synonyms of two adjacent words", async () => {
    const similar = [[["install"], ["turnoff"]]];
    host({ ...whole, "en/m.1.bin": deflateSync(JSON.stringify({ ...manifest, similar })) });
    expect(urls(await ask(create(), "turn off"))).toHaveLength(2);
    expect(urls(await ask(create(), "turn it off"))).toHaveLength(0);
  });

  test("finds names that contain both halves of a word, unless a name contains the word itself", async () => {
    const half = (2 << 5) | 20;
    const halves: [number, ...[number, number, number][]][] = [
      [90, [0, 0, half], [1, 0, 9]],
      [90, [0, 0, half], [1, 0, 9]],
    ];
    const forms: [string, number][] = [
      ["code", 0],
      ["vs", 1],
    ];
    host({ ...whole, "en/0.a.bin": deflateSync(termFile(forms, halves)) });
    expect(urls(await ask(create(), "vscode"))).toEqual(["/docs/install/"]);
    expect(urls(await ask(create(), "vscore"))).toEqual([]);
    const itself = termFile([...forms, ["vscode", 2]], [...halves, [90, [1, 0, half]]]);
    host({ ...whole, "en/0.a.bin": deflateSync(itself) });
    expect(urls(await ask(create(), "vscode"))).toEqual(["/blog/new/"]);
  });

  test("doesn't complete or correct short words of a strict query", async () => {
    host({ ...whole, "en/0.a.bin": deflateSync(termFile([["note", 0]], [[90, [0, 0, 20]]])) });
    const find = async (query: string, strict: boolean) =>
      urls(await create().search({ query, page: 0, hitsPerPage: 20, facetFilters: filters, strict }, signal()));
    for (const query of ["nope", "no", "n"]) expect(await find(query, true), query).toEqual([]);
    for (const query of ["nope", "no"]) expect(await find(query, false), query).toHaveLength(1);
    expect(await find("note", true)).toHaveLength(1);
    host({ ...whole });
    expect(await find("instal", true)).toHaveLength(2);
    expect(await find("insatlx", true)).toEqual([]);
  });

  test("says which words of the query don't count", async () => {
    host({ ...whole, "en/m.1.bin": deflateSync(JSON.stringify({ ...manifest, common: ["the"] })) });
    expect((await ask(create(), "the install")).hits[0]?.ignored).toEqual(["the"]);
  });

  test("requests no file for a word that is everywhere, unless it's in quotes or the whole query", async () => {
    const shards = { from: ["", "t"], hash: ["a", "b"] };
    const files = {
      ...whole,
      "en/m.1.bin": deflateSync(JSON.stringify({ ...manifest, shards, common: ["the"] })),
      "en/1.b.bin": deflateSync(termFile([["the", 0]], [[3, [0, 0, 9], [1, 0, 9]]])),
    };
    for (const [query, isAsked] of [
      ["the install", false],
      ['"the" install', true],
      ["the ", true],
      ["the instxyz", true],
    ] as const) {
      const asked = host(files);
      await ask(create(), query);
      expect(asked.includes("en/1.b.bin"), query).toBe(isAsked);
    }
  });

  test("requests each file once, and the files that every query needs when a reader is about to search", async () => {
    const asked = host(whole);
    const provider = create();
    await provider.prepare?.();
    expect(asked).toEqual(["index.json", "en/m.1.bin", "en/n.d.bin"]);
    await ask(provider, "install");
    await ask(provider, "inst");
    expect(asked.toSorted()).toEqual(Object.keys(whole).toSorted());
  });

  test.each(Object.keys(whole))("fails if %s is unavailable, and requests it again the next time", async (name) => {
    const files: Record<string, Buffer | number> = { ...whole };
    const provider = create();
    for (const broken of [500, 404, Buffer.from("<!doctype html>"), whole[name]?.subarray(0, -3) ?? 0]) {
      files[name] = broken;
      host(files);
      await expect(ask(provider, "install")).rejects.toThrow();
    }
    host(whole);
    expect(urls(await ask(provider, "install"))).toHaveLength(2);
  });

  test("starts over after a new deployment", async () => {
    host({ ...whole, "en/m.1.bin": 500 });
    const provider = create();
    await expect(provider.prepare?.()).rejects.toThrow();
    const { "en/m.1.bin": list, "index.json": header, ...rest } = whole;
    const renamed = Buffer.from(String(header).replace("m.1.bin", "m.2.bin"));
    const asked = host({ ...rest, "en/m.2.bin": list ?? 0, "index.json": renamed });
    expect(urls(await ask(provider, "install"))).toHaveLength(2);
    expect(asked.slice(0, 3)).toEqual(["en/m.1.bin", "index.json", "en/m.2.bin"]);
  });

  test("reads files that arrive together, small and large", async () => {
    const texts = (...texts: string[]) => deflateSync(JSON.stringify([texts]), { dictionary: Buffer.from(dictionary) });
    const long = `How to ${"run and ".repeat(60_000)}install it.`;
    host({
      ...whole,
      "en/m.1.bin": deflateSync(JSON.stringify({ ...manifest, shift: 0 })),
      "en/t0/0.bin": texts(long),
      "en/t0/1.bin": texts("We say how to install."),
    });
    const { hits } = await ask(create(), "install");
    expect(hits.map(({ _highlightResult: { hierarchy } }) => hierarchy.lvl1?.value)).toEqual([
      "<mark>Install</mark> &lt;it&gt;",
      "New",
    ]);
    expect(hits[0]?._snippetResult.content?.value).toBe("…and run and <mark>install</mark> it.");
    expect(hits[1]?._snippetResult.content?.value).toBe("…say how to <mark>install</mark>.");
  });

  test("stops when the search is canceled", async () => {
    const asked = host(whole);
    const request = { query: "install", page: 0, hitsPerPage: 20, facetFilters: filters };
    await expect(create().search(request, AbortSignal.abort())).rejects.toThrow();
    expect(asked).toEqual([]);
    // A host that never responds doesn't delay a canceled search.
    vi.stubGlobal("fetch", () => new Promise(() => {}));
    const leaving = new AbortController();
    const answer = create().search(request, leaving.signal);
    leaving.abort();
    await expect(answer).rejects.toThrow();
  });
});

/** Creates a function that returns pseudorandom numbers below a limit. The numbers are the same on every run. */
function createRandom() {
  let state = 1;
  return (limit: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * limit);
  };
}

/** Returns a copy of the bytes in which some bytes are changed, added, or removed. */
function damaged(file: Uint8Array, below: (limit: number) => number): Uint8Array {
  const bytes = Array.from(file);
  for (let change = below(3); change >= 0; change--) {
    const at = below(below(2) === 0 ? 130 : bytes.length);
    if (below(3) === 0) bytes.splice(at);
    else bytes.splice(at, below(2), below(4) === 0 ? 0xff : below(256));
  }
  return Uint8Array.from(bytes);
}

function errorOf(run: () => unknown): string | null {
  try {
    run();
    return null;
  } catch (error) {
    return String(error);
  }
}

describe("a damaged file", () => {
  const forms: [string, number][] = [];
  for (let i = 0; i < 40; i++) forms.push([`word${String(i).padStart(2, "0")}日`, i % 7]);
  const terms = Array.from({ length: 7 }, (_, i): [number, ...[number, number, number][]] => [
    i + 1,
    ...Array.from({ length: 30 }, (_, k): [number, number, number] => [k * (i + 3), k % 5, 1 + (k % 31)]),
  ]);
  const file = new Uint8Array(termFile(forms, terms));

  test("can be read if it's complete", () => {
    const { forms: read, terms } = readShard(file);
    expect(read).toEqual(forms.map(([form]) => form));
    expect(terms.map(({ from, to }) => to - from)).toEqual(Array(7).fill(30));
  });

  test("causes a specific error or yields other words, and always terminates", () => {
    const below = createRandom();
    let errors = 0;
    for (let round = 0; round < 3000; round++) {
      const bytes = damaged(file, below);
      for (const read of [readShard, readWords]) {
        const error = errorOf(() => read(bytes));
        if (error === null) continue;
        errors++;
        // The UTF-8 decoder has its own error message.
        expect(error).toMatch(/damaged|encoded data was not valid/);
      }
    }
    expect(errors).toBeGreaterThan(3000);
  });
});

describe("a packed file", () => {
  const said = Buffer.from("A workstation is started from an image. A workstation is stopped when it is idle.");
  const text = Buffer.from("A workstation is stopped from an image.");
  const plain = (bytes: Uint8Array, dictionary?: Uint8Array) =>
    unpack(bytes, dictionary, (plain) => Buffer.from(plain).toString());

  test("is unpacked unchanged, at any length", () => {
    for (const times of [0, 1, 9000]) {
      const long = String(said).repeat(times);
      expect(plain(deflateSync(long))).toBe(long);
    }
  });

  test("requires the dictionary that it was packed with", () => {
    const packed = deflateSync(text, { dictionary: said });
    expect(plain(packed, said)).toBe(String(text));
    for (const other of [undefined, Buffer.from("Another one.")]) expect(() => plain(packed, other)).toThrow("damaged");
    expect(() => plain(deflateSync(text), said)).toThrow("damaged");
  });

  test("is damaged if it's cut, if it's extended, or if any bit differs", () => {
    const whole = deflateSync(said);
    for (let length = 0; length < whole.length; length++) {
      expect(() => plain(whole.subarray(0, length)), `${length} bytes`).toThrow("damaged");
    }
    expect(() => plain(Buffer.concat([whole, Buffer.from("!")]))).toThrow("damaged");
    // Skip the first two bytes, because they include bits for the compression level. These bits are never read.
    for (let at = 2; at < whole.length; at++) {
      const changed = Buffer.from(whole);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => plain(changed), `byte ${at}`).toThrow("damaged");
    }
  });
});

test("words are sorted by their characters", () => {
  expect(["b", "𠀀", "豈", "a", "ab"].sort(compare)).toEqual(["a", "ab", "b", "豈", "𠀀"]);
});

test("a text of all characters has tokens", () => {
  for (let code = 0; code < 0x30000; code += 97) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const text = `a${String.fromCodePoint(code)}b-${String.fromCodePoint(code)}`;
    for (const { start, end } of tokens(text)) expect(start < end && end <= text.length).toBe(true);
  }
});
