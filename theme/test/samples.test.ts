/**
 * Compares the samples in each language with the files in `fixtures/samples`. `npx vitest run -u` rewrites these files.
 */

import { readFileSync } from "node:fs";
import { expect, describe as group, test } from "vitest";
import type { MultipartBody, OwnSample, RequestDescriptor } from "../src/islands/request/model.ts";
import { plain } from "../src/islands/request/samples/code.ts";
import { LANGUAGES, loadGenerator } from "../src/islands/request/samples/languages.ts";
import { sampleTabs } from "../src/islands/request/samples/tabs.ts";

const REQUESTS: RequestDescriptor[] = [
  { method: "GET", url: "https://api.example.com/v1/benches?limit=10", headers: [["Authorization", "Bearer <token>"]] },
  {
    method: "POST",
    url: "https://api.example.com/v1/benches",
    headers: [["Content-Type", "application/json"]],
    body: { kind: "text", text: '{\n  "name": "Oak",\n  "id": 9007199254740993\n}' },
  },
  {
    method: "QUERY",
    url: "https://api.example.com/v1/$('x')",
    headers: [["X-Odd", "'\"\\ $HOME $\u007bHOME} #{1+1} $(id) `id` \\(x) ??/ %s </script>"]],
    body: {
      kind: "multipart",
      parts: [
        { name: "text", text: "$a\n\u2028" },
        { name: "photo", contentType: "image/png", file: { name: "photo.png", type: "" } },
      ],
    },
  },
  {
    method: "POST",
    url: "https://api.example.com/v1/%2E%2E/batch",
    headers: [["Accept", "*/*"]],
    body: {
      kind: "multipart",
      mediaType: "multipart/mixed",
      parts: [
        { name: "", contentType: "application/json", headers: [["X-Part", 'a "b"']], text: '{"a": 1}' },
        { name: "", contentType: "image/png", file: { name: "part-2", type: "" } },
      ],
    },
  },
  {
    method: "POST",
    url: "https://api.example.com/v1/form",
    headers: [],
    body: { kind: "multipart", parts: [{ name: "meta", contentType: "application/json", text: "{}" }] },
  },
];

group("generators", () => {
  test.each(LANGUAGES.map(({ id }) => id))("%s", async (id) => {
    const generate = await loadGenerator(id);
    const text = REQUESTS.map((request) => plain(generate(request))).join("\n\n----\n\n");
    await expect(`${text}\n`).toMatchFileSnapshot(`fixtures/samples/${id}.txt`);
  });

  test.each(LANGUAGES.map(({ id }) => id))("in %s, values occur only in literals", async (id) => {
    const generate = await loadGenerator(id);
    const mark = "m4rk";
    const code = generate({
      method: "POST",
      url: `https://${mark}/`,
      headers: [[mark, mark]],
      body: { kind: "multipart", parts: [{ name: mark, text: mark, contentType: `a/${mark}` }] },
    });
    const marked = code.filter(({ text }) => text.includes(mark));
    expect(marked.length).toBeGreaterThan(2);
    for (const { text, class: type } of marked) expect(type, text).toBe("s");
  });
});

const own = (...samples: OwnSample[]) => sampleTabs({ samples });

group("parts", () => {
  const body: MultipartBody = {
    kind: "multipart",
    parts: [{ name: "meta", contentType: "application/json", text: "{}" }],
  };
  const sample = async (id: string, request: Partial<RequestDescriptor>) =>
    plain((await loadGenerator(id))({ method: "POST", url: "https://a.example/", headers: [], body, ...request }));

  test.each(["nodejs", "javascript"])("with JSON aren't files in %s", async (id) => {
    const text = await sample(id, {});
    expect(text).not.toContain("form.append");
    expect(text).toContain('Content-Disposition: form-data; name="meta"\\r\\n');
  });

  test.each(LANGUAGES.map(({ id }) => id))("in %s have their types and headers in another kind of body", async (id) => {
    const parts = [{ name: "", headers: [["X-Part", "p4rt"] as const], text: "t" }];
    const text = await sample(id, { body: { kind: "multipart", mediaType: "multipart/mixed", parts } });
    for (const wanted of ["multipart/mixed", "X-Part", "p4rt"]) expect(text).toContain(wanted);
    expect(text).not.toContain("form-data");
  });

  test.each(LANGUAGES.map(({ id }) => id))(
    "in %s, a path that would be resolved is kept or commented on",
    async (id) => {
      const said = /path[-_]as[-_]is|code resolves/i;
      const kept = ["go", "ruby", "php", "java", "kotlin", "objective-c", "swift"].includes(id);
      expect(said.test(await sample(id, { url: "https://a.example/%2E%2E/x" }))).toBe(!kept);
      expect(said.test(await sample(id, { url: "https://a.example/..x" }))).toBe(false);
    },
  );
});

group("tabs", () => {
  test("the site's languages come first, in its order", () => {
    const tabs = sampleTabs({ samples: [{ lang: "Go", source: "a" }], languages: ["python", "curl"] });
    expect(tabs.map(({ id }) => id)).toEqual(["python", "curl", "go"]);
  });

  test("a language can have the site's own label", () => {
    const tabs = sampleTabs({ samples: [], languages: [{ language: "nodejs", label: "JavaScript" }, "go"] });
    expect(tabs).toEqual([
      { id: "nodejs", label: "JavaScript" },
      { id: "go", label: "Go" },
    ]);
  });

  test("are the languages, in order", () => {
    expect(own().map(({ id }) => id)).toEqual(LANGUAGES.map(({ id }) => id));
  });

  test("are in the manual, each with its library", () => {
    const page = readFileSync(new URL("../../manual/content/docs/guides/api-reference.md", import.meta.url), "utf8");
    const missing = LANGUAGES.filter(({ label, library }) => !page.includes(`| ${label} | ${library} |`));
    expect(missing.map(({ label }) => label)).toEqual([]);
  });

  test("contain the document's sample instead of the generated one", () => {
    const names: [lang: string, id: string][] = [
      ["Shell", "curl"],
      [" cURL ", "curl"],
      ["bash", "curl"],
      ["JavaScript", "javascript"],
      ["js", "javascript"],
      ["Node.js", "nodejs"],
      ["C#", "csharp"],
      ["Go", "go"],
      ["Obj-C", "objective-c"],
    ];
    for (const [lang, id] of names) {
      const tabs = own({ lang, source: "mine" });
      expect(tabs.length).toBe(LANGUAGES.length);
      expect(tabs.find((tab) => tab.id === id)?.own).toBe("mine");
    }
  });

  test("are added for another language, and for additional samples", () => {
    const tabs = own(
      { lang: "Python", label: "Sync", source: "1" },
      { lang: "Python", label: "Async", source: "2" },
      { lang: "python", label: "Async", source: "3" },
      { lang: "Elixir", source: "4" },
      { lang: "elixir", source: "5" },
    );
    expect(tabs.filter((tab) => tab.own !== undefined)).toEqual([
      { id: "python", label: "Sync", own: "1" },
      { id: "python:async", label: "Async", own: "2" },
      { id: "python:async-2", label: "Async", own: "3" },
      { id: "elixir", label: "Elixir", own: "4" },
      { id: "elixir:elixir", label: "elixir", own: "5" },
    ]);
    // The document's samples come first, and the generated samples keep their order.
    const rest = LANGUAGES.map(({ id }) => id).filter((id) => id !== "python");
    expect(tabs.map(({ id }) => id)).toEqual([
      ...["python", "python:async", "python:async-2", "elixir", "elixir:elixir"],
      ...rest,
    ]);
  });
});
