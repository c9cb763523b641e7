import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fillIn, parseEnvironments, withVariables } from "../../src/islands/request/environments.ts";
import { LONGEST, parseHistory } from "../../src/islands/request/history.ts";
import { parseOwnValues, withoutFiles } from "../../src/islands/request/store.ts";

let stored: Record<string, string>;

beforeEach(() => {
  stored = {};
  const area = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value;
    },
    removeItem: (key: string) => {
      delete stored[key];
    },
  };
  // As in browsers, the keys of the storage are its properties.
  vi.stubGlobal(
    "sessionStorage",
    new Proxy(area, {
      ownKeys: () => Object.keys(stored),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const modules = async () => ({
  ...(await import("../../src/islands/request/history.ts")),
  ...(await import("../../src/islands/request/environments.ts")),
  ...(await import("../../src/islands/request/store.ts")),
  ...(await import("../../src/islands/request/kept.ts")),
});

const model = { document: "api", method: "GET", path: "/pets" } as never;
const sent = { at: 1, page: "/api/pets/", method: "GET", path: "/pets", url: "https://a.example/pets", curl: "curl" };

test("values, variables, and the history are stored only with consent, and are removed without it", async () => {
  const first = await modules();
  first.changeValues(first.valuesOf(model), { parameters: { "query:limit": "2" } });
  first.addEnvironment("api", "Staging");
  first.changeEnvironment("api", { variables: [{ name: "host", value: "a.example" }] });
  first.remember("api", { ...sent, values: {} })({ status: 200, time: 5 });
  expect(stored).toEqual({});
  first.agree("api", true);
  first.remember("api", { ...sent, values: { text: "{}" } });
  expect(Object.keys(stored)).toHaveLength(4);

  vi.resetModules();
  const again = await modules();
  expect(again.consentOf("api").get()).toBe(true);
  expect(again.valuesOf(model).get()).toEqual({ parameters: { "query:limit": "2" } });
  expect(again.activeIn(again.environmentsOf("api").get())).toMatchObject({ name: "Staging" });
  // The page was closed before the second response arrived.
  expect(again.historyOf("api").get()).toEqual([
    { ...sent, id: 2, values: { text: "{}" }, status: 0 },
    { ...sent, id: 1, values: {}, status: 200, time: 5 },
  ]);
  expect(again.consentOf("other").get()).toBe(false);
  again.agree("api", false);
  expect(stored).toEqual({});
});

test("the history has a limit, and a request in it fills in its form again", async () => {
  const { remember, historyOf, fillAgain, valuesOf, changeValues } = await modules();
  for (let at = 0; at < LONGEST + 5; at += 1) remember("api", { ...sent, at, values: { text: String(at) } });
  const history = historyOf("api").get();
  expect(history).toHaveLength(LONGEST);
  expect(history[0]?.at).toBe(LONGEST + 4);
  changeValues(valuesOf(model), { text: "changed", accept: "text/csv" });
  fillAgain("api", { method: "GET", path: "/pets", values: { text: "old" } });
  expect(valuesOf(model).get()).toEqual({ text: "old" });
});

test("environments have their own variables, and the first one stays", async () => {
  const { addEnvironment, changeEnvironment, environmentsOf, removeEnvironment } = await modules();
  addEnvironment("api", "A");
  addEnvironment("api", "B");
  changeEnvironment("api", { name: "Other" });
  expect(
    environmentsOf("api")
      .get()
      .list.map(({ id, name }) => [id, name]),
  ).toEqual([
    [0, ""],
    [1, "A"],
    [2, "Other"],
  ]);
  removeEnvironment("api");
  removeEnvironment("api");
  expect(environmentsOf("api").get()).toMatchObject({ active: 0, list: [{ id: 0 }, { id: 1 }] });
});

test("variables fill in texts, and unknown ones stay", () => {
  const variables = [
    { name: "id", value: "7" },
    { name: " host ", value: "a.example" },
    { name: "", value: "x" },
  ];
  expect(fillIn("{{id}}/{{ host }}/{{none}}/{{}}/{id}", variables)).toBe("7/a.example/{{none}}/{{}}/{id}");
  const file = [{ name: "{{id}}", type: "" }];
  const values = {
    baseUrl: "https://{{host}}",
    variables: { port: "{{id}}" },
    parameters: { "path:id": "{{id}}" },
    fields: { a: "{{id}}", file },
    text: '{"id": {{id}}}',
    body: 1,
  };
  expect(withVariables(values, variables)).toEqual({
    baseUrl: "https://a.example",
    variables: { port: "7" },
    parameters: { "path:id": "7" },
    fields: { a: "7", file },
    text: '{"id": 7}',
    body: 1,
  });
});

test("what a tab stored can be outdated or invalid", () => {
  for (const value of [null, 1, "x", [], {}, { list: [1, null] }, { active: 9, list: [{ id: "0" }] }]) {
    expect(parseEnvironments(value)).toEqual({ active: 0, list: [{ id: 0, name: "", variables: [] }] });
  }
  for (const value of [null, {}, [1, null, {}], [{ ...sent, id: "1" }]]) expect(parseHistory(value)).toEqual([]);
  expect(parseOwnValues({ parameters: { a: 1, b: "c" }, text: 2, variants: { 0: 1, 1: "x" }, body: "1" })).toEqual({
    parameters: { b: "c" },
    variants: { 0: 1 },
  });
  expect(parseOwnValues(null)).toEqual({});
  const file = { name: "a", type: "" };
  expect(withoutFiles({ file, drafts: {}, fields: { a: "b", file: [file] }, text: "t" })).toEqual({
    fields: { a: "b" },
    text: "t",
  });
});
