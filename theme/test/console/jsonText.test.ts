import { expect, test } from "vitest";
import { coloured, faultOf, lineOf, placeOf, pretty } from "../../src/islands/request/jsonText.ts";
import { plain } from "../../src/islands/request/samples/code.ts";

test("a syntax error is at the first invalid character", () => {
  const good = ["1", ' {"a": [1, {"b": null}], "c": "\\u00e9"} ', "[]", "{}", '"x"', "-0.5e+3", "9007199254740993"];
  for (const text of good) expect(faultOf(text), text).toBe(-1);
  const bad: [string, number][] = [
    ["", 0],
    ["{", 1],
    ['{"a" 1}', 5],
    ['{"a": 1,}', 8],
    ["[1 2]", 3],
    ["[1,]", 3],
    ["[1}", 2],
    ["{a: 1}", 1],
    ["01", 0],
    ["1 2", 2],
    ['"a\nb"', 0],
    ['"\\x"', 0],
    ["tru", 0],
    ["{]", 1],
    ["'a'", 0],
    ["[1]]", 3],
    ['{"a": undefined}', 6],
    ["{1: 2}", 1],
  ];
  for (const [text, place] of bad) expect(faultOf(text), text).toBe(place);
});

test("JSON.parse accepts exactly the texts without a syntax error", () => {
  const parts = ["{", "}", "[", "]", ",", ":", '"a"', "1", "null", " ", "-", "e"];
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % below;
  };
  let valid = 0;
  for (let round = 0; round < 20_000; round += 1) {
    const text = Array.from({ length: 1 + next(7) }, () => parts[next(parts.length)]).join("");
    let parses = true;
    try {
      JSON.parse(text);
      valid += 1;
    } catch {
      parses = false;
    }
    expect(faultOf(text) === -1, text).toBe(parses);
  }
  expect(valid).toBeGreaterThan(100);
});

test("a place is the start of the value at a path", () => {
  const text = '{"a": [1, {"b": "x"}],\n "a\\u0062": {"c": 2}}';
  const at = (...path: (string | number)[]) => text.slice(placeOf(text, path)).slice(0, 3);
  expect(at()).toBe('{"a');
  expect(at("a")).toBe("[1,");
  expect(at("a", 0)).toBe("1, ");
  expect(at("a", 1, "b")).toBe('"x"');
  expect(at("ab", "c")).toBe("2}}");
  // For a missing value, the result is the start of the object or list that should contain it.
  expect(at("a", 1, "none")).toBe('{"b');
  expect(placeOf('{"a": 1, "a": 2}', ["a"])).toBe(14);
  expect(lineOf(text, placeOf(text, ["ab"]))).toBe(2);
});

test("pretty-printed text is the same JSON, digit for digit", () => {
  const text = '{"id":9007199254740993,"price":1.10,"e":{},"l":[],"t":[1,{"x":"{,}"}]}';
  const shown = plain(pretty(text));
  expect(shown.replace(/\s/g, "")).toBe(text);
  expect(shown).toBe(
    '{\n  "id": 9007199254740993,\n  "price": 1.10,\n  "e": {},\n  "l": [],\n  "t": [\n    1,\n    {\n      "x": "{,}"\n    }\n  ]\n}',
  );
  expect(plain(pretty(shown))).toBe(shown);
  expect(plain(pretty('[{"a": "cut he'))).toBe('[\n  {\n    "a": "cut he');
});

test("colors distinguish names from strings and change no characters", () => {
  const text = ' {"a" : "b", "c": [true, -1]} x';
  expect(plain(coloured(text))).toBe(text);
  const classes = coloured(text).filter((run) => run.class !== "" && run.class !== "p");
  expect(classes).toEqual([
    { text: '"a"', class: "a" },
    { text: '"b"', class: "s" },
    { text: '"c"', class: "a" },
    { text: "true", class: "k" },
    { text: "-1", class: "n" },
    { text: "x", class: "k" },
  ]);
});
